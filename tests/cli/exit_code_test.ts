import { assertEquals } from "@std/assert";
import { EXIT, exitCodeOf } from "../../cli/exit_code.ts";
import { AGENT_EVENTS, type ErrorFields } from "../../agent/agent_event.ts";

/** Every code that an error may have, and the exit code of a turn that failed with it. */
const BY_ERROR: Record<ErrorFields["code"], number> = {
  auth: 3,
  rate_limited: 6,
  quota: 6,
  context_overflow: 1,
  bad_request: 1,
  model_unavailable: 6,
  stream_disconnected: 6,
  network: 6,
  tls: 6,
  proxy: 6,
  circuit_open: 6,
  tool_failed: 1,
  denied: 1,
  limit: 1,
  timeout: 6,
  parse_error: 1,
  unknown_command: 1,
  line_too_long: 1,
  busy: 1,
  not_found: 1,
  internal: 1,
};

Deno.test("exitCodeOf() tells how a turn ended (T20, T21, T28)", () => {
  assertEquals(exitCodeOf({ status: "completed" }), 0);
  assertEquals(exitCodeOf({ status: "failed" }), 1);
  assertEquals(exitCodeOf({ status: "cancelled" }), 1);
  assertEquals(exitCodeOf({ status: "blocked" }), 4);
  assertEquals(exitCodeOf({ status: "limit" }), 5);
});

Deno.test("exitCodeOf() tells an error of the key or of the way to the model from others", () => {
  const codes = AGENT_EVENTS.error.shape.code.options;
  assertEquals(codes.length, 21);
  for (const code of codes) {
    const error = { code, message: "m", retryable: false };
    assertEquals([code, exitCodeOf({ status: "failed", error })], [code, BY_ERROR[code]]);
  }
});

Deno.test("exitCodeOf() goes by the status: an error beside another status changes nothing", () => {
  const error = { code: "auth", message: "m", retryable: false } as const;
  assertEquals(exitCodeOf({ status: "blocked", error }), 4);
  assertEquals(exitCodeOf({ status: "completed", error }), 0);
});

Deno.test("EXIT has 128 and the signal's number for signals (T29)", () => {
  assertEquals([EXIT.sighup, EXIT.sigint, EXIT.outputClosed, EXIT.sigterm], [129, 130, 141, 143]);
  assertEquals(EXIT.usage, 2);
});
