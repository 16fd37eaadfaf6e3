import { assertEquals } from "@std/assert";
import { pasteReader } from "../../../cli/repl/paste_reader.ts";
import { promptReader } from "../../../cli/repl/prompt_reader.ts";
import { StandardInput } from "../../../cli/standard_input.ts";
import { FakeByteSource } from "../../_support/fake_byte_source.ts";
import { RecordingOutput } from "../../_support/recording_output.ts";

Deno.test("a paste is one line for a prompt, however it is cut and however small the buffer is (T38)", async () => {
  const bytes = new TextEncoder().encode("\x1b[200~one\r\n两\rthree\x1b[201~\r");
  for (let cut = 1; cut < bytes.length; cut++) {
    const source = new FakeByteSource({ terminal: true });
    source.type(bytes.slice(0, cut));
    source.type(bytes.slice(cut));
    source.end();
    const output = new RecordingOutput({ terminal: true });
    const read: number[] = [];
    {
      using reader = pasteReader(
        promptReader(new StandardInput(source), new AbortController().signal),
        output,
      );
      const buffer = new Uint8Array(5);
      while (read.at(-1) !== 0x0d) {
        const count = await reader.read(buffer);
        read.push(...buffer.subarray(0, count ?? 0));
      }
    }
    assertEquals(new TextDecoder().decode(new Uint8Array(read)), "one↵两↵three\r");
    assertEquals(output.writes, ["\x1b[?2004h", "\x1b[?2004l"]);
  }
});
