import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { mendChunk } from "../../../agent/vendors/mend_chunk.ts";
import { VENDOR_FORMATS, VENDOR_STYLES } from "../../_support/model_server/vendor_formats.ts";

function ofCall(call: unknown): unknown {
  const mended = mendChunk({ choices: [{ delta: { tool_calls: [call] } }] }) as {
    choices: { delta: { tool_calls: unknown[] } }[];
  };
  return mended.choices[0]?.delta.tool_calls[0];
}

Deno.test("mendChunk() makes a text of arguments that are an object, and leaves a text alone (H35)", () => {
  assertEquals(ofCall({ index: 0, function: { name: "a", arguments: { b: 1 } } }), {
    index: 0,
    function: { name: "a", arguments: '{"b":1}' },
  });
  assertEquals(ofCall({ function: { arguments: '{"b":' } }), { function: { arguments: '{"b":' } });
  assertEquals(ofCall({ function: { arguments: null } }), { function: { arguments: null } });
});

Deno.test("mendChunk() takes the usage out of a choice, but not in place of the answer's own", () => {
  const usage = { prompt_tokens: 1 };
  const inside = mendChunk({ choices: [{ delta: {}, usage }] }) as { usage: unknown };
  assertEquals(inside.usage, usage);
  const both = mendChunk({ choices: [{ delta: {}, usage }], usage: { prompt_tokens: 2 } }) as {
    usage: unknown;
  };
  assertEquals(both.usage, { prompt_tokens: 2 });
});

Deno.test("mendChunk() reads counts that are text, and loses no answer over what is none (T33)", () => {
  const usageOf = (usage: unknown) => (mendChunk({ choices: [], usage }) as { usage: unknown }).usage;
  const odd = {
    prompt_tokens: "100",
    completion_tokens: "many",
    prompt_tokens_details: { cached_tokens: "7" },
  };
  assertEquals(usageOf({ ...odd, cost: "0.1" }), {
    prompt_tokens: 100,
    completion_tokens: null,
    prompt_tokens_details: { cached_tokens: 7 },
    cost: "0.1",
  });
  assertEquals([usageOf("none"), usageOf([]), usageOf(null)], [null, null, null]);
});

Deno.test("mendChunk() makes OpenAI's error of a sentence", () => {
  assertEquals(mendChunk({ code: "unavailable", error: "Try later" }), {
    error: { message: "Try later", type: null, code: "unavailable" },
  });
  assertEquals(mendChunk({ object: "error", message: "No", type: "busy", code: 3505 }), {
    error: { message: "No", type: "busy", code: 3505 },
  });
  const error = { error: { message: "No" } };
  assertEquals(mendChunk(error), error);
});

Deno.test("mendChunk() calls Zhipu's filter a filter, and leaves other reasons alone", () => {
  const reasonOf = (finish_reason: unknown) => mendChunk({ choices: [{ delta: {}, finish_reason }] });
  assertEquals(reasonOf("sensitive"), { choices: [{ delta: {}, finish_reason: "content_filter" }] });
  assertEquals(reasonOf("length"), { choices: [{ delta: {}, finish_reason: "length" }] });
  assertEquals(reasonOf("constructor"), { choices: [{ delta: {}, finish_reason: "constructor" }] });
  assertEquals(reasonOf(null), { choices: [{ delta: {}, finish_reason: null }] });
});

Deno.test("mendChunk() takes an empty reason for none: behind the real one it would undo it", () => {
  for (const finish_reason of ["", "null"]) {
    assertEquals(mendChunk({ choices: [{ delta: {}, finish_reason }] }), {
      choices: [{ delta: {}, finish_reason: null }],
    });
  }
});

Deno.test("mendChunk() takes a message for a delta only in its place", () => {
  const message = { content: "all of it" };
  assertEquals(mendChunk({ choices: [{ message }] }), { choices: [{ message, delta: message }] });
  for (const delta of [null, {}, { content: "it" }]) {
    const chunk = { choices: [{ delta, message }] };
    assertEquals(mendChunk(chunk), chunk);
  }
});

Deno.test("mendChunk() leaves every vendor's own chunks as they are", () => {
  const reply = { text: "好", toolCalls: [{ name: "a", arguments: '{"b":"😀"}' }] };
  // Moonshot's usage stands in a choice, and is told outside as well.
  for (const style of VENDOR_STYLES.filter((one) => one !== "moonshot" && one !== "anthropic")) {
    for (const chunk of VENDOR_FORMATS[style].chunks(reply, { model: "m", number: 1 })) {
      assertEquals(mendChunk(chunk), chunk);
    }
  }
});

Deno.test("mendChunk() never throws, whatever a server sends", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    mendChunk(value);
    mendChunk({ choices: value });
    mendChunk({ choices: [value] });
    mendChunk({ choices: [{ delta: value }] });
    mendChunk({ choices: [{ delta: { tool_calls: value, function_call: value } }] });
    ofCall(value);
    ofCall({ id: value, index: value, function: value });
  }));
});

Deno.test("mendChunk() takes an id for none that is neither text nor a number", () => {
  const idOf = (id: unknown) => {
    const chunk = mendChunk({ choices: [{ delta: { tool_calls: [{ id, function: { name: "a" } }] } }] });
    return (chunk as { choices: { delta: { tool_calls: { id: unknown }[] } }[] }).choices[0]?.delta
      .tool_calls[0]?.id;
  };
  assertEquals([idOf("c1"), idOf(7), idOf(null), idOf({ toString: null }), idOf([1])], [
    "c1",
    "7",
    null,
    null,
    null,
  ]);
});
