#!/usr/bin/env python3
"""Asks Handrail one thing through JSON mode: client.py "TEXT" [allow|deny]

HANDRAIL is the program: handrail, or deno task --quiet in a clone.
"""
import json
import os
import shlex
import subprocess
import sys

text = sys.argv[1]
decision = sys.argv[2] if len(sys.argv) > 2 else "deny"
command = shlex.split(os.environ.get("HANDRAIL", "handrail")) + ["json"]


def send(to, **fields):
    to.write(json.dumps(fields).encode() + b"\n")
    to.flush()


with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
    send(program.stdin, id="1", type="initialize", protocol=1, capabilities={"approvals": True},
         opt_out=["message.delta"])
    send(program.stdin, id="2", type="prompt", text=text)
    for line in program.stdout:  # Bytes: only LF ends a line.
        event = json.loads(line)
        if event["type"] == "approval.requested":
            print("?", event["tool"], event["input"], file=sys.stderr)
            answer = {"request_id": event["request_id"], "decision": decision}
            if decision == "allow":
                # The digest binds the decision to the arguments that were shown.
                answer["input_sha256"] = event["input_sha256"]
            send(program.stdin, id="3", type="approve", **answer)
        elif event["type"] == "response" and not event["ok"]:
            print("!", event["error"]["message"], file=sys.stderr)
        elif event["type"] == "turn.completed":
            sys.stdout.buffer.write(event["text"].encode() + b"\n")
            program.stdin.close()  # The end of input ends the program.

sys.exit(program.returncode)
