/**
 * A real terminal: tmux runs the program, keys are typed into it, its screen is read.
 *
 * @module
 */
import { freshEnvironment, handrailCommand, type StartOptions } from "./handrail_process.ts";

/** How long a screen may take to show what is waited for. */
const PATIENCE_MS = 30_000;
const LOOK_AGAIN_MS = 20;

/** Is tmux here? Tests that need it are skipped aloud where it is not. */
export function hasTmux(): boolean {
  try {
    return new Deno.Command("tmux", { args: ["-V"], stdout: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

/**
 * A terminal with the program in it. When the program ends, the screen shows `exit CODE`.
 *
 * @example
 * ```ts
 * await using terminal = await Terminal.start(["chat"], { home: folder.path });
 * await terminal.type("你好", "Enter");
 * await terminal.shows("Handrail");
 * ```
 */
export class Terminal implements AsyncDisposable {
  readonly #socket: string;

  private constructor(socket: string) {
    this.#socket = socket;
  }

  /** Starts the program in a terminal of the given size. */
  static async start(
    args: readonly string[],
    options: StartOptions & { readonly columns?: number; readonly rows?: number },
  ): Promise<Terminal> {
    const { columns = 100, rows = 50 } = options;
    const terminal = new Terminal(`handrail-${crypto.randomUUID()}`);
    const command = handrailCommand(args);
    const quoted = [command.program, ...command.args].map((word) => `'${word}'`).join(" ");
    const size = ["-x", String(columns), "-y", String(rows)];
    const script = `${quoted}; echo "exit $?"; exec sleep 600`;
    await terminal.#tmux(["new-session", "-d", ...size, "bash", "-c", script], {
      ...freshEnvironment(options),
      TERM: "xterm-256color",
    });
    return terminal;
  }

  /** Types keys: text as it is, or tmux's names such as `Enter`, `Down`, `C-c`. */
  async type(...keys: string[]): Promise<void> {
    await this.#tmux(["send-keys", "-t", ":", ...keys]);
  }

  /**
   * Pastes a text, between the terminal's paste marks when the program has asked for them.
   *
   * @param options `marks: false` is a terminal that has none.
   */
  async paste(text: string, { marks = true }: { readonly marks?: boolean } = {}): Promise<void> {
    await this.#tmux(["set-buffer", text]);
    await this.#tmux(["paste-buffer", ...(marks ? ["-p"] : []), "-t", ":"]);
  }

  /** Gives the window another width; its lines are broken anew. */
  async resize(columns: number): Promise<void> {
    await this.#tmux(["resize-window", "-t", ":", "-x", String(columns)]);
  }

  /** Sends the program a signal, as another program would. */
  async signal(signal: Deno.Signal): Promise<void> {
    const shell = (await this.#tmux(["display-message", "-p", "-t", ":", "#{pane_pid}"])).trim();
    const { stdout } = await new Deno.Command("pgrep", { args: ["-P", shell] }).output();
    Deno.kill(Number(new TextDecoder().decode(stdout)), signal);
  }

  /** In which column the cursor stands, counted from zero. */
  async cursorColumn(): Promise<number> {
    return Number(await this.#tmux(["display-message", "-p", "-t", ":", "#{cursor_x}"]));
  }

  /** What the screen shows, scrolled-out lines included. */
  async screen(): Promise<string> {
    return await this.#tmux(["capture-pane", "-p", "-S", "-500", "-t", ":"]);
  }

  /**
   * Waits until the screen shows a text, for the n-th time.
   *
   * @returns The screen.
   * @throws {Error} If it does not in thirty seconds; the message holds the screen.
   */
  async shows(text: string, times = 1): Promise<string> {
    return await this.#until((screen) => screen.split(text).length > times, `${text} (${times})`);
  }

  /** Waits until the program reads a line: what is typed before that goes through the terminal's own editing. */
  async prompts(): Promise<void> {
    await this.#until((screen) => /(?:^|\n)›$/.test(screen.trimEnd()), "an empty prompt");
  }

  /** Ends everything in the terminal. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tmux(["kill-server"]).catch(() => {});
  }

  async #until(isThere: (screen: string) => boolean, what: string): Promise<string> {
    const deadline = Date.now() + PATIENCE_MS;
    while (true) {
      const screen = await this.screen();
      if (isThere(screen)) return screen;
      if (Date.now() > deadline) throw new Error(`The screen does not show ${what}:\n${screen}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  async #tmux(args: string[], env: Record<string, string> = {}): Promise<string> {
    const { success, stdout, stderr } = await new Deno.Command("tmux", {
      args: ["-L", this.#socket, "-f", "/dev/null", "-u", ...args],
      env,
      clearEnv: Object.keys(env).length > 0,
    }).output();
    if (!success) throw new Error(`tmux ${args[0]} failed: ${new TextDecoder().decode(stderr)}`);
    return new TextDecoder().decode(stdout);
  }
}
