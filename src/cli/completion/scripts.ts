/**
 * The lines that a shell runs to complete `bylaw`. Each asks the very program that is typed, with the words before the
 * cursor, and adds files or folders where the answer ends with `:paths` or `:folders`.
 */

export const shells = ['bash', 'zsh', 'fish'] as const;
export type CompletionShell = (typeof shells)[number];

export const completionScripts: Readonly<Record<CompletionShell, string>> = {
  bash: `# bylaw, for bash 3.2 or newer: source <(bylaw completion bash)
_bylaw() {
  local program="\${COMP_WORDS[0]/#\\~/$HOME}" current="\${COMP_WORDS[COMP_CWORD]}" line path
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :paths | :folders)
        [ "$current" = = ] && current=
        compopt -o filenames 2>/dev/null
        while IFS= read -r path; do
          COMPREPLY+=("$path")
        done < <(if [ "$line" = :paths ]; then compgen -f -- "$current"; else compgen -d -- "$current"; fi)
        ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <("$program" completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _bylaw bylaw
`,
  zsh: `#compdef bylaw
# bylaw, for zsh: source <(bylaw completion zsh), after compinit; or put this into a folder of $fpath as _bylaw
_bylaw() {
  local -a described
  local line
  for line in "\${(@f)$("\${(Q)~words[1]}" completion words -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case "$line" in
      :paths) compset -P '--[^=]##='; _files ;;
      :folders) compset -P '--[^=]##='; _files -/ ;;
      ?*) described+=("\${\${line%%$'\\t'*}//:/\\\\:}\${\${(M)line%%$'\\t'*}/$'\\t'/:}") ;;
    esac
  done
  (( \${#described} )) && _describe bylaw described
}
if [[ "\${funcstack[1]}" = _bylaw ]]; then _bylaw "$@"; else compdef _bylaw bylaw; fi
`,
  fish: `# bylaw, for fish: bylaw completion fish | source
function __bylaw_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in (command $words[1] completion words -- $words[2..] "$current" 2>/dev/null)
        set -l value (string replace -r -- '^--[^=]+=' '' "$current")
        set -l option (string sub -l (math (string length -- "$current") - (string length -- "$value")) -- "$current")
        switch $line
            case :paths
                printf '%s\\n' $option(__fish_complete_path "$value")
            case :folders
                printf '%s\\n' $option(__fish_complete_directories "$value" '')
            case '*'
                printf '%s\\n' $line
        end
    end
end
complete -c bylaw -f -a '(__bylaw_complete)'
`,
};
