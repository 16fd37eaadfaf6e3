/**
 * A real Redis server for tests.
 *
 * @module
 */

const PATIENCE_MS = 20_000;

let installed: boolean | undefined;

/** Whether `redis-server` can be started here. */
export function hasRedisServer(): boolean {
  try {
    installed ??= new Deno.Command("redis-server", { args: ["--version"], stdout: "null", stderr: "null" })
      .outputSync().success;
  } catch {
    installed = false;
  }
  return installed;
}

/** Settings of {@linkcode startRedisServer}. */
export interface RedisServerOptions {
  /** Lines of redis.conf, such as `{ maxmemory: "2mb" }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A running server. */
export interface RedisServer extends AsyncDisposable {
  /** `redis://127.0.0.1:PORT`; the same after a restart. */
  readonly url: string;
  readonly port: number;
  /** Ends it in order. */
  stop(): Promise<void>;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it after its end, on the same port and in the same folder; unless `settings` say otherwise, without data. */
  start(): Promise<void>;
  /** Stops it from doing anything, though the system goes on accepting connections for it. */
  freeze(): void;
  /** Lets it go on. */
  thaw(): void;
  /** Sends a command and gives the reply as it comes over the wire; errors too. */
  ask(...command: string[]): Promise<string>;
}

/**
 * Starts a server on a free port, with its data in a folder that is gone when the server is disposed of.
 *
 * @param options See {@linkcode RedisServerOptions}.
 *
 * @example
 * ```ts
 * await using server = await startRedisServer();
 * await server.ask("SET", "key", "value"); // "+OK\r\n"
 * ```
 */
export async function startRedisServer({ settings = {} }: RedisServerOptions = {}): Promise<RedisServer> {
  const folder = await Deno.makeTempDir({ prefix: "handrail-redis-" });
  const port = freePort();
  let child: Deno.ChildProcess | undefined;

  async function end(signal: Deno.Signal): Promise<void> {
    const ending = child;
    child = undefined;
    ending?.kill(signal);
    await ending?.status;
  }

  async function start(): Promise<void> {
    const all = { port: `${port}`, bind: "127.0.0.1", dir: folder, save: "", ...settings };
    child = new Deno.Command("redis-server", {
      args: Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]),
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const until = performance.now() + PATIENCE_MS;
    // A server that wants a password answers too.
    while (!/^(\+PONG|-NOAUTH)/.test(await ask(port, ["PING"]).catch(() => ""))) {
      if (performance.now() > until) {
        throw new Error(`Cannot start redis-server: no answer in ${PATIENCE_MS} ms`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    start,
    freeze: () => child?.kill("SIGSTOP"),
    thaw: () => child?.kill("SIGCONT"),
    ask: (...command) => ask(port, command),
    async [Symbol.asyncDispose]() {
      await end("SIGKILL");
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/**
 * A port that nobody listens on, below those that systems give to outgoing connections: a client that looks for the
 * server while it is down would otherwise, one day, be given the server's own port, and meet itself there.
 */
function freePort(): number {
  while (true) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}

async function ask(port: number, command: readonly string[]): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const parts = command.map((part) => `$${new TextEncoder().encode(part).length}\r\n${part}\r\n`);
  await new Blob([`*${command.length}\r\n`, ...parts]).stream().pipeTo(connection.writable, {
    preventClose: true,
  });
  const buffer = new Uint8Array(65_536);
  const length = await connection.read(buffer);
  return new TextDecoder().decode(buffer.subarray(0, length ?? 0));
}
