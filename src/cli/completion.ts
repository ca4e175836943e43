/** Scripts that let a shell ask `commonplace __complete` for the words that may follow. */
const SCRIPTS = {
  bash: `_commonplace() {
  local IFS=$'\\n'
  COMPREPLY=($(commonplace __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _commonplace commonplace`,
  zsh: `#compdef commonplace
_commonplace() {
  local -a found
  found=("\${(@f)$(commonplace __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _commonplace commonplace`,
  fish: `function __commonplace
  set -l words (commandline -opc) (commandline -ct)
  commonplace __complete -- $words[2..-1] 2>/dev/null
end
complete -c commonplace -a '(__commonplace)'`,
} as const;

export const COMPLETED_SHELLS: readonly string[] = Object.keys(SCRIPTS);

export function completionScript(shell: string): string {
  return SCRIPTS[shell as keyof typeof SCRIPTS];
}
