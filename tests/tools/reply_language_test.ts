import { assertEquals } from "@std/assert";
import { replyLanguage } from "../../tools/reply_language.ts";

function afterSaying(content: unknown): string[] {
  const messages = [{ role: "user", content }];
  return [replyLanguage(messages, "zh"), replyLanguage(messages, "en")];
}

Deno.test("replyLanguage() is Chinese when the message holds a Han character", () => {
  for (const text of ["订单到哪了？", "Where is 订单 A-1024?", "A-1024到哪", "𠮷"]) {
    assertEquals(afterSaying(text), ["zh", "zh"], text);
  }
});

Deno.test("replyLanguage() is English when the message holds a Latin word and no Han character", () => {
  for (const text of ["Where is order A-1024?", "ok", "résumé", "A-1024 please", "refund, please!"]) {
    assertEquals(afterSaying(text), ["en", "en"], text);
  }
});

Deno.test("replyLanguage() falls back when the message holds no word", () => {
  for (const text of ["", "A-1024", "B-0001, A-2048", "TK-20261009-0001", "42", "?!", "👍", "y"]) {
    assertEquals(afterSaying(text), ["zh", "en"], JSON.stringify(text));
  }
});

Deno.test("replyLanguage() reads the text parts of a message", () => {
  const image = { type: "image", image: "订单" };
  assertEquals(afterSaying([{ type: "text", text: "你好" }, image]), ["zh", "zh"]);
  assertEquals(afterSaying([image, { type: "text", text: "hello" }]), ["en", "en"]);
  assertEquals(afterSaying([image]), ["zh", "en"]);
  assertEquals(afterSaying([null, "你好", { type: "text", text: 7 }]), ["zh", "en"]);
});

Deno.test("replyLanguage() does not join the letters of two parts into a word", () => {
  assertEquals(afterSaying([{ type: "text", text: "A" }, { type: "text", text: "B" }]), ["zh", "en"]);
});

Deno.test("replyLanguage() stays with the language of the conversation when the last message holds no word", () => {
  const chinese = [{ role: "user", content: "我的订单到哪了" }, {
    role: "assistant",
    content: "Which order?",
  }];
  const answer = { role: "user", content: "A-1024" };
  assertEquals(replyLanguage([...chinese, answer], "en"), "zh");
  assertEquals(replyLanguage([...chinese, answer, answer], "en"), "zh");
  const english = [...chinese, { role: "user", content: "In English, please" }, answer];
  assertEquals(replyLanguage(english, "zh"), "en");
});

Deno.test("replyLanguage() goes by the person's messages alone, and by the last that holds a word", () => {
  const messages = [
    { role: "system", content: "用中文回答" },
    { role: "user", content: "你好" },
    { role: "assistant", content: "您好" },
    { role: "user", content: "In English, please" },
    { role: "assistant", content: "好的" },
    { role: "tool", content: [{ type: "text", text: "订单" }] },
  ];
  assertEquals(replyLanguage(messages, "zh"), "en");
});

Deno.test("replyLanguage() falls back without a user message", () => {
  assertEquals(replyLanguage([], "zh"), "zh");
  assertEquals(replyLanguage([{ role: "assistant", content: "你好" }], "en"), "en");
  assertEquals(replyLanguage([{ role: "user", content: undefined }], "en"), "en");
});
