/**
 * Chooses the order desk.
 *
 * @module
 */
import { join } from "node:path";
import type { Clock } from "../shells/clock.ts";
import type { OrderDesk } from "../tools/order_desk.ts";
import type { Settings } from "./settings/settings.ts";

/**
 * The back end that `HANDRAIL_DESK_URL` names, or the embedded desk with its ledger in the state folder. Only the chosen
 * one is loaded, and nothing is asked of it yet.
 *
 * @param settings The settings.
 * @param services `clock`; `onProblem`, which is told what went wrong with the back end; `networkFetch`, what requests to it
 *   go through.
 * @throws {UsageError} If the network is set up in a way that cannot be used.
 *
 * @example
 * ```ts
 * const desk = await createDesk(settings, { clock: systemClock, onProblem: console.error, networkFetch });
 * ```
 */
export async function createDesk(
  { deskUrl, deskToken, deskStrictJson, stateFolder }: Pick<
    Settings,
    "deskUrl" | "deskToken" | "deskStrictJson" | "stateFolder"
  >,
  { clock, onProblem, networkFetch }: {
    readonly clock: Clock;
    readonly onProblem: (message: string) => void;
    readonly networkFetch: () => Promise<typeof fetch>;
  },
): Promise<OrderDesk> {
  if (deskUrl === undefined) {
    const { EmbeddedOrderDesk } = await import("../tools/embedded_order_desk.ts");
    const { FileLedger } = await import("../tools/file_ledger.ts");
    const ledger = new FileLedger(join(stateFolder, "ledger.jsonl"));
    return new EmbeddedOrderDesk({ ledger, now: () => clock.now() });
  }
  const { HttpOrderDesk } = await import("../tools/http_order_desk.ts");
  return new HttpOrderDesk({
    url: deskUrl,
    token: deskToken,
    strictJson: deskStrictJson,
    fetch: await networkFetch(),
    clock,
    random: Math.random,
    onProblem,
  });
}
