import { assertEquals } from "@std/assert";
import { Renamings } from "../../../agent/replay/renamings.ts";

Deno.test("Renamings find a value wherever it stands, all at once and both ways", () => {
  const renamings = new Renamings();
  renamings.learn("TK-20261130-0001", "TK-20261201-0002");
  renamings.learn("TK-20261130-0002", "TK-20261201-0001");
  const recorded = "TK-20261130-0001 before TK-20261130-0002";
  const now = "TK-20261201-0002 before TK-20261201-0001";
  assertEquals([renamings.apply(recorded), renamings.revert(now)], [now, recorded]);
});

Deno.test("Renamings know a time without its seconds, and its day", () => {
  const renamings = new Renamings();
  assertEquals(renamings.learn("2026-11-30T09:15:20.123Z", "2026-12-01T10:16:00.000Z"), true);
  assertEquals(
    renamings.apply("on 2026-11-30 at 2026-11-30 09:15 UTC, 2026-11-30T09:15:20.123Z"),
    "on 2026-12-01 at 2026-12-01 10:16 UTC, 2026-12-01T10:16:00.000Z",
  );
});

Deno.test("Renamings notice that two things have one name now, or one thing two", () => {
  const renamings = new Renamings();
  assertEquals(renamings.learn("TK-1000", "TK-2000"), true);
  assertEquals(renamings.learn("TK-1000", "TK-2000"), true);
  assertEquals(renamings.learn("TK-1001", "TK-2000"), false);
  assertEquals(renamings.learn("TK-1000", "TK-2001"), false);
});

Deno.test("Renamings take it that a clock which stands still gives equal times", () => {
  const renamings = new Renamings();
  renamings.learn("2026-11-30T09:15:20.123Z", "2026-11-30T09:15:00.000Z");
  assertEquals(renamings.learn("2026-11-30T09:15:21.000Z", "2026-11-30T09:15:00.000Z"), true);
});

Deno.test("Renamings take days for times: two that were one may be two now", () => {
  const renamings = new Renamings();
  renamings.learn("2026-11-30T09:15:20.123Z", "2026-12-01T09:15:00.000Z");
  assertEquals(renamings.learn("2026-11-30", "2026-12-05"), true);
  assertEquals(renamings.apply("at 2026-11-30 09:15"), "at 2026-12-01 09:15");
});

Deno.test("Renamings leave short values alone: they stand in words that have nothing to do with them", () => {
  const renamings = new Renamings();
  renamings.learn("id", "no");
  assertEquals(renamings.apply("an idea"), "an idea");
});

Deno.test("Renamings pair aliases by their places, as long as the rest of the text is the same", () => {
  const renamings = new Renamings();
  assertEquals(renamings.learnAliases("mail [[EMAIL_1]]", "mail [[EMAIL_3]]"), true);
  assertEquals(renamings.learnAliases("mail [[EMAIL_1]]", "mail [[EMAIL_4]]"), false);
  assertEquals(renamings.learnAliases("mail [[EMAIL_2]]", "send [[EMAIL_5]]"), false);
  assertEquals(renamings.learnAliases("mail [[EMAIL_2]]", "mail [[PHONE_1]]"), false);
  assertEquals(renamings.learnAliases("no alias", "no alias"), false);
  assertEquals(renamings.revert("to [[EMAIL_3]]"), "to [[EMAIL_1]]");
});
