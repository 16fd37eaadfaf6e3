/**
 * A process that writes to a call log: `PATH NAME COUNT MAX_BYTES`.
 *
 * @module
 */
import { CallLogFile } from "../../cli/log/call_log_file.ts";
import { callRecord } from "./call_records.ts";

const [path = "", name = "", count = "", maxBytes = ""] = Deno.args;
const file = new CallLogFile({
  path,
  maxBytes: Number(maxBytes),
  files: 100,
  now: Date.now,
  onProblem: (message) => {
    throw new Error(message.en);
  },
});
const time = new Date().toISOString();
for (let at = 0; at < Number(count); at++) file.write(callRecord({ time, call_id: `${name}_${at}` }));
