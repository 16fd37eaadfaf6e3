import { assert, assertEquals } from "@std/assert";
import { parse } from "parse5";
import { renderTraceHtml, type TracePage } from "../../../cli/trace/render_trace_html.ts";
import { tracedCall } from "../../_support/traced_calls.ts";

const EVIL = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>&lt;`;

const PAGE: TracePage = {
  sessionId: "ses_1",
  title: "Where is it?",
  hasLog: true,
  language: "en",
  turns: [
    { number: 1, request: "Where is A-1024?", answer: "On its way.", calls: [tracedCall("c1")] },
    {
      number: 2,
      time: "2026-03-01T09:00:00.000Z",
      request: "Open a ticket",
      calls: [
        tracedCall("c2"),
        tracedCall("c3", {
          tool: "ticket_create",
          step: 2,
          status: "error",
          errorType: "network",
          summary: "No answer.",
          durationMs: 6,
          attempts: 2,
        }),
      ],
    },
  ],
};

interface HtmlNode {
  readonly nodeName: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly HtmlNode[];
  readonly value?: string;
}

function nodesOf(html: string): HtmlNode[] {
  const errors: string[] = [];
  const document = parse(html, { onParseError: ({ code }) => errors.push(code) }) as unknown as HtmlNode;
  assertEquals(errors, []);
  const walk = (node: HtmlNode): HtmlNode[] => [node, ...(node.childNodes ?? []).flatMap(walk)];
  return walk(document);
}

function attribute(node: HtmlNode | undefined, name: string): string | undefined {
  return node?.attrs?.find((one) => one.name === name)?.value;
}

function textOf(node: HtmlNode | undefined): string {
  return node?.value ?? (node?.childNodes ?? []).map(textOf).join("");
}

Deno.test("renderTraceHtml() writes a page that parses without an error and loads nothing", () => {
  for (const language of ["en", "zh"] as const) {
    const nodes = nodesOf(renderTraceHtml({ ...PAGE, language }));
    const tags = new Set(nodes.map(({ nodeName }) => nodeName));
    assertEquals(["script", "link", "img", "iframe", "object", "form"].filter((tag) => tags.has(tag)), []);
    const outside = nodes.flatMap(({ attrs = [] }) => attrs)
      .filter(({ name, value }) => ["src", "href", "action"].includes(name) && !value.startsWith("#"));
    assertEquals(outside, []);
    const style = textOf(nodes.find(({ nodeName }) => nodeName === "style"));
    assert(style.includes("prefers-color-scheme: dark") && !/url\(|@import/.test(style));
    const html = nodes.find(({ nodeName }) => nodeName === "html");
    assertEquals(attribute(html, "lang"), language === "zh" ? "zh-CN" : "en");
  }
});

Deno.test("renderTraceHtml() opens the turn that went off, marks the first call, and links to it from the top", () => {
  const nodes = nodesOf(renderTraceHtml(PAGE));
  const details = nodes.filter(({ nodeName }) => nodeName === "details");
  const shown = details.map((node) => [
    attribute(node, "class"),
    attribute(node, "id"),
    attribute(node, "open") !== undefined,
  ]);
  assertEquals(shown, [
    ["turn", undefined, false],
    ["call", "t1c1", false],
    ["turn", undefined, true],
    ["call", "t2c1", false],
    ["call off first", "t2c2", true],
  ]);
  const link = nodes.find(({ nodeName }) => nodeName === "a");
  assertEquals([attribute(link, "href"), textOf(link)], [
    "#t2c2",
    "Went off first in turn 2, at ticket_create: the call failed (network)",
  ]);
  const bars = nodes.filter(({ nodeName }) => nodeName === "i").map((node) => attribute(node, "style"));
  assertEquals(bars, ["width:50%", "width:50%", "width:100%"]);
});

Deno.test("renderTraceHtml() says so when nothing went off, and when the log knows nothing", () => {
  const turns = PAGE.turns.slice(0, 1);
  const html = renderTraceHtml({ ...PAGE, turns, hasLog: false });
  assert(html.includes("Nothing went off.") && html.includes("The call log says nothing of this session"));
});

Deno.test("renderTraceHtml() lets nothing that was said or done become markup", () => {
  const call = tracedCall(EVIL, {
    tool: EVIL,
    input: { [EVIL]: EVIL },
    status: "error",
    errorType: EVIL,
    summary: EVIL,
    output: EVIL,
    circuit: EVIL,
    approval: { decision: "deny", by: EVIL, reason: EVIL },
  });
  const html = renderTraceHtml({
    ...PAGE,
    title: EVIL,
    sessionId: EVIL,
    turns: [{
      ...{ number: 1, request: EVIL, answer: EVIL, time: EVIL, model: EVIL },
      calls: [call, tracedCall("c2", { status: EVIL as "ok" })],
    }],
  });
  const nodes = nodesOf(html);
  assertEquals(nodes.filter(({ nodeName }) => nodeName === "script" || nodeName === "img"), []);
  assertEquals(textOf(nodes.find(({ nodeName }) => nodeName === "h1")), EVIL);
  const input = nodes.find(({ nodeName }) => nodeName === "pre");
  assertEquals(JSON.parse(textOf(input)), { [EVIL]: EVIL });
});

Deno.test("renderTraceHtml() shows how a newer program mended a call in that program's own word, as text", () => {
  const shown = ["constructor", "<b>guessed</b>"].map((repair) => {
    const calls = [tracedCall("c1", { repair: repair as "lossless" })];
    const nodes = nodesOf(renderTraceHtml({ ...PAGE, turns: [{ number: 1, calls }] }));
    const at = nodes.findIndex((node) => node.nodeName === "dt" && textOf(node) === "Mending");
    return textOf(nodes.slice(at).find(({ nodeName }) => nodeName === "dd"));
  });
  assertEquals(shown, ["constructor", "<b>guessed</b>"]);
});
