import { assertEquals, assertThrows } from "@std/assert";
import { readConfigFile } from "../../../cli/settings/config_file.ts";
import { type LogConfig, readLogLevel, readLogSettings } from "../../../cli/log/log_settings.ts";
import { UsageError } from "../../../cli/usage_error.ts";

const UNSET = { calls: undefined, level: undefined };

Deno.test("readLogSettings() records calls and tells of problems, unless told otherwise", () => {
  const defaults = { calls: true, maxBytes: 10_000_000, files: 5, maxAgeMs: 2_592_000_000, level: "warn" };
  assertEquals(readLogSettings(UNSET), defaults);
  assertEquals(
    readLogSettings(UNSET, { calls: false, maxBytes: 20_000, files: 2, maxAgeDays: 0.5, level: "error" }),
    { calls: false, maxBytes: 20_000, files: 2, maxAgeMs: 43_200_000, level: "error" },
  );
});

Deno.test("readLogSettings() lets the environment win over the file", () => {
  const config: LogConfig = { calls: false, level: "debug" };
  const { calls, level } = readLogSettings({ calls: "on", level: "info" }, config);
  assertEquals([calls, level], [true, "info"]);
  assertEquals(["off", "0", "on", "1"].map((value) => readLogSettings({ ...UNSET, calls: value }).calls), [
    false,
    false,
    true,
    true,
  ]);
});

Deno.test("readLogLevel() and HANDRAIL_CALL_LOG refuse what means nothing, and say what there is", () => {
  assertThrows(
    () => readLogLevel("--log-level", "loud"),
    UsageError,
    'Cannot read --log-level: "loud" is no level. Use error, warn, info, debug',
  );
  assertThrows(() => readLogSettings({ ...UNSET, calls: "no" }), UsageError, "Write on or off");
});

Deno.test("handrail.json sets the log, and a value that means nothing is refused by its key", () => {
  const read = (text: string) =>
    readConfigFile([{ path: "handrail.json", isOwn: false }], () => text)?.config.log;
  const log = { calls: false, maxBytes: 1_000_000, files: 3, maxAgeDays: 7, level: "info" as const };
  assertEquals(read(JSON.stringify({ log })), log);
  assertThrows(() => read('{"log":{"files":1}}'), UsageError, "log.files");
  assertThrows(() => read('{"log":{"level":"loud"}}'), UsageError, "log.level");
});
