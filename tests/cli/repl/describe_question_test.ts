import { assertEquals } from "@std/assert";
import { describeQuestion } from "../../../cli/repl/describe_question.ts";

Deno.test("describeQuestion() shows the question and each choice on a line, revealed and without control characters", () => {
  const reveal = (text: string) => text.replace("[[PHONE_1]]", "13800138000");
  assertEquals(
    describeQuestion({ question: "是 [[PHONE_1]] 吗？\x1b[2J" }, reveal),
    "? 是 13800138000 吗？[2J",
  );
  assertEquals(
    describeQuestion({ question: "Which?", options: ["A-1024", "[[PHONE_1]]\x07"] }, reveal),
    "? Which?\n  - A-1024\n  - 13800138000",
  );
});
