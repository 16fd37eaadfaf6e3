import { assertEquals } from "@std/assert";
import { createDiagnostics } from "../../../cli/log/diagnostics.ts";
import { LOG_LEVELS, type LogLevel } from "../../../cli/log/log_settings.ts";
import { RecordingOutput } from "../../_support/recording_output.ts";

function told(level: LogLevel): string {
  const errors = new RecordingOutput();
  const tell = createDiagnostics({ errors, level, mask: (text) => text.replace("sk-1", "[SECRET]") });
  for (const of of LOG_LEVELS) tell(of, () => `${of} sk-1`);
  return errors.text;
}

Deno.test("createDiagnostics() tells what is important enough, masked, and marks what is no problem", () => {
  assertEquals(told("error"), "error [SECRET]\n");
  assertEquals(told("warn"), "error [SECRET]\nwarn [SECRET]\n");
  assertEquals(told("info"), "error [SECRET]\nwarn [SECRET]\ninfo: info [SECRET]\n");
  assertEquals(told("debug"), "error [SECRET]\nwarn [SECRET]\ninfo: info [SECRET]\ndebug: debug [SECRET]\n");
});

Deno.test("createDiagnostics() makes no text that nobody wants", () => {
  const tell = createDiagnostics({ errors: new RecordingOutput(), level: "warn", mask: (text) => text });
  let made = 0;
  tell("debug", () => `${made++}`);
  assertEquals(made, 0);
});
