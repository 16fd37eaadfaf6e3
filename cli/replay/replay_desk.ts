/**
 * Chooses the desk that a replay's writes go to.
 *
 * @module
 */
import { systemClock } from "../../shells/clock.ts";
import type { OrderDesk } from "../../tools/order_desk.ts";
import { createDesk } from "../create_desk.ts";
import type { Flags } from "../flags.ts";
import type { Program } from "../program.ts";
import { UsageError } from "../usage_error.ts";
import { replayWording } from "./replay_wording.ts";

/**
 * The back end that `--desk real` stands for, once somebody has said that its books may be written in.
 *
 * @param program The program.
 * @param flags The flags.
 * @returns `undefined` for the desk in memory; `"refused"` when whoever was asked said no.
 * @throws {UsageError} If there is no such desk, no back end, or nobody to ask.
 *
 * @example
 * ```ts
 * const desk = await replayDesk(program, line.flags);
 * ```
 */
export async function replayDesk(
  program: Program,
  flags: Pick<Flags, "desk" | "yes">,
): Promise<OrderDesk | "refused" | undefined> {
  const { desk = "memory", yes } = flags;
  if (desk === "memory") return undefined;
  if (desk !== "real") {
    throw new UsageError({
      en: `Cannot replay against ${JSON.stringify(desk)}: no such desk. Use memory or real`,
      zh: `无法对 ${JSON.stringify(desk)} 重放：没有这种后端。可用：memory 或 real`,
    });
  }
  const { deskUrl, language } = program.settings;
  if (deskUrl === undefined) {
    throw new UsageError({
      en: "Cannot replay against the real desk: HANDRAIL_DESK_URL is not set. Set it, or leave --desk out",
      zh: "无法对真实后端重放：没有设置 HANDRAIL_DESK_URL。请设置它，或去掉 --desk",
    });
  }
  if (!yes) {
    if (!program.input.isTerminal()) {
      throw new UsageError({
        en:
          "Cannot replay against the real desk: recorded writes would be carried out, and nobody can be asked. " +
          "Add --yes if they may",
        zh: "无法对真实后端重放：录制中的写操作会真的执行，而没有人可以确认。如果允许，请加上 --yes",
      });
    }
    await program.errors.write(replayWording(language).askReal(deskUrl));
    const answer = (await program.input.readLine())?.trim() ?? "";
    if (!/^(y|yes|是)$/i.test(answer)) return "refused";
  }
  const onProblem = (message: string) => void program.errors.write(`${message}\n`).catch(() => {});
  const { settings, networkFetch } = program;
  return await createDesk(settings, { clock: systemClock, onProblem, networkFetch });
}
