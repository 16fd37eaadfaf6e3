import { assertEquals, assertRejects } from "@std/assert";
import { refuseWebPages, WebPageError } from "../../../agent/models/refuse_web_pages.ts";

const ADDRESS = "https://models.example.com/chat/completions";

function answering(body: string, type: string, status = 200) {
  return refuseWebPages(() =>
    Promise.resolve(new Response(body, { status, headers: { "content-type": type } }))
  );
}

Deno.test("refuseWebPages() says whose page came in place of an answer, and its title", async () => {
  const page = "<!doctype html><html><head><title>\n  Sign in </title></head></html>";
  await assertRejects(
    () => answering(page, "text/html; charset=utf-8")(ADDRESS),
    WebPageError,
    "models.example.com answered with a web page, Sign in",
  );
  await assertRejects(
    () => answering("<p>Hi", "Text/HTML")(new Request(ADDRESS)),
    WebPageError,
    "models.example.com answered with a web page",
  );
});

Deno.test("refuseWebPages() lets answers and refusals through, pages too when they are refusals", async () => {
  const stream = await answering("data: {}\n\n", "text/event-stream")(ADDRESS);
  assertEquals(await stream.text(), "data: {}\n\n");
  const refusal = await answering("<h1>Bad gateway</h1>", "text/html", 502)(ADDRESS);
  assertEquals([refusal.status, await refusal.text()], [502, "<h1>Bad gateway</h1>"]);
});
