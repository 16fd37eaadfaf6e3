import { assertEquals } from "@std/assert";
import { parseCommandLine } from "../../cli/command_line.ts";
import { readSettings } from "../../cli/settings/settings.ts";
import { terminalLook } from "../../cli/terminal_look.ts";
import { withFlags } from "../../cli/settings/ui_settings.ts";
import type { Environment } from "../../cli/settings/variables.ts";
import { wordingOf } from "../../cli/wording.ts";
import { RecordingOutput } from "../_support/recording_output.ts";

interface Scene {
  readonly answer?: boolean;
  readonly progress?: boolean;
  readonly environment?: Environment;
  readonly args?: readonly string[];
}

/** Which parts there are, for streams that are terminals or not. */
async function parts({ answer = true, progress = true, environment = {}, args = [] }: Scene) {
  const settings = withFlags(
    readSettings({ HOME: "/nowhere", ...environment }, "/"),
    parseCommandLine(args).flags,
  );
  const streams = {
    answer: new RecordingOutput({ terminal: answer }),
    progress: new RecordingOutput({ terminal: progress }),
  };
  const look = await terminalLook(settings, streams, wordingOf("en"));
  return { markdown: look.markdown !== undefined, waiting: look.waiting !== undefined, usage: look.usage };
}

const ALL = { markdown: true, waiting: true, usage: true };

Deno.test("a terminal gets Markdown, a sign of waiting, and tokens", async () => {
  assertEquals(await parts({}), ALL);
});

Deno.test("a pipe gets the raw text and nothing beside it, each stream for itself", async () => {
  assertEquals(await parts({ answer: false }), { ...ALL, markdown: false });
  assertEquals(await parts({ progress: false }), { markdown: true, waiting: false, usage: false });
});

Deno.test("--plain and --quiet take parts of it away, and TERM=dumb what turns", async () => {
  assertEquals(await parts({ args: ["--plain"] }), { ...ALL, markdown: false });
  assertEquals(await parts({ args: ["--quiet"] }), { markdown: true, waiting: false, usage: false });
  assertEquals(await parts({ environment: { TERM: "dumb" } }), { ...ALL, waiting: false });
});

Deno.test("NO_COLOR takes the styles and leaves the structure", async () => {
  const settings = readSettings({ HOME: "/nowhere", NO_COLOR: "1" }, "/");
  const output = new RecordingOutput({ terminal: true });
  const { markdown } = await terminalLook(settings, { answer: output, progress: output }, wordingOf("en"));
  assertEquals(markdown?.().push("- **bold**\n"), "• bold\n");
});
