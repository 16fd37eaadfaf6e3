/**
 * TLS in front of a server of this machine, with a certificate of an authority that nobody knows.
 *
 * @module
 */
import { join } from "node:path";

/** A running front. */
export interface TlsFront extends AsyncDisposable {
  /** `https://127.0.0.1:PORT` */
  readonly url: string;
}

const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** Is openssl here? Tests that need it are skipped aloud where it is not. */
export function hasOpenssl(): boolean {
  try {
    // `copy_extensions` came with version 3.
    const { success, stdout } = new Deno.Command("openssl", { args: ["version"] }).outputSync();
    return success && /^OpenSSL (?:[3-9]|\d\d)/.test(new TextDecoder().decode(stdout));
  } catch {
    return false;
  }
}

/**
 * Makes `authority.pem`, `server.pem` and `server.key`, good for two days.
 *
 * @param folder Where.
 */
export async function makeCertificates(folder: string): Promise<void> {
  const openssl = async (...args: string[]) => {
    const { success, stderr } = await new Deno.Command("openssl", { args, cwd: folder }).output();
    if (!success) throw new Error(`openssl ${args[0]} failed: ${new TextDecoder().decode(stderr)}`);
  };
  const authority = ["-subj", "/CN=A test's authority", "-addext", "basicConstraints=critical,CA:TRUE"];
  await openssl(
    "req",
    "-x509",
    ...KEY,
    "-days",
    "2",
    ...authority,
    "-keyout",
    "a.key",
    "-out",
    "authority.pem",
  );
  const server = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
  await openssl("req", ...KEY, ...server, "-keyout", "server.key", "-out", "server.csr");
  const signed = ["-CA", "authority.pem", "-CAkey", "a.key", "-CAcreateserial", "-copy_extensions", "copy"];
  await openssl("x509", "-req", "-in", "server.csr", "-days", "2", ...signed, "-out", "server.pem");
}

/**
 * Starts the front.
 *
 * @param folder See {@linkcode makeCertificates}.
 * @param targetPort The server's port.
 */
export async function startTlsFront(folder: string, targetPort: number): Promise<TlsFront> {
  const [cert, key] = await Promise.all(
    ["server.pem", "server.key"].map((file) => Deno.readTextFile(join(folder, file))),
  );
  const listener = Deno.listenTls({ hostname: "127.0.0.1", port: 0, cert: cert ?? "", key: key ?? "" });
  const running = new Set<Promise<unknown>>();
  const pass = async (client: Deno.TlsConn) => {
    const server = await Deno.connect({ hostname: "127.0.0.1", port: targetPort });
    await Promise.allSettled([
      client.readable.pipeTo(server.writable),
      server.readable.pipeTo(client.writable),
    ]);
  };
  const accepting = (async () => {
    for await (const client of listener) {
      const passing: Promise<unknown> = pass(client).finally(() => running.delete(passing));
      running.add(passing);
    }
  })();
  return {
    url: `https://127.0.0.1:${listener.addr.port}`,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
      await Promise.all(running);
    },
  };
}
