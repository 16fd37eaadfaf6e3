import { assertEquals, assertThrows } from "@std/assert";
import { readConfigFile } from "../../../cli/settings/config_file.ts";
import { UsageError } from "../../../cli/usage_error.ts";

function read(text: string): unknown {
  return readConfigFile([{ path: "handrail.json", isOwn: false }], () => text)?.config;
}

function assertRefused(text: string, message: string): void {
  assertThrows(() => read(text), UsageError, message);
}

Deno.test("readConfigFile() takes the first file that exists", () => {
  const files: Record<string, string> = { "/b.json": '{"pii":{"guard":true}}', "/c.json": "{}" };
  const at = (...paths: string[]) => paths.map((path) => ({ path, isOwn: false }));
  assertEquals(readConfigFile(at("/a.json", "/b.json", "/c.json"), (path) => files[path]), {
    path: "/b.json",
    config: { pii: { guard: true } },
  });
  assertEquals(readConfigFile(at("/a.json"), (path) => files[path]), undefined);
});

Deno.test("readConfigFile() reads rules with every predicate", () => {
  const rules = [{
    tools: ["order_*"],
    risk: "high",
    kind: "write",
    when: {
      amount: { above: 1, atLeast: 2, below: 9, atMost: 8 },
      orderId: { present: true, equals: "A", oneOf: ["A", 1, true], matches: "^A" },
    },
    action: "deny",
    reason: "closed",
  }];
  assertEquals(read(JSON.stringify({ approval: { rules } })), { approval: { rules } });
  assertEquals(read("\ufeff{}"), {});
});

Deno.test("readConfigFile() names the file and the key that is wrong", () => {
  assertRefused("{", "Cannot read handrail.json: ");
  assertRefused("[]", "Cannot read handrail.json: the file: ");
  assertRefused('{"approvals":{}}', 'Cannot read handrail.json: the file: Unrecognized key: "approvals"');
  assertRefused('{"approval":{"rules":[{"action":"maybe"}]}}', "approval.rules.0.action: ");
  assertRefused(
    '{"approval":{"rules":[{"action":"ask","when":{"amount":{"over":1}}}]}}',
    "approval.rules.0.when.amount: ",
  );
  assertRefused('{"pii":{"guard":1}}', "pii.guard: ");
});

Deno.test("readConfigFile() refuses a key that stands twice: a rule in one of the two would be lost", () => {
  assertRefused(
    '{"approval": {"rules": [{"action": "deny"}]}, "approval": {}}',
    "Cannot read handrail.json: approval stands there twice, and one of the two would not count. Keep one",
  );
});
