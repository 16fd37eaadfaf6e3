/**
 * A proxy that does to a connection what networks do.
 *
 * @module
 */

/** What goes wrong. */
export type ProxyFault =
  /** The connection breaks before the server gets the request. */
  | { readonly kind: "cut_before_send" }
  /** The request, and all behind it on the same connection, reach the server so many milliseconds late. */
  | { readonly kind: "hold"; readonly ms: number }
  /** The server carries out the request, and the connection breaks before its reply arrives. */
  | { readonly kind: "cut_before_reply" }
  /** The reply, and all after it on the same connection, come so many milliseconds late. */
  | { readonly kind: "delay"; readonly ms: number }
  /** Another text comes instead of the reply. */
  | { readonly kind: "garble"; readonly text: string }
  /** New connections are closed as soon as they are made; those that there are stay. */
  | { readonly kind: "refuse" };

/** A running proxy. */
export interface TcpProxy extends AsyncDisposable {
  /** `redis://127.0.0.1:PORT` */
  readonly url: string;
  /** How often somebody sent something and then waited, if one command is under way at a time. */
  readonly roundTrips: number;
  /** Connections made so far. */
  readonly connections: number;
  /**
   * Makes the next request go wrong, or so many of them; for `refuse` that is connections. All behind them go wrong as
   * `then` says.
   */
  arm(fault: ProxyFault, times?: number, then?: ProxyFault): void;
  /** Lets everything through again. */
  disarm(): void;
}

/**
 * Starts a proxy in front of a server of this machine.
 *
 * @param targetPort The server's port.
 *
 * @example
 * ```ts
 * await using proxy = startTcpProxy(server.port);
 * proxy.arm({ kind: "cut_before_reply" });
 * ```
 */
export function startTcpProxy(targetPort: number): TcpProxy {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  const running = new Set<Promise<void>>();
  const closing = Promise.withResolvers<void>();
  let armed: { readonly fault: ProxyFault; left: number; readonly then?: ProxyFault | undefined } | undefined;
  let [roundTrips, connections] = [0, 0];

  function takeFault(refuse: boolean): ProxyFault | undefined {
    if (!armed || (armed.fault.kind === "refuse") !== refuse) return undefined;
    const { fault, then } = armed;
    if (--armed.left <= 0) armed = then && { fault: then, left: Infinity };
    return fault;
  }

  async function serve(client: Deno.Conn): Promise<void> {
    connections++;
    const upstream = takeFault(true) ? undefined : await connectTo(targetPort);
    if (!upstream) return close(client);
    open.add(client).add(upstream);
    let [waiting, fault]: [boolean, ProxyFault | undefined] = [false, undefined];
    const both = () => [client, upstream].forEach((end) => open.delete(end) && close(end));
    await Promise.all([
      pump(client, upstream, async (chunk) => {
        if (!waiting) {
          roundTrips++;
          fault = takeFault(false);
          waiting = true;
          if (fault?.kind === "hold") await delay(fault.ms, closing.promise);
        }
        return fault?.kind === "cut_before_send" ? undefined : chunk;
      }).finally(both),
      pump(upstream, client, async (chunk) => {
        waiting = false;
        if (fault?.kind === "cut_before_reply") return undefined;
        if (fault?.kind === "delay") await delay(fault.ms, closing.promise);
        return fault?.kind === "garble" ? new TextEncoder().encode(fault.text) : chunk;
      }).finally(both),
    ]);
  }

  const accepting = (async () => {
    for await (const client of listener) {
      const serving = serve(client).finally(() => running.delete(serving));
      running.add(serving);
    }
  })();

  return {
    url: `redis://127.0.0.1:${listener.addr.port}`,
    get roundTrips() {
      return roundTrips;
    },
    get connections() {
      return connections;
    },
    arm: (fault, times = 1, then) => armed = { fault, left: times, then },
    disarm: () => armed = undefined,
    async [Symbol.asyncDispose]() {
      listener.close();
      closing.resolve();
      open.forEach(close);
      await accepting;
      await Promise.all(running);
    },
  };
}

/** Passes on what `change` makes of each piece, until it makes nothing of one or an end is closed. */
async function pump(
  from: Deno.Conn,
  to: Deno.Conn,
  change: (chunk: Uint8Array) => Promise<Uint8Array | undefined>,
): Promise<void> {
  const buffer = new Uint8Array(65_536);
  try {
    for (let length; (length = await from.read(buffer)) !== null;) {
      let rest = await change(buffer.subarray(0, length));
      if (!rest) return;
      while (rest.length > 0) rest = rest.subarray(await to.write(rest));
    }
  } catch {
    // an end is closed
  }
}

async function connectTo(port: number): Promise<Deno.Conn | undefined> {
  try {
    return await Deno.connect({ hostname: "127.0.0.1", port });
  } catch {
    return undefined;
  }
}

function close(end: Deno.Conn): void {
  try {
    // Deno 2.8 closes nothing while somebody reads; this ends the reading.
    end.closeWrite().catch(() => {});
    end.close();
  } catch {
    // it was closed
  }
}

async function delay(ms: number, unless: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise, unless]);
  clearTimeout(timer);
}
