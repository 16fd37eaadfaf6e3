import { systemClock } from "../../shells/clock.ts";
import { createDeskHandler } from "../../samples/desk-server.ts";
import { EmbeddedOrderDesk } from "../../tools/embedded_order_desk.ts";
import { HttpOrderDesk } from "../../tools/http_order_desk.ts";
import { MemoryLedger } from "../../tools/ledger.ts";
import { DESK_TIME, type DeskFixture, testOrderDesk } from "./order_desk_conformance.ts";

function openEmbedded(): DeskFixture {
  const ledger = new MemoryLedger();
  return {
    desk: new EmbeddedOrderDesk({ ledger, now: () => DESK_TIME }),
    entries: () => ledger.entries(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** The HTTP desk on the sample back end, over a real connection. */
function openHttp(): DeskFixture {
  const { desk, entries } = openEmbedded();
  const handler = createDeskHandler({ desk, token: "t-1" });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handler);
  const client = Deno.createHttpClient({});
  return {
    desk: new HttpOrderDesk({
      url: `http://127.0.0.1:${server.addr.port}`,
      token: "t-1",
      strictJson: true,
      fetch: (url, init) => fetch(url, { ...init, client }),
      clock: systemClock,
      random: Math.random,
      onProblem: (message) => {
        throw new Error(message);
      },
    }),
    entries,
    async [Symbol.asyncDispose]() {
      client.close();
      await server.shutdown();
    },
  };
}

testOrderDesk("EmbeddedOrderDesk", openEmbedded);
testOrderDesk("HttpOrderDesk", openHttp);
