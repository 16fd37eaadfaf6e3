/**
 * A back end to connect Handrail to: the contract of docs/desk.md over the three orders of the embedded desk, with its
 * books in a file of JSON lines. `deno task desk --help` says what can be set, faults to try out included.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import type { z } from "zod";
import {
  cancellationMessage,
  handoffMessage,
  orderMessage,
  receiptMessage,
  refundMessage,
  refundReceiptMessage,
  ticketMessage,
  trackingMessage,
} from "../tools/desk_messages.ts";
import { EmbeddedOrderDesk } from "../tools/embedded_order_desk.ts";
import { FileLedger } from "../tools/file_ledger.ts";
import type { DeskCall, OrderDesk, Receipt, Refusal } from "../tools/order_desk.ts";

/** What goes wrong, and how many more times; `delay` is in milliseconds, for every answer. */
export interface DeskFaults {
  /** A write is booked, and the connection breaks before its receipt. */
  drop: number;
  /** A write is booked, and no answer ever comes. */
  hang: number;
  /** A write is turned away before it is booked, with `Retry-After: 1`. */
  busy: number;
  delay: number;
}

/** What the handler needs. */
export interface DeskHandlerOptions {
  readonly desk: OrderDesk;
  /** Whoever asks must bring it; everybody may ask when there is none. */
  readonly token?: string | undefined;
  readonly faults?: DeskFaults;
}

/** What a route says: a status and a body. */
type Reply = readonly [status: number, body: object];
type Route = (call: {
  readonly desk: OrderDesk;
  readonly orderId: string;
  readonly body: unknown;
  readonly call: DeskCall;
}) => Promise<Reply>;

const ROUTES: Readonly<Record<string, Route>> = {
  "GET /orders/{orderId}": async ({ desk, orderId }) => {
    const order = await desk.findOrder(orderId);
    return order ? [200, orderMessage().parse(order)] : problem(404, "not_found");
  },
  "GET /orders/{orderId}/tracking": async ({ desk, orderId }) => {
    if (!await desk.findOrder(orderId)) return problem(404, "not_found");
    return [200, trackingMessage.parse({ events: await desk.trackOrder(orderId) })];
  },
  "POST /orders/{orderId}/cancellation": ({ desk, orderId, body, call }) =>
    withBody(
      cancellationMessage,
      body,
      async ({ reason }) => replyTo(await desk.cancelOrder(orderId, reason, call), receiptMessage()),
    ),
  "POST /orders/{orderId}/refunds": ({ desk, orderId, body, call }) =>
    withBody(refundMessage, body, async ({ amount, reason }) => {
      const refund = { orderId, reason, ...(amount !== undefined && { amount }) };
      return replyTo(await desk.refundOrder(refund, call), refundReceiptMessage());
    }),
  "POST /tickets": ({ desk, body, call }) =>
    withBody(
      ticketMessage,
      body,
      async (ticket) => replyTo(await desk.createTicket(ticket, call), receiptMessage()),
    ),
  "POST /handoffs": ({ desk, body, call }) =>
    withBody(
      handoffMessage,
      body,
      async (pack) => replyTo(await desk.createHandoff(pack, call), receiptMessage()),
    ),
};

/**
 * Answers requests as docs/desk-openapi.json says.
 *
 * @param options See {@linkcode DeskHandlerOptions}.
 *
 * @example
 * ```ts
 * Deno.serve({ hostname: "127.0.0.1", port: 8787 }, createDeskHandler({ desk }));
 * ```
 */
export function createDeskHandler(
  { desk, token, faults = { drop: 0, hang: 0, busy: 0, delay: 0 } }: DeskHandlerOptions,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const isWrite = request.method === "POST";
    if (faults.delay > 0) await new Promise((resolve) => setTimeout(resolve, faults.delay));
    if (isWrite && faults.busy > 0) {
      faults.busy--;
      return respond(problem(503, "unavailable"), { "retry-after": "1" });
    }
    if (token !== undefined && request.headers.get("authorization") !== `Bearer ${token}`) {
      return respond(problem(401, "unauthorized"));
    }
    const reply = await route(desk, request);
    if (isWrite && faults.hang > 0) {
      faults.hang--;
      return await new Promise<never>(() => {});
    }
    if (isWrite && faults.drop > 0) {
      faults.drop--;
      return new Response(
        new ReadableStream({ start: (body) => body.error(new Error("dropped on request")) }),
      );
    }
    return respond(reply);
  };
}

async function route(desk: OrderDesk, request: Request): Promise<Reply> {
  const path = new URL(request.url).pathname;
  const [, segment, rest = ""] = /^\/orders\/([^/]+)(\/[a-z]+)?$/.exec(path) ?? [];
  const name = `${request.method} ${segment === undefined ? path : `/orders/{orderId}${rest}`}`;
  const handle = Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
  if (!handle) return problem(404, "no_such_path");
  const body = request.method === "POST" ? await request.json().catch(() => undefined) : undefined;
  const key = request.headers.get("idempotency-key");
  return await handle({ desk, orderId: decodeURIComponent(segment ?? ""), body, call: key === null ? {} : { requestId: key } });
}

async function withBody<T>(
  schema: z.ZodType<T>,
  body: unknown,
  use: (body: T) => Promise<Reply>,
): Promise<Reply> {
  const parsed = schema.safeParse(body);
  return parsed.success ? await use(parsed.data) : problem(400, "invalid_request");
}

function replyTo<R extends Receipt>(outcome: R | Refusal, message: z.ZodType<R>): Reply {
  if (!("refused" in outcome)) return [outcome.duplicate ? 200 : 201, message.parse(outcome) as object];
  const { refused, order } = outcome;
  return refused === "not_found" ? problem(404, refused) : problem(409, refused, order && { order });
}

function problem(status: number, code: string, details: object = {}): Reply {
  return [status, { title: code.replaceAll("_", " "), status, code, ...details }];
}

function respond([status, body]: Reply, headers: Record<string, string> = {}): Response {
  const type = status < 400 ? "application/json" : "application/problem+json";
  return new Response(JSON.stringify(body), { status, headers: { "content-type": type, ...headers } });
}

const HELP = `deno task desk [--port 8787] [--books FILE] [--token TEXT] [--fail FAULT=N]…

Faults, to see what becomes of a conversation:
  --fail drop=N     books N writes and breaks the connection before the receipt
  --fail hang=N     books N writes and never answers
  --fail busy=N     turns N writes away with 503 and Retry-After: 1
  --fail delay=MS   answers late
`;

function readFaults(settings: readonly string[]): DeskFaults {
  const faults: DeskFaults = { drop: 0, hang: 0, busy: 0, delay: 0 };
  for (const setting of settings) {
    const [, name, count] = /^(drop|hang|busy|delay)=(\d{1,6})$/.exec(setting) ?? [];
    if (name === undefined) throw new TypeError(`Cannot read --fail: ${setting} is unknown. See --help`);
    faults[name as keyof DeskFaults] = Number(count);
  }
  return faults;
}

function main(args: string[]): void {
  const say = (text: string) => void Deno.stdout.writeSync(new TextEncoder().encode(text));
  const { help, port = "8787", books = "samples/desk-books/books.jsonl", token, fail } = parseArgs(args, {
    string: ["port", "books", "token", "fail"],
    boolean: ["help"],
    collect: ["fail"],
  });
  if (help) return say(HELP);
  const desk = new EmbeddedOrderDesk({ ledger: new FileLedger(books), now: Date.now });
  const handler = createDeskHandler({ desk, token, faults: readFaults(fail ?? []) });
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: Number(port),
    onListen: (at) => say(`Desk on http://127.0.0.1:${at.port}, books in ${books}\n`),
  }, handler);
  // Requests under way are answered; one that hangs on purpose would never let go.
  const stop = () =>
    void Promise.race([server.shutdown(), new Promise((end) => setTimeout(end, 2_000))]).then(() =>
      Deno.exit(0)
    );
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, stop);
}

if (import.meta.main) main(Deno.args);
