# bylaw, for bash 3.2 or newer: source <(bylaw completion bash)
_bylaw() {
  local program="${COMP_WORDS[0]/#\~/$HOME}" current="${COMP_WORDS[COMP_CWORD]}" line path
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
      *) COMPREPLY+=("${line%%$'\t'*}") ;;
    esac
  done < <("$program" completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _bylaw bylaw
