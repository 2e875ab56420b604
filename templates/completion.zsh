#compdef bylaw
# bylaw, for zsh: source <(bylaw completion zsh), after compinit; or put this into a folder of $fpath as _bylaw
_bylaw() {
  local -a described
  local line
  for line in "${(@f)$("${(Q)~words[1]}" completion words -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case "$line" in
      :paths) compset -P '--[^=]##='; _files ;;
      :folders) compset -P '--[^=]##='; _files -/ ;;
      ?*) described+=("${${line%%$'\t'*}//:/\\:}${${(M)line%%$'\t'*}/$'\t'/:}") ;;
    esac
  done
  (( ${#described} )) && _describe bylaw described
}
if [[ "${funcstack[1]}" = _bylaw ]]; then _bylaw "$@"; else compdef _bylaw bylaw; fi
