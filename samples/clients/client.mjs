#!/usr/bin/env node
// Asks Handrail one thing through JSON mode: client.mjs "TEXT" [allow|deny]
// HANDRAIL is the program: handrail, or deno task --quiet in a clone.
import { spawn } from "node:child_process";
import process from "node:process";

const [text, decision = "deny"] = process.argv.slice(2);
const [program, ...args] = (process.env.HANDRAIL ?? "handrail").split(" ");
const child = spawn(program, [...args, "json"], { stdio: ["pipe", "pipe", "inherit"] });
const ended = new Promise((resolve) => child.on("close", resolve));
const send = (command) => child.stdin.write(`${JSON.stringify(command)}\n`);

send({
  id: "1",
  type: "initialize",
  protocol: 1,
  capabilities: { approvals: true },
  opt_out: ["message.delta"],
});
send({ id: "2", type: "prompt", text });

for await (const event of events(child.stdout)) {
  if (event.type === "approval.requested") {
    const { request_id, input_sha256, tool, input } = event;
    process.stderr.write(`? ${tool} ${JSON.stringify(input)}\n`);
    // The digest binds the decision to the arguments that were shown.
    send({ id: "3", type: "approve", request_id, decision, ...(decision === "allow" && { input_sha256 }) });
  } else if (event.type === "response" && !event.ok) {
    process.stderr.write(`! ${event.error.message}\n`);
  } else if (event.type === "turn.completed") {
    process.stdout.write(`${event.text}\n`);
    child.stdin.end(); // The end of input ends the program.
  }
}
process.exitCode = await ended;

/** The lines of a stream as objects; the decoder keeps characters whole that a chunk cuts. */
async function* events(stream) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
}
