import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { createDesk } from "../../cli/create_desk.ts";
import { EmbeddedOrderDesk } from "../../tools/embedded_order_desk.ts";
import { HttpOrderDesk } from "../../tools/http_order_desk.ts";
import { FakeClock } from "../_support/fake_clock.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const NOWHERE = { deskUrl: undefined, deskToken: undefined, deskStrictJson: false, stateFolder: "/nowhere" };
const SERVICES = { clock: new FakeClock(), onProblem: () => {}, networkFetch: () => Promise.resolve(fetch) };

Deno.test("createDesk() keeps the books in the state folder when no back end is named", async () => {
  await using folder = await tempFolder();
  const desk = await createDesk({ ...NOWHERE, stateFolder: folder.path }, SERVICES);
  assert(desk instanceof EmbeddedOrderDesk);
  const receipt = await desk.cancelOrder("A-2048", "", { requestId: "req_1" });
  assertEquals("refused" in receipt ? receipt : receipt.createdAt, "2026-03-01T09:00:00.000Z");
  const [entry = ""] = (await Deno.readTextFile(join(folder.path, "ledger.jsonl"))).split("\n");
  assertEquals(JSON.parse(entry).requestId, "req_1");
});

Deno.test("createDesk() takes the back end that is named, and asks nothing of it", async () => {
  const desk = await createDesk({ ...NOWHERE, deskUrl: "http://127.0.0.1:1/", deskToken: "t-1" }, SERVICES);
  assert(desk instanceof HttpOrderDesk);
});

Deno.test("createDesk() refuses an address that cannot be used", async () => {
  await assertRejects(
    () => createDesk({ ...NOWHERE, deskUrl: "nowhere" }, SERVICES),
    TypeError,
    "it is no URL",
  );
});
