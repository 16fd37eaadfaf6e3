/**
 * A proxy as companies have it: it passes requests on and counts them.
 *
 * @module
 */

/** A running proxy. */
export interface HttpProxy extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The first line of every request so far. */
  readonly requests: readonly string[];
}

/**
 * Starts a proxy on a free port: whole addresses are passed on, `CONNECT` opens a tunnel.
 *
 * @param credentials `USER:PASSWORD`; whoever does not give them is refused. @default {nobody is}
 *
 * @example
 * ```ts
 * await using proxy = startHttpProxy();
 * await runHandrail(["run", "hi"], { home, env: { HTTP_PROXY: proxy.url } });
 * ```
 */
export function startHttpProxy(credentials?: string): HttpProxy {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const requests: string[] = [];
  const running = new Set<Promise<void>>();
  const serve = async (client: Deno.Conn) => {
    const { head, rest } = await readHead(client);
    const [line = ""] = head.split("\r\n", 1);
    requests.push(line);
    const given = /^proxy-authorization: *(.+)$/im.exec(head)?.[1]?.trim();
    const [method, target = ""] = line.split(" ");
    if (credentials !== undefined && given !== `Basic ${btoa(credentials)}`) {
      await writeAll(client, REFUSAL);
      return close(client);
    }
    const { hostname, port } = new URL(method === "CONNECT" ? `http://${target}` : target);
    const server = await Deno.connect({ hostname, port: Number(port) });
    if (method === "CONNECT") await writeAll(client, "HTTP/1.1 200 Connection established\r\n\r\n");
    else await writeAll(server, ownHead(head, target));
    await writeAll(server, rest);
    await Promise.all([pass(client, server), pass(server, client)]);
  };
  const accepting = (async () => {
    for await (const client of listener) {
      const serving: Promise<void> = serve(client).catch(() => close(client)).finally(() =>
        running.delete(serving)
      );
      running.add(serving);
    }
  })();
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    requests,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
      await Promise.all(running);
    },
  };
}

const REFUSAL =
  'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="test"\r\ncontent-length: 0\r\n\r\n';

/** The head as the server gets it: the path alone, nothing for the proxy, and no second request on the connection. */
function ownHead(head: string, target: string): string {
  const { pathname, search } = new URL(target);
  return `${
    head.replace(target, `${pathname}${search}`).split("\r\n")
      .filter((line) => !/^(?:proxy-|connection:)/i.test(line)).join("\r\n")
  }\r\nconnection: close\r\n\r\n`;
}

async function readHead(conn: Deno.Conn): Promise<{ readonly head: string; readonly rest: Uint8Array }> {
  const buffer = new Uint8Array(65_536);
  for (let length = 0;;) {
    const read = await conn.read(buffer.subarray(length));
    if (read === null) throw new Error("The client left");
    length += read;
    // One byte a character: positions in the text are those of the bytes.
    const text = new TextDecoder("latin1").decode(buffer.subarray(0, length));
    const end = text.indexOf("\r\n\r\n");
    if (end >= 0) return { head: text.slice(0, end), rest: buffer.slice(end + 4, length) };
  }
}

async function writeAll(conn: Deno.Conn, data: string | Uint8Array): Promise<void> {
  let rest = typeof data === "string" ? new TextEncoder().encode(data) : data;
  while (rest.length > 0) rest = rest.subarray(await conn.write(rest));
}

async function pass(from: Deno.Conn, to: Deno.Conn): Promise<void> {
  const buffer = new Uint8Array(65_536);
  try {
    for (let length; (length = await from.read(buffer)) !== null;) {
      await writeAll(to, buffer.subarray(0, length));
    }
  } catch {
    // an end is closed
  }
  close(to);
  close(from);
}

function close(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch {
    // it was closed
  }
}
