/**
 * How turns look at a terminal.
 *
 * @module
 */
import { systemClock } from "../shells/clock.ts";
import type { OutputStream } from "./output_stream.ts";
import type { Settings } from "./settings/settings.ts";
import type { TextRendererOptions } from "./text_renderer.ts";
import { textStyle } from "./text/text_style.ts";
import type { Wording } from "./wording.ts";

/** What a renderer does at a terminal and nowhere else. */
export type TerminalLook = Pick<TextRendererOptions, "markdown" | "waiting" | "usage">;

/**
 * The look that the settings want; nothing of it for a stream that is no terminal, and nothing is loaded for it then.
 *
 * @param settings The settings.
 * @param streams Where answers and progress go.
 * @param wording In which language.
 *
 * @example
 * ```ts
 * new TextRenderer({ answer, progress, wording, color, ...await terminalLook(settings, { answer, progress }, wording) });
 * ```
 */
export async function terminalLook(
  { ui, color }: Settings,
  { answer, progress }: { readonly answer: OutputStream; readonly progress: OutputStream },
  wording: Wording,
): Promise<TerminalLook> {
  const { MarkdownStream } = ui.markdown && answer.isTerminal()
    ? await import("./markdown/markdown_stream.ts")
    : { MarkdownStream: undefined };
  const { WaitingIndicator } = ui.waiting && progress.isTerminal()
    ? await import("./waiting_indicator.ts")
    : { WaitingIndicator: undefined };
  return {
    usage: ui.usage && progress.isTerminal(),
    ...(MarkdownStream && { markdown: () => new MarkdownStream({ columns: answer.columns(), color }) }),
    ...(WaitingIndicator && {
      waiting: new WaitingIndicator({
        output: progress,
        clock: systemClock,
        style: textStyle(color),
        say: wording.waiting,
      }),
    }),
  };
}
