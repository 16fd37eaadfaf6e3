import { assert, assertEquals } from "@std/assert";
import type { AgentEvent } from "../../agent/agent_event.ts";
import { createModel } from "../../agent/models/create_model.ts";
import { type Answer, sseResponse, startModelServer } from "../_support/model_server.ts";
import { dataFrame, type ModelReply, type VendorFault } from "../_support/model_server/vendor_format.ts";
import {
  VENDOR_FORMATS,
  VENDOR_STYLES,
  vendorEnvironment,
  type VendorStyle,
} from "../_support/model_server/vendor_formats.ts";
import { ofType, runTurn, testAgent } from "../_support/test_agent.ts";

/** One turn of a model at a server in the manner of a vendor. */
async function turnAt(
  style: VendorStyle,
  reply: () => Answer,
  react?: (event: AgentEvent) => void,
): Promise<{ events: AgentEvent[]; writes: number }> {
  await using server = startModelServer({ style, reply });
  const modelEnvironment = vendorEnvironment(style, server.url);
  const spec = modelEnvironment.HANDRAIL_MODEL ?? "";
  const { model } = await createModel(spec, { language: "en", now: () => 0, modelEnvironment });
  const { open, ledger } = testAgent(model);
  const events = await runTurn(open(), "do it", react);
  return { events, writes: (await ledger.entries()).length };
}

const FAULTS: readonly (readonly [VendorFault, code: string, retryable: boolean])[] = [
  ["key", "auth", false],
  ["balance", "quota", false],
  ["busy", "rate_limited", true],
  ["too_long", "context_overflow", false],
  ["filtered", "bad_request", false],
];

/** What each says of too many requests. */
const BUSY: Readonly<Record<VendorStyle, string>> = {
  openai: "429, Rate limit reached for requests per min (RPM): Limit 3, Used 3, Requested 1.",
  zhipu: "429, 您的账户已达到速率限制，请您控制请求频率",
  deepseek: "429, Rate limit reached",
  qwen: "429, You exceeded your current requests list.",
  moonshot: "429, Your account reached max request, please try again after 1 seconds",
  ollama: "429, too many concurrent requests",
  openrouter: "429, Rate limit exceeded: free-models-per-min.",
  xai: "429, Too many requests for team.",
  mistral: "429, Rate limit exceeded",
  anthropic: "429, This request would exceed your organization's rate limit.",
};

/** The pauses of those who name one, in seconds; the others' double. */
const PAUSES: Readonly<Partial<Record<VendorStyle, readonly number[]>>> = {
  openai: [1, 1],
  anthropic: [1_000, 1_000],
};

for (const style of VENDOR_STYLES) {
  Deno.test(`what ${style} refuses is named alike, with the vendor's own sentence (T28)`, async () => {
    for (const [fault, code, retryable] of FAULTS) {
      const { events, writes } = await turnAt(style, () => fault);
      const [error] = ofType(events, "error");
      assertEquals([fault, error?.code, error?.retryable, writes], [fault, code, retryable, 0]);
      assertEquals(ofType(events, "turn.completed")[0]?.status, "failed");
      if (fault === "busy") assert(error?.message.endsWith(BUSY[style]), error?.message);
    }
  });

  Deno.test(`a server of ${style} that is overloaded may be asked again`, async () => {
    const { events } = await turnAt(style, () => "overloaded");
    assertEquals(ofType(events, "error").map(({ retryable }) => retryable), [true]);
  });
}

for (const style of VENDOR_STYLES) {
  Deno.test(`a server of ${style} that is busy twice is asked a third time, after the pauses it names`, async () => {
    let asked = 0;
    await using server = startModelServer({ style, reply: () => ++asked < 3 ? "busy" : { text: "Hello." } });
    const modelEnvironment = vendorEnvironment(style, server.url);
    const spec = modelEnvironment.HANDRAIL_MODEL ?? "";
    const { model } = await createModel(spec, { language: "en", now: () => 0, modelEnvironment });
    const { open, clock } = testAgent(model, {
      limits: { maxSteps: 8, maxOutputBytes: 16_384, maxRetries: 2 },
    });
    const pauses: number[] = [];
    let text = "";
    for await (const event of open().prompt("hi")) {
      if (event.type === "turn.completed") text = event.text;
      if (event.type !== "retry") continue;
      pauses.push(event.delay_ms);
      while (clock.pendingTimers === 0) await new Promise((resolve) => setTimeout(resolve, 0));
      clock.advance(2_000);
    }
    assertEquals([text, asked, pauses], ["Hello.", 3, PAUSES[style] ?? [1_000, 2_000]]);
  });
}

Deno.test("a refusal that comes under status 200, as the first thing of an answer, is repeated like any other", async () => {
  const refusals = [
    () => sseResponse([{ error: { code: 429, message: "Rate limit exceeded upstream" } }]),
    () => Response.json({ error: { message: "Overloaded", type: "server_error" } }),
  ];
  let asked = 0;
  await using server = startModelServer({
    style: "openrouter",
    reply: () => refusals[asked++]?.() ?? { text: "Hello." },
  });
  const modelEnvironment = vendorEnvironment("openrouter", server.url);
  const { model } = createModel("openrouter:m", { language: "en", now: () => 0, modelEnvironment });
  const { open, clock } = testAgent(model, {
    limits: { maxSteps: 8, maxOutputBytes: 16_384, maxRetries: 2 },
  });
  const codes: string[] = [];
  for await (const event of open().prompt("hi")) {
    if (event.type === "retry") {
      codes.push(event.error.code);
      while (clock.pendingTimers === 0) await new Promise((resolve) => setTimeout(resolve, 0));
      clock.advance(2_000);
    }
    if (event.type === "turn.completed") {
      assertEquals([event.text, event.steps, event.usage.turn.input_tokens], ["Hello.", 1, 100]);
    }
  }
  assertEquals([asked, codes], [3, ["rate_limited", "model_unavailable"]]);
});

/** A text and a write, cut into frames in every manner. */
const ANSWER: ModelReply = {
  text: "Let me do that.",
  toolCalls: [{ name: "ticket_create", arguments: '{"subject":"a printer that is broken"}' }],
};

for (const style of VENDOR_STYLES) {
  Deno.test(`a stream of ${style} that is cut anywhere writes nothing, and says that it broke off`, async () => {
    const frames = VENDOR_FORMATS[style].chunks(ANSWER, { model: "m", number: 1 })
      .map((chunk) => JSON.stringify(chunk));
    const spoken = frames.findIndex((frame) => frame.includes('"Let"'));
    for (let cut = 0; cut < frames.length; cut++) {
      const heard = Promise.withResolvers<void>();
      // What was sent before the cut has arrived when the cut comes.
      const before = (frame: number) => frame === cut && cut > spoken ? heard.promise : undefined;
      const { events, writes } = await turnAt(
        style,
        () => ({ ...ANSWER, before, cutAfter: cut }),
        (event) => {
          if (event.type === "message.delta" && event.channel === "text") heard.resolve();
        },
      );
      const codes = ofType(events, "error").map(({ code }) => code);
      assertEquals([cut, writes, codes], [cut, 0, ["stream_disconnected"]]);
    }
  });

  Deno.test(`a stream of ${style} that ends in good order before the answer does writes nothing, and says so`, async () => {
    const format = VENDOR_FORMATS[style];
    const frames = format.chunks(ANSWER, { model: "m", number: 1 }).map(format.frame ?? dataFrame);
    const ending = frames.findIndex((frame) => /finish_reason":"|stop_reason":"/.test(frame));
    const headers = { "content-type": "text/event-stream" };
    for (let sent = 0; sent < ending; sent++) {
      const body = frames.slice(0, sent).map((frame) => `${frame}\n\n`).join("");
      const { events, writes } = await turnAt(style, () => new Response(body, { headers }));
      const codes = ofType(events, "error").map(({ code }) => code);
      assertEquals([sent, writes, codes], [sent, 0, ["stream_disconnected"]]);
    }
  });

  Deno.test(`a stream of ${style} in which the vendor gives up writes nothing, and says what the vendor said`, async () => {
    const { events, writes } = await turnAt(style, () => ({ ...ANSWER, failAfter: 4 }));
    const [error] = ofType(events, "error");
    assertEquals([writes, error?.code, error?.retryable], [0, "model_unavailable", true]);
    assert(/^The model's answer broke off: [A-Z您该s]/.test(error?.message ?? ""), error?.message);
  });
}

Deno.test("an error that a gateway tells under status 200 is told, with its sentence (T28)", async () => {
  for (
    const body of [{ code: 500, msg: "no such route", success: false }, {
      error: { message: "no such route" },
    }]
  ) {
    const { events } = await turnAt("zhipu", () => Response.json(body));
    assertEquals(ofType(events, "turn.completed")[0]?.status, "failed");
    assertEquals(ofType(events, "error")[0]?.message, "The model's answer broke off: no such route");
  }
});
