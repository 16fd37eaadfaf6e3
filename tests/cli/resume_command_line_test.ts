import { assertEquals } from "@std/assert";
import { resumeCommandLine } from "../../cli/resume_command_line.ts";

Deno.test("resumeCommandLine() keeps a session to the tools that it had", () => {
  assertEquals(resumeCommandLine("json", { profile: undefined }, "ses_1"), "handrail json --session ses_1");
  assertEquals(
    resumeCommandLine("run", { profile: "refund" }, "ses_1"),
    "handrail run --profile refund --session ses_1",
  );
});
