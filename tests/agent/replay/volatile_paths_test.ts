import { assertEquals } from "@std/assert";
import { volatilePaths } from "../../../agent/replay/volatile_paths.ts";

for (
  const [pattern, path, expected] of [
    ["output.structured.ticketId", "output.structured.ticketId", true],
    ["output.structured.ticketId", "output.structured", false],
    ["output.structured.ticketId", "output.structured.ticketId.x", false],
    ["output.structured.*At", "output.structured.createdAt", true],
    ["output.structured.*At", "output.structured.At", true],
    ["output.structured.*At", "output.structured.at", false],
    ["output.structured.events.*.time", "output.structured.events.12.time", true],
    ["output.structured.events.*.time", "output.structured.events.12.place", false],
    ["input.*a*b*", "input.xaybz", true],
    ["input.*a*b*", "input.ba", false],
    ["input.a*a", "input.a", false],
    ["/output/structured/ticketId", "output.structured.ticketId", true],
    ["/input/a~1b~0c", "input.a/b~c", true],
  ] as const
) {
  Deno.test(`volatilePaths(${JSON.stringify(pattern)}) ${expected ? "takes" : "leaves"} ${path}`, () => {
    assertEquals(volatilePaths([pattern])(path.split(".")), expected);
  });
}

Deno.test("volatilePaths() takes a path that any of the patterns takes", () => {
  const isVolatile = volatilePaths(["a", "b"]);
  assertEquals([isVolatile(["a"]), isVolatile(["b"]), isVolatile(["c"]), volatilePaths([])(["a"])], [
    true,
    true,
    false,
    false,
  ]);
});
