/**
 * Asks something and hears Ctrl-C, for the test of how a prompt ends the program.
 *
 * @module
 */
import { Select } from "@cliffy/prompt/select";
import { FakeTerminal } from "./fake_terminal.ts";

const terminal = new FakeTerminal(["\u0003"]);
await Select.prompt({
  message: "Allow?",
  options: [{ value: "no" }, { value: "yes" }],
  reader: terminal,
  writer: terminal,
});
