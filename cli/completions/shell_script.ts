/**
 * The scripts that teach a shell to complete.
 *
 * @module
 */

/** The shells there are scripts for. */
export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

/** A shell's name. */
export type ShellName = typeof SHELLS[number];

/**
 * The script for a shell, for both makes of the program. It asks the one that is being typed, so that it never falls behind:
 * `handrail completions words -- WORD…` answers with one `VALUE<TAB>DESCRIPTION` a line, and with `:files` where file
 * names could stand.
 *
 * @param shell The shell.
 *
 * @example
 * ```ts
 * shellScript("fish"); // "complete -c handrail …"
 * ```
 */
export function shellScript(shell: ShellName): string {
  return SCRIPTS[shell];
}

// bash breaks words at : and =, so the line is split anew, and what bash holds already is taken off each answer.
const BASH = String.raw`# handrail: completions for bash 3.2 and later
_handrail() {
  local line="\${COMP_LINE:0:COMP_POINT}" word head="" value rest
  local -a words
  COMPREPLY=()
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  word="\${words[\${#words[@]}-1]}"
  [[ $word == *[:=]* ]] && head="\${word%"\${word##*[:=]}"}"
  while IFS=$'\t' read -r value rest; do
    if [[ $value == :files ]]; then
      if type compopt >/dev/null 2>&1; then compopt -o default
      else while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "\${word#"$head"}"); fi
    else
      [[ $value == *: ]] && type compopt >/dev/null 2>&1 && compopt -o nospace
      COMPREPLY+=("\${value#"$head"}")
    fi
  done < <("\${words[0]}" completions words -- "\${words[@]:1}" 2>/dev/null)
}
complete -F _handrail handrail handrail-lite
`.replaceAll("\\$", "$");

const ZSH = String.raw`#compdef handrail handrail-lite
# handrail: completions for zsh
_handrail() {
  local value description files=0
  local -a values shown open
  while IFS=$'\t' read -r value description; do
    if [[ $value == :files ]]; then files=1; continue; fi
    if [[ $value == *: ]]; then open+=("$value"); continue; fi
    values+=("$value")
    shown+=("$value\${description:+  -- $description}")
  done < <("\${words[1]}" completions words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#values} )) && compadd -l -d shown -- "\${values[@]}"
  (( \${#open} )) && compadd -S '' -- "\${open[@]}"
  if (( files )); then
    [[ $PREFIX == --*=* ]] && compset -P '*='
    _files
  fi
  return 0
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _handrail "$@"
else compdef _handrail handrail handrail-lite; fi
`.replaceAll("\\$", "$");

const FISH = String.raw`# handrail: completions for fish
function __handrail_words
    set -l words (commandline -opc)
    $words[1] completions words -- $words[2..-1] (commandline -ct) 2>/dev/null
end
function __handrail_complete
    for line in (__handrail_words)
        if test $line = :files
            set -l word (string split -m 1 = -- (commandline -ct))
            if string match -q -- '--*' $word[1]; and set -q word[2]
                for path in (__fish_complete_path $word[2])
                    printf '%s\n' $word[1]=$path
                end
            else
                __fish_complete_path (commandline -ct)
            end
        else
            echo $line
        end
    end
end
complete -c handrail -f -a '(__handrail_complete)'
complete -c handrail-lite -f -a '(__handrail_complete)'
`;

const POWERSHELL = String.raw`# handrail: completions for PowerShell
Register-ArgumentCompleter -Native -CommandName handrail, handrail-lite -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition } |
    ForEach-Object { $_.Extent.Text })
  $program = $words[0]
  $rest = @($words | Select-Object -Skip 1)
  if ($wordToComplete -eq '') { $rest += '""' }
  & $program completions words -- @rest 2>$null | ForEach-Object {
    $value, $description = $_ -split [char]9, 2
    if ($value -eq ':files') { Get-ChildItem -Name "$wordToComplete*" | ForEach-Object {
      [System.Management.Automation.CompletionResult]::new($_) } }
    else {
      if (-not $description) { $description = $value }
      [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
    }
  }
}
`;

const SCRIPTS: Readonly<Record<ShellName, string>> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
  powershell: POWERSHELL,
};
