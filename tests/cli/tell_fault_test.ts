import { assertEquals } from "@std/assert";
import { readSettings } from "../../cli/settings/settings.ts";
import { tellFault } from "../../cli/tell_fault.ts";
import { RecordingOutput } from "../_support/recording_output.ts";

Deno.test("tellFault() writes one line with the program's name, in the reader's language", async () => {
  const said = async (LANG: string) => {
    const errors = new RecordingOutput();
    const settings = readSettings({ HOME: "/home/me", LANG }, "/nowhere");
    await tellFault({ errors, settings }, { en: "Cannot open x", zh: "无法打开 x" });
    return errors.text;
  };
  assertEquals(await said("zh_CN.UTF-8"), "handrail: 无法打开 x\n");
  assertEquals(await said("en_US.UTF-8"), "handrail: Cannot open x\n");
});
