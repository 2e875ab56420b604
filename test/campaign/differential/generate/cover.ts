// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are of shells.
/** What an effect is in: another construct, function, shell, file, or program that runs it. */
import { type Chance, pick } from '../../../pattern/path-pairs.ts';
import { type Frame, fill } from './line.ts';
import type { Around, Piece } from './piece.ts';

interface Cover extends Frame {
  readonly quoted?: true;
  /** The effect has to be one simple command. */
  readonly simple?: true;
  /** The effect has to be one line without dollars and quotes. */
  readonly plain?: true;
}

const covers: readonly Cover[] = [
  { name: 'and', text: '%c && { \0\n}' },
  { name: 'or', text: '%c || { \0\n}' },
  { name: 'if', text: 'if %c; then\n\0\nelse\n\0\nfi' },
  { name: 'subshell', text: '(\n\0\n)' },
  { name: 'background', text: '{ \0\n} & wait' },
  { name: 'function', text: 'h() {\n\0\n}; h' },
  { name: 'function with words', text: 'h() {\n\0\n}; h %p %p' },
  { name: 'function with local', text: 'h() { local %v=%p\n\0\n}; h; %v=%p' },
  { name: 'function before its words', text: 'h() {\n\0\n}\n%a\nh' },
  { name: 'function with prefix', text: 'h() {\n\0\n}; %v=%p h' },
  { name: 'eval', text: 'eval \0', quoted: true },
  { name: 'eval of a variable', text: 'e=\0\n%a\neval "$e"', quoted: true },
  { name: 'bash -c', text: 'bash -c \0', quoted: true, bash: true },
  { name: 'bash -c with words', text: 'bash -c \0 _ %p %p', quoted: true, bash: true },
  { name: 'sh -c', text: 'sh -c \0', quoted: true },
  { name: 'sh -c of exported', text: 'export x y z; sh -c \0', quoted: true },
  { name: 'prefixed sh -c', text: '%v=%p sh -c \0', quoted: true },
  { name: 'for', text: 'for %v in %p %p; do\n\0\ndone' },
  { name: 'for once', text: 'for i in 1 2; do\n[ $i = 2 ] || continue\n\0\ndone' },
  { name: 'for with changes', text: 'for i in 1 2; do\n\0\n%a\ndone' },
  { name: 'while', text: 'while :; do\n\0\nbreak; done' },
  { name: 'while read', text: 'echo %p | while read %v; do\n\0\ndone' },
  { name: 'while read from a file', text: 'while read %v; do\n\0\ndone < list' },
  { name: 'until', text: 'i=0; until [ $i -gt 1 ]; do i=$((i+1))\n\0\n%a\ndone' },
  { name: 'case', text: 'case $%v in a*) %s;; esac\ncase x in *)\n\0\n;; esac' },
  { name: 'pipe', text: 'echo q | {\n\0\n}' },
  { name: 'pipe to shell', text: 'echo \0 | sh', quoted: true },
  { name: 'printed to shell', text: "printf '%%s\\n' \0 | bash", quoted: true, bash: true },
  { name: 'here-document to shell', text: "bash <<'END'\n\0\nEND", bash: true },
  { name: 'script file', text: "printf '%%s\\n' \0 > s.sh; sh s.sh", quoted: true },
  { name: 'script file with words', text: "printf '%%s\\n' \0 > s.sh; sh s.sh %p %p", quoted: true },
  { name: 'sourced file', text: "printf '%%s\\n' \0 > s.sh; . ./s.sh", quoted: true },
  { name: 'script from a here-document', text: "cat > s.sh <<'END'\n\0\nEND\nchmod +x s.sh; . ./s.sh" },
  { name: 'substitution', text: 'q=$(\n\0\n)' },
  { name: 'substitution in quotes', text: 'echo "$(\n\0\n)" > /dev/null' },
  { name: 'trap', text: 'trap \0 EXIT', quoted: true },
  { name: 'trap, then changes', text: 'trap \0 EXIT\n%a', quoted: true },
  { name: 'trap on a signal', text: 'trap \0 USR1; %s; kill -USR1 $$', quoted: true },
  { name: 'trap DEBUG', text: 'trap \0 DEBUG; :; trap - DEBUG', quoted: true, bash: true },
  { name: 'negated', text: '! {\n\0\n}' },
  { name: 'time', text: 'time {\n\0\n} 2>/dev/null', bash: true },
  { name: 'exec in a subshell', text: '( exec sh -c \0 )', quoted: true },
  { name: 'env', text: 'env %v=%p sh -c \0', quoted: true },
  { name: 'xargs', text: 'echo %p | xargs -I{} sh -c \0', quoted: true },
  { name: 'xargs with words', text: 'echo %p %p | xargs sh -c \0 _', quoted: true },
  { name: 'find -exec', text: 'find . -maxdepth 1 -name "a*" -exec sh -c \0 _ {} \\;', quoted: true },
  { name: 'process substitution', text: 'cat <(\n\0\n) > /dev/null', bash: true },
  { name: 'sourced process substitution', text: '. <(echo \0)', quoted: true, bash: true },
  { name: 'coproc', text: 'coproc {\n\0\n}; wait', bash: true },
  { name: 'command', text: 'command \0', simple: true },
  { name: 'env alone', text: 'env \0', simple: true },
  { name: 'timeout', text: 'timeout 2 \0', simple: true },
  { name: 'exec', text: '(exec \0)', simple: true },
  { name: 'prefix', text: '%v=%p \0', simple: true },
  { name: 'alias', text: 'shopt -s expand_aliases\nalias t=\0\nt', quoted: true, bash: true },
  { name: 'exported function', text: 'h() {\n\0\n}; export -f h; bash -c h', bash: true },
  { name: 'function of the same name', text: 'rm() { command rm "$@"; }; {\n\0\n}' },
  { name: 'directory of a subshell', text: '(cd %d;\n\0\n)' },
  { name: 'directory', text: 'cd %d\n\0' },
  { name: 'read in front', text: 'read %v <<EOF\n%p\nEOF\n\0' },
  { name: 'set in front', text: 'set -- %p %p; {\n\0\n}' },
  { name: 'select', text: 'select %v in %p %p; do\n\0\nbreak; done <<< 2 2>/dev/null', bash: true },
  { name: 'input', text: '{\n\0\n} < list' },
  { name: 'env -i', text: 'env -i bash -c \0', quoted: true, bash: true },
  { name: 'env -u', text: 'export x y z; env -u x sh -c \0', quoted: true },
  { name: 'env -C', text: 'env -C %d sh -c \0', quoted: true },
  { name: 'env -S', text: "env -S '\0'", plain: true, simple: true },
  { name: 'nohup', text: 'nohup sh -c \0 > /dev/null', quoted: true },
  { name: 'nice', text: 'nice -n 5 sh -c \0', quoted: true },
  { name: 'setsid', text: 'setsid -w sh -c \0', quoted: true },
  { name: 'timeout with a signal', text: 'timeout -k 1 2 sh -c \0', quoted: true },
  { name: 'stdbuf', text: 'stdbuf -o0 sh -c \0', quoted: true },
  { name: 'flock', text: 'flock list sh -c \0', quoted: true },
  { name: 'exec -a', text: '( exec -a other bash -c \0 )', quoted: true, bash: true },
  { name: 'builtin eval', text: 'builtin eval \0', quoted: true, bash: true },
  { name: 'command eval', text: 'command eval \0', quoted: true },
  { name: 'bash -s', text: "bash -s %p <<'END'\n\0\nEND", bash: true },
  { name: 'bash of a here-string', text: 'bash <<< \0', quoted: true, bash: true },
  { name: 'bash of a process substitution', text: 'bash <(echo \0) %p', quoted: true, bash: true },
  { name: 'source of a here-string', text: '. /dev/stdin <<< \0', quoted: true, bash: true },
  { name: 'source with words', text: "printf '%%s\\n' \0 > s.sh; . ./s.sh %p %p", quoted: true, bash: true },
  { name: 'xargs -0', text: "printf '%%s\\0' %p %p | xargs -0 sh -c \0 _", quoted: true },
  { name: 'xargs -n', text: 'echo %p %p | xargs -n 1 -P 2 sh -c \0 _', quoted: true },
  { name: 'xargs -d', text: 'printf %p,%p | xargs -d , sh -c \0 _', quoted: true },
  { name: 'find -execdir', text: 'find sub -name "c*" -execdir sh -c \0 _ {} \\;', quoted: true },
  { name: 'trap ERR', text: 'trap \0 ERR; false; trap - ERR', quoted: true, bash: true },
  { name: 'trap RETURN', text: 'trap \0 RETURN; k() { :; }; k; trap - RETURN', quoted: true, bash: true },
  { name: 'arithmetic for', text: 'for ((i=0;i<1;i++)); do\n\0\ndone', bash: true },
  { name: 'case falls through', text: 'case a in a) %s;& b)\n\0\n;; esac', bash: true },
  { name: 'case falls on', text: 'case a in a) %s;;& *)\n\0\n;; esac', bash: true },
  { name: 'conditional', text: '[[ -f list ]] && {\n\0\n}', bash: true },
  { name: 'condition', text: 'if {\n\0\n}; then :; fi' },
  { name: 'condition of a loop', text: 'while {\n\0\nfalse; }; do :; done' },
  { name: 'mapfile -C', text: 'h() {\n\0\n}; mapfile -t -C h -c 1 k < list', bash: true },
  { name: 'BASH_ENV', text: "printf '%%s\\n' \0 > s.sh; BASH_ENV=s.sh bash -c :", quoted: true, bash: true },
  {
    name: 'BASH_ENV, exported',
    text: "printf '%%s\\n' \0 > s.sh; export BASH_ENV=$PWD/s.sh; bash -c :",
    quoted: true,
    bash: true,
  },
  { name: 'ENV', text: "printf '%%s\\n' \0 > s.sh; ENV=$PWD/s.sh sh -i -c : 2>/dev/null", quoted: true },
  {
    name: 'function of the environment',
    text: "env 'BASH_FUNC_h%%%%=() { eval '\0'; }' bash -c h",
    plain: true,
    bash: true,
  },
  { name: 'PS4', text: "PS4='$('\0')'; set -x; :; set +x", quoted: true, bash: true },
  { name: 'prompt expansion', text: "e='$('\0')'; : \"${e@P}\"", quoted: true, bash: true },
  { name: 'arithmetic of a text', text: "k=(0); e='k[$('\0')0]'; (( e ))", quoted: true, bash: true },
  { name: 'index', text: 'k=(0 1); : "${k[$(\n\0\n)0]}"', bash: true },
  { name: 'test -v', text: "k=(0); [[ -v 'k[$('\0')0]' ]]", quoted: true, bash: true },
  { name: 'output to a process', text: 'echo %p > >(read %v\n\0\n); wait', bash: true },
  { name: 'tee to a process', text: 'echo %p | tee >(read %v\n\0\n) > /dev/null; sleep 0.1', bash: true },
  { name: 'function with input', text: 'h() {\n\0\n} < list > /dev/null; h' },
  { name: 'function keyword', text: 'function h {\n\0\n}; h %p', bash: true },
  {
    name: 'recursive function',
    text: 'h() { [ $# -gt 2 ] && return; [ $# = 2 ] && {\n\0\n}; h "$@" q; }; h %p',
  },
  { name: 'function by name', text: 'h() {\n\0\n}; k=h; $k %p %p' },
  { name: 'exported variable', text: 'export e=\0; sh -c \'eval "$e"\'', quoted: true },
  { name: 'shell of a variable', text: 'k=sh; $k -c \0', quoted: true },
  { name: 'command of an array', text: 'k=(bash -c \0); "${k[@]}"', quoted: true, bash: true },
  { name: 'command of parameters', text: 'set -- sh -c \0; "$@"', quoted: true },
  { name: 'text of parameters', text: 'h() { k="$*"; eval "$k"; }; h \0', quoted: true },
  { name: 'words of parameters', text: 'h() { k=$@; $k; }; h \0', plain: true },
  { name: 'text of an array', text: 'k=(eval \0); e="${k[@]}"; eval "$e"', quoted: true, bash: true },
  { name: 'makefile', text: "printf 'all:\\n\\t%%s\\n' '\0' > Makefile; make -s", plain: true },
  { name: 'alias of git', text: "git -c alias.t='!\0' t", plain: true },
  { name: 'tar', text: "tar cf /dev/null --checkpoint=1 --checkpoint-action=exec='\0' list", plain: true },
  { name: 'split --filter', text: "split --filter='\0' list", plain: true },
  { name: 'sed e', text: "sed '1e \0' list", plain: true },
  { name: 'ed', text: "printf '!%%s\\nq\\n' '\0' | ed -s list", plain: true },
  { name: 'system of awk', text: 'awk \'BEGIN { system("\0") }\'', plain: true },
  { name: 'system of perl', text: 'perl -e \'system("\0")\'', plain: true },
  { name: 'system of python', text: 'python3 -c \'import os; os.system("\0")\'', plain: true },
  { name: 'base64', text: 'echo \0 | base64 | base64 -d | sh', quoted: true },
  { name: 'quiet lines', text: 'echo begins; # rm\n\0\necho ends' },
];

/** Whether another shell than bash reads what is in it. */
const isForSh = /(?:^|[ ;|(])(?:sh|make|e?nv -S|git|tar|split|ed)(?: |$)/m;

/** Something to stand around a piece of a script, which has to be able to stand there. */
export function cover(
  chance: Chance,
  { text: inner, bash }: Pick<Piece, 'text' | 'bash'>,
  depth: number,
): Around {
  const found = pick(chance, covers);
  const isSimple = /^[a-z]+ [^;|&<>\n]*$/.test(inner) && !/^(?:cd|for|while|exec|c=)/.test(inner);
  const isPlain = /^[A-Za-z0-9 ./_-]+$/.test(inner);
  if (
    (found.simple && !isSimple) ||
    (found.plain && !isPlain) ||
    (bash && isForSh.test(found.text)) ||
    (found.text.includes('END') && inner.includes('END'))
  )
    return cover(chance, { text: inner, bash }, depth);
  // No script writes over the file that it is in.
  const text = fill(chance, found.text, 1).replaceAll('s.sh', `${'st'[depth]}.sh`);
  return { name: found.name, bash: found.bash === true, text, quoted: found.quoted === true };
}
