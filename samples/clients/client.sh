#!/usr/bin/env bash
# Asks Handrail one thing through JSON mode, with jq: client.sh "TEXT" [allow|deny]
# HANDRAIL is the program: handrail, or deno task --quiet in a clone.
set -euo pipefail
text=$1 decision=${2:-deny}
read -ra program <<< "${HANDRAIL:-handrail}"

coproc SESSION { "${program[@]}" json; }
pid=$SESSION_PID
exec {from}<&"${SESSION[0]}" {to}>&"${SESSION[1]}" {SESSION[1]}>&-

send() { jq -nc "$@" >&"$to"; }

send '{id: "1", type: "initialize", protocol: 1, capabilities: {approvals: true}, opt_out: ["message.delta"]}'
send --arg text "$text" '{id: "2", type: "prompt", text: $text}'

while IFS= read -r line <&"$from"; do
  case $(jq -r .type <<< "$line") in
    approval.requested)
      jq -r '"? \(.tool) \(.input)"' <<< "$line" >&2
      # The digest binds the decision to the arguments that were shown.
      send --arg decision "$decision" --argjson asked "$line" \
        '{id: "3", type: "approve", request_id: $asked.request_id, decision: $decision}
         + if $decision == "allow" then {input_sha256: $asked.input_sha256} else {} end'
      ;;
    response)
      jq -r 'select(.ok | not) | "! \(.error.message)"' <<< "$line" >&2
      ;;
    turn.completed)
      jq -r .text <<< "$line"
      exec {to}>&- # The end of input ends the program.
      ;;
  esac
done
wait "$pid"
