/**
 * Lets an inquirer prompt read from, and write to, the reader and writer that cliffy prompts take.
 *
 * @module
 */
import { Readable, Writable } from "node:stream";

/** Where a prompt reads keys from. */
export interface PromptReader {
  /** Fills the buffer with the next keys; cliffy never expects `null` while a prompt is open. */
  read(p: Uint8Array): Promise<number | null>;
  /** Switches the terminal between raw and line mode. */
  setRaw(mode: boolean, options?: { cbreak?: boolean }): void;
  /** Is there a terminal at all? */
  isTerminal(): boolean;
}

/** Where a prompt draws. */
export interface PromptWriter {
  /** Writes all or part of the bytes; returns how many. */
  writeSync(p: Uint8Array): number;
}

/** Options that every prompt takes. */
export interface GenericPromptOptions<T> {
  message: string;
  default?: T;
  reader?: PromptReader;
  writer?: PromptWriter;
  cbreak?: boolean;
}

/** What inquirer takes as its second argument. */
export interface PromptContext {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

const denoReader: PromptReader = {
  read: (p) => Deno.stdin.read(p),
  setRaw: (mode, options) => Deno.stdin.setRaw(mode, options as Deno.SetRawOptions),
  isTerminal: () => Deno.stdin.isTerminal(),
};

/**
 * Runs one inquirer prompt over a reader and a writer. As with cliffy, Ctrl-C ends the program with 130, and an error
 * of the reader rejects. `translate` turns cliffy's keys into inquirer's.
 */
export async function runPrompt<T>(
  options: Pick<GenericPromptOptions<unknown>, "reader" | "writer" | "cbreak">,
  start: (context: PromptContext) => Promise<T>,
  translate: (keys: string) => string = (keys) => keys,
): Promise<T> {
  const reader = options.reader ?? denoReader;
  const writer = options.writer ?? Deno.stdout;
  const input = new Readable({ read() {} });
  const abort = new AbortController();
  let open = true;
  const answer = start({ input, output: writableOver(writer), signal: abort.signal }).finally(() =>
    open = false
  );
  const push = (text: string) => {
    const keys = translate(text);
    // The prompt is drawn anew for every key, which takes minutes for a page of text that is pasted: it goes in as one.
    if (PASTED.test(keys)) input.emit("keypress", keys, { sequence: keys });
    else input.push(keys);
  };
  const keys = pumpKeys(reader, options.cbreak ?? false, push, () => open);
  try {
    return await Promise.race([answer, keys]);
  } catch (error) {
    if (error instanceof Error && error.name === "ExitPromptError") Deno.exit(130);
    throw error;
  } finally {
    abort.abort();
    // The prompt ends by its own answer or by the reader's error; the other side's rejection is then no news.
    answer.catch(() => {});
    keys.catch(() => {});
  }
}

/** So much text at once, and no key among it, was not typed. */
const PASTED = /^[^\p{Cc}]{8,}$/u;

async function pumpKeys(
  reader: PromptReader,
  cbreak: boolean,
  push: (keys: string) => void,
  open: () => boolean,
): Promise<never> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(64);
  while (open()) {
    if (reader.isTerminal()) reader.setRaw(true, { cbreak });
    const count = await reader.read(buffer).finally(() => reader.isTerminal() && reader.setRaw(false));
    if (count === null) throw new Error("Cannot read the answer: the input has ended");
    push(decoder.decode(buffer.subarray(0, count), { stream: true }));
    // One turn of the event loop lets the prompt see these keys before another read could take the next ones.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return new Promise<never>(() => {});
}

function writableOver(writer: PromptWriter): Writable {
  const stream = new Writable({
    write(chunk: Uint8Array | string, _encoding, done) {
      let bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
      while (bytes.length > 0) bytes = bytes.subarray(writer.writeSync(bytes));
      done();
    },
  });
  // How many lines are drawn anew hangs on it; inquirer takes 80 where it is not told.
  return Object.defineProperty(stream, "columns", { get: columns });
}

function columns(): number | undefined {
  try {
    return Deno.consoleSize().columns || undefined;
  } catch {
    return undefined; // no terminal
  }
}
