// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are of shells.
/**
 * Scripts that do one thing, among lines that only change what the words of that thing come to: the same chance always
 * gives the same script. A script is kept in pieces, so that a smaller one can be made of it by leaving some out.
 */
import { type Chance, pick } from '../../pattern/path-pairs.ts';
import type { Run, Shell } from './sandbox.ts';

/** A part of a script; `bash` where no other shell takes it. */
export interface Piece {
  readonly name: string;
  readonly bash: boolean;
  readonly text: string;
}

/** Something around the effect, which stands where `\0` does; `quotes` of it are in single quotes. */
interface Around extends Piece {
  readonly quoted: boolean;
}

export interface Script {
  readonly shell: Shell;
  readonly front: readonly Piece[];
  readonly around: readonly Around[];
  readonly effect: Piece;
  readonly behind: readonly Piece[];
}

const below = (chance: Chance, bound: number): number => Math.floor(chance() * bound);
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const place = '\0';

export function textOf({ front, around, effect, behind }: Script): string {
  const core = around.reduce(
    (text, { text: outer, quoted }) => outer.split(place).join(quoted ? quote(text) : text),
    effect.text,
  );
  return [...front.map(({ text }) => text), core, ...behind.map(({ text }) => text)].join('\n');
}

export const runOf = (script: Script): Run => ({ shell: script.shell, text: textOf(script) });

/** What a script is made of, for groups of misses. */
export const namesOf = ({ front, around, effect, behind }: Script): readonly string[] => [
  ...front.map(({ name }) => name),
  ...around.map(({ name }) => name),
  effect.name,
  ...behind.map(({ name }) => `behind: ${name}`),
];

/** Scripts with one piece less. */
export function smaller(script: Script): readonly Script[] {
  const without = <Item>(items: readonly Item[], at: number): readonly Item[] =>
    items.filter((_, other) => other !== at);
  return [
    ...script.front.map((_, at) => ({ ...script, front: without(script.front, at) })),
    ...script.around.map((_, at) => ({ ...script, around: without(script.around, at) })),
    ...script.behind.map((_, at) => ({ ...script, behind: without(script.behind, at) })),
  ];
}

// ── words ─────────────────────────────────────────────────────────────────────────────────

const paths = [
  'a.txt',
  'b.txt',
  'sub',
  'sub/c.txt',
  'sub/a.txt',
  './b.txt',
  '.env',
  'empty',
  '../beside',
  '../beside/z.txt',
];
const farPaths = [
  '/home/user/doc',
  '$HOME/doc',
  '~/doc',
  '~/a.txt',
  '$PWD/a.txt',
  '$HOME/beside/a.txt',
  '$PWD/sub',
];
const folders = ['sub', '..', '../beside', '~', '$HOME/doc', 'empty', '/home/user', '/home/user/project'];
const variables = ['x', 'y', 'z'];

/**
 * A template stands for many texts: `%v` is a variable, `%p` a path, `%d` a folder, `%w` a word of an effect, `%c` a
 * condition, `%a` a line that changes the state, `%s` the same without a line break, `%%` a percent sign.
 */
const fill = (chance: Chance, template: string, depth: number): string =>
  template.replace(/%([vpdwcas%])/g, (_, hole: string) => {
    switch (hole) {
      case 'v':
        return pick(chance, variables);
      case 'p':
        return pick(chance, chance() < 0.7 ? paths : farPaths);
      case 'd':
        return pick(chance, folders);
      case 'w':
        return fill(chance, pick(chance, words), depth);
      case 'c':
        return pick(chance, conditions);
      case 'a':
        return depth > 0 && chance() < 0.3
          ? line(chance, depth - 1, true).text
          : fill(chance, pick(chance, simple), depth);
      case 's':
        return fill(chance, pick(chance, assignments), depth);
      default:
        return '%';
    }
  });

const words = [
  '%p',
  '%p',
  '$%v',
  '"$%v"',
  '"$%v"',
  '"${%v}"',
  '"$%v"/c.txt',
  '"$1"',
  '"$2"',
  '"$@"',
  '$*',
  '${l[0]}',
  '${l[1]}',
  '"${l[@]}"',
  '*.txt',
  '[ab].txt',
  '[[:lower:]].txt',
  '{a,b}.txt',
  'sub/*',
  '?.txt',
  '"$PWD"/a.txt',
  '~/doc/d.txt',
  "'my file'",
  'my\\ file',
  "$'a\\x2etxt'",
  '"${%v##*/}"',
  '"${%v%%/*}"',
  '${%v:-%p}',
  '"${!n}"',
  '$(echo %p)',
  '"$(printf %%s "$%v")"',
  '`echo %p`',
  'a.t"x"t',
  '"${%v/a/b}"',
  '${%v:+%p}',
  '"${%v#./}"',
  '$(basename "$%v")',
  '$(dirname "$%v")',
  '"$(pwd)"/b.txt',
  '"$%v".new',
  '"${r}"',
  '${m[k]}',
  '[!b].txt',
]; // prettier-ignore

const conditions = [
  'true',
  'false',
  '[ -f a.txt ]',
  '[ -d nope ]',
  '[ -z "$q" ]',
  'grep -q alpha a.txt',
  'test -n "$x"',
  '! true',
  '[ "$x" = sub ]',
  'cd nope 2>/dev/null',
  '[ $# -gt 0 ]',
  'command -v nope >/dev/null',
]; // prettier-ignore

const assignments = [
  '%v=%p',
  '%v=%p',
  '%v="$%v"',
  'set -- %p %p',
  'cd %d',
  'unset %v',
  '%v=${%v:-%p}',
  'export %v=%p',
  ': ${%v:=%p}',
  'shift',
];

/** Lines that change the state, in every shell that is tried. */
const simple = [
  ...assignments,
  '%v=%p',
  'cd %d',
  'set -- %p "$@"',
  '%v=$(echo %p)',
  '%v="$%v"/a.txt',
  '%v=${%v%%/*}',
  '%v=${%v##*/}',
  'eval "%v=%p"',
  "eval %v='$%v'",
  'HOME=$PWD',
  'HOME=/home/user/doc',
  'CDPATH=..',
  'cd -',
  'cd',
  'cd "$%v"',
  'for %v in %p %p; do :; done',
  'for %v in *.txt; do :; done',
  'for %v; do :; done',
  'read %v < list',
  'read -r %v z <<EOF\n%p %p\nEOF',
  'while read %v; do break; done < list',
  'f() { %s; }',
  'f() { :; }',
  'unset -f f',
  'g() { %v=%p; f; }',
  'f',
  'g',
  'f %p',
  'IFS=:; set -- $%v; unset IFS',
  'IFS=/',
  'set -f',
  'exec 3<list; read %v <&3',
  '%v=%p f',
  '%v=%p :',
  '%v=%p eval :',
  'alias t=rm',
  '%v=a n=%v',
  'set -- $%v',
  '%v=`pwd`/a.txt',
  'readonly q=%p; %v=$q',
  'while getopts o: o -o %p; do %v=$OPTARG; done',
  'trap "%v=%p" USR1; kill -USR1 $$',
  "printf '%%s\\n' '%v=%p' > s.sh; . ./s.sh",
  'x=%p y=$x',
  'PWD=/home/user/beside',
  'OLDPWD=%d; cd - >/dev/null',
  'cd sub && cd ..',
  '%v=$((1+1))',
  '%v=~/doc',
  '%v="~/doc"',
  'set -- "$%v" %p; shift',
  '%v=%p%v',
  'cd -P %d',
  'cd nope 2>/dev/null || cd %d',
  'while [ $# -gt 0 ]; do %v=$1; shift; done',
  '%v=$0',
  '%v=$(cat list | head -n 1)',
  '%v=$(ls | head -n 1)',
  'command cd %d',
  'set -e',
  'set -a',
  '%v=$(cd %d && pwd)',
]; // prettier-ignore

/** The same, in bash alone. */
const bashOnly = [
  'l=(%p %p)',
  'l[0]=%p',
  'l+=(%p)',
  '%v=${l[1]}',
  'declare -n r=%v; r=%p',
  'declare -n r=%v',
  'n=%v',
  '%v=${!n}',
  'declare -A m; m[k]=%p; %v=${m[k]}',
  'declare %v=%p',
  'read %v <<< %p',
  'mapfile -t l < list',
  'mapfile -t l < list; %v=${l[1]}',
  "mapfile -t l <<< $'a.txt\\nsub'",
  'printf -v %v %%s %p',
  '%v+=/c.txt',
  '%v+=x',
  '%v=${%v/a/b}',
  '%v=${%v^^}',
  'shopt -s lastpipe; echo %p | read %v',
  'shopt -s nullglob',
  'shopt -s dotglob',
  'shopt -s extglob',
  'shopt -s globstar',
  'pushd %d >/dev/null',
  'popd >/dev/null',
  'pushd %d >/dev/null; popd >/dev/null',
  'function f { %v=%p; }',
  'IFS=: read %v z <<< %p:%p',
  "%v=$'a.txt'",
  'let n=1; %v=${l[$n]}',
  '((n=1)); %v=${l[n]}',
  'select %v in %p %p; do break; done <<< 2 2>/dev/null',
  'for ((i=0;i<2;i++)); do %v=%p; done',
  '[[ $%v == *a* ]] && %s',
  '[[ a.txt =~ (.*)x ]]; %v=${BASH_REMATCH[1]}t',
  'true %p; %v=$_',
  'trap "%v=%p" DEBUG; :; trap - DEBUG',
  "trap '%v=%p' RETURN; f() { :; }; f",
  "trap '%v=%p' ERR; false",
  'shopt -s expand_aliases\nalias t="%v=%p"\nt',
  'shopt -s expand_aliases; alias rm=echo; unalias rm',
  'read -ra l <<< "%p %p"',
  'read -d : %v <<< %p:x',
  'coproc cat list; read %v <&${COPROC[0]}',
  'source <(echo %v=%p)',
  '. /dev/stdin <<< %v=%p',
  'local %v=%p 2>/dev/null',
  'typeset -i n=1',
  'cd sub; dirs -c; pushd .. >/dev/null',
  'builtin cd %d',
  'f() { local %v=%p; g; }; g() { %v=%p; }; f',
  'f() { declare -g %v=%p; }; f',
  'unset -n r',
  '%v=${l[@]:1:1}',
  '%v=${@:1:1}',
  '%v=${*:2}',
  '%v=${%v:0:1}.txt',
  '%v=${%v,,}',
  '%v={a,b}.txt',
  'export %v; declare -x %v=%p',
  'shopt -s nocaseglob',
  'GLOBIGNORE=a.txt',
  '%v=${%v@Q}',
  'enable -n cd; enable cd',
]; // prettier-ignore

interface Frame {
  readonly name: string;
  readonly text: string;
  readonly bash?: true;
}

/** What a line that changes the state stands in. */
const frames: readonly Frame[] = [
  { name: 'and', text: '%c && %s' },
  { name: 'or', text: '%c || %s' },
  { name: 'and or', text: '%c && %s || %s' },
  { name: 'if', text: 'if %c; then\n%a\nfi' },
  { name: 'if else', text: 'if %c; then\n%a\nelse\n%a\nfi' },
  { name: 'case', text: 'case $%v in a*) %s;; *) %s;; esac' },
  { name: 'case falls through', text: 'case a in a) %s;& b) %s;; esac', bash: true },
  { name: 'while', text: 'i=0; while [ $i -lt 2 ]; do i=$((i+1))\n%a\ndone' },
  { name: 'while never', text: 'while false; do\n%a\ndone' },
  { name: 'until', text: 'until [ -n "$k" ]; do k=1\n%a\ndone' },
  { name: 'for', text: 'for i in 1 2; do\n[ $i = 2 ] && %s\ndone' },
  { name: 'for over paths', text: 'for %v in %p %p; do\n%a\ndone' },
  { name: 'break', text: 'for i in 1 2; do %s; break; %s; done' },
  { name: 'continue', text: 'for i in 1 2; do [ $i = 2 ] && continue; %s; done' },
  { name: 'subshell', text: '(\n%a\n)' },
  { name: 'group', text: '{\n%a\n}' },
  { name: 'background', text: '%s & wait' },
  { name: 'pipe', text: 'echo q | %s' },
  { name: 'pipe to read', text: 'echo %p | { read %v; %s; }' },
  { name: 'function', text: 'f() {\n%a\n}; f' },
  { name: 'function with words', text: 'f() { %v=$1; }; f %p' },
  { name: 'function returns', text: 'f() { %c && return; %s; }; f' },
  { name: 'local', text: 'f() { local %v=%p; %s; }; f' },
  { name: 'function in a subshell', text: 'f() (\n%a\n); f' },
  { name: 'eval', text: "eval '%s'" },
  { name: 'trap', text: "trap '%s' USR1; kill -USR1 $$" },
  { name: 'substitution', text: 'q=$(%s)' },
  { name: 'here-document', text: 'cat > /dev/null <<EOF\n$(%s)\nEOF' },
  { name: 'shell', text: "sh -c '%s'" },
  { name: 'prefix', text: '%v=%p; %v=%p f; %s' },
  { name: 'redefined', text: 'f() { %s; }; f() { %s; }; f' },
  { name: 'conditional function', text: 'f() { %s; }; %c && f() { %s; }; f' },
  { name: 'not called', text: 'f() { %s; }' },
  { name: 'negated', text: '! %s' },
  { name: 'substituted list', text: '%v=$(%s; echo %p)' },
];

function line(chance: Chance, depth: number, anyShell: boolean): Piece {
  const kind = chance();
  if (kind < 0.4) {
    const template = pick(chance, simple);
    return { name: template, bash: /(?:[<]<<|\[\d)/.test(template), text: fill(chance, template, depth) };
  }
  if (kind < 0.65 && !anyShell) {
    const template = pick(chance, bashOnly);
    return { name: template, bash: true, text: fill(chance, template, depth) };
  }
  const frame = pick(chance, frames);
  if (anyShell && frame.bash) return line(chance, depth, anyShell);
  return { name: frame.name, bash: frame.bash === true, text: fill(chance, frame.text, depth) };
}

// ── effects ───────────────────────────────────────────────────────────────────────────────

const effects = [
  'rm -rf %w',
  'rm -rf %w',
  'rm -r %w',
  'rm %w',
  'rm -f -- %w',
  'mv %w moved',
  'mv %w empty',
  'mv -t empty %w',
  'cp %w copied',
  'cp -r %w copied',
  'cp -r %w empty/',
  'cp a.txt %w',
  'mv a.txt %w',
  'touch %w',
  'touch %w.new',
  'echo hi > %p',
  'echo hi >> %p',
  'echo hi > "$%v"',
  'echo hi >> "$%v"',
  ': > "$%v"',
  '> "$%v"',
  'echo hi | tee %w >/dev/null',
  'echo hi | tee -a "$%v"',
  'mkdir -p %w/n',
  'mkdir -p made/"$%v"',
  'mkdir n "$%v"',
  'ln -s a.txt %w.l',
  'ln -sf a.txt "$%v"',
  'ln a.txt "$%v".h',
  'chmod 600 %w',
  'chmod -R go-r %w',
  'truncate -s 0 %w',
  'dd if=list of="$%v" 2>/dev/null',
  'sed -i s/a/q/ %w',
  'cat > "$%v" <<EOF\nhi\nEOF',
  'cat list > %p',
  'find %w -delete',
  'find . -name "*.txt" -exec rm {} \\;',
  'find "$%v" -type f -exec rm {} +',
  'find sub -name "c*" | xargs rm',
  'echo %p | xargs rm -rf',
  "printf '%%s\\n' %p | xargs -I{} mv {} empty",
  'rmdir %w',
  'unlink "$%v"',
  'install -m 600 a.txt "$%v"',
  'cd "$%v" && rm -rf *',
  'cd %d && touch new',
  'cd %d; rm -f *.txt',
  'while read -r i; do rm -rf "$i"; done < list',
  'for i in %w; do rm -rf "$i"; done',
  'for i in "$@"; do rm -rf "$i"; done',
  'rm -rf "$PWD"',
  'rm -rf ~',
  'rm -rf "$HOME"/doc',
  'rm -rf ./* .[!.]*',
  'cat list | while read -r i; do touch "$i".n; done',
  'rm -rf "${%v:?}"',
  '$c %w',
  'c=rm; $c -r %w',
  'f() { rm -rf "$1"; }; f %w',
  'rm -rf {%p,%p}',
  'cp -t empty %w',
  'exec 4>"$%v"; echo hi >&4',
  'tee %w < list > /dev/null',
  'sort -o "$%v" list',
  'rm -rf -- "$%v"*',
  'mv sub "$%v"',
]; // prettier-ignore

const bashEffect = /\$\{l\[|\$\{!|\$'|\{a,b\}|\{.*,.*\}|\/a\/b|\$\{m\[|\$\{r\}/;

interface Cover extends Frame {
  readonly quoted?: true;
  /** The effect has to be one simple command. */
  readonly simple?: true;
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
];

function cover(chance: Chance, inner: string): Around {
  const found = pick(chance, covers);
  const isSimple = /^[a-z]+ [^;|&<>\n]*$/.test(inner) && !/^(?:cd|for|while|exec|c=)/.test(inner);
  if ((found.simple && !isSimple) || (found.text.includes('END') && inner.includes('END')))
    return cover(chance, inner);
  const text = fill(chance, found.text, 1);
  return { name: found.name, bash: found.bash === true, text, quoted: found.quoted === true };
}

export function generate(chance: Chance): Script {
  // Most words need a value to name anything that is there.
  const start: Piece = { name: 'set', bash: false, text: fill(chance, 'x=%p y=%p z=%p; set -- %p %p', 0) };
  const front = [
    ...(chance() < 0.9 ? [start] : []),
    ...Array.from({ length: below(chance, 4) }, () => line(chance, 2, false)),
  ];
  const template = pick(chance, effects);
  const text = fill(chance, template, 0);
  const effect: Piece = { name: template, bash: bashEffect.test(text), text };
  const around: Around[] = [];
  for (let left = below(chance, 3); left > 0; left--) {
    around.push(cover(chance, around.length === 0 ? text : '\n'));
  }
  const behind = chance() < 0.25 ? [line(chance, 1, false)] : [];
  const all = [...front, effect, ...around, ...behind];
  const isPlain = all.every(({ bash, text: each }) => !bash && !bashEffect.test(each));
  return { shell: isPlain && chance() < 0.5 ? 'dash' : 'bash', front, around, effect, behind };
}
