/**
 * The shell around the hook, where there is `sh`. Most harnesses let a call pass when its hook crashes, is gone or takes
 * too long, and a hook that is gone can say nothing. So a shell starts it and answers in its place: with the harness's own
 * denial, unless the hook ends in one of two ways that mean an answer.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are of the shell.

import { createHash } from 'node:crypto';
import type { Adapter } from '../adapters/adapter.ts';
import { answerVerdict } from '../adapters/answer.ts';
import { guardExits, guardVariable, shellHookPath } from '../adapters/guarded.ts';
import { type HarnessId, harnessVariables, payloadVariable } from '../adapters/harnesses.ts';

/** Seconds until the hook is ended. Its own deadline is earlier, and what harnesses wait is later. */
const patience = 15;

/**
 * How both scripts begin. They switch off shell options, functions and variables that the harness's environment may have, and use the
 * programs of the system. The hook gets the search path of the harness back.
 *
 * Descriptor 5 is the standard output of the harness, and only the answer goes there. Everything else that is printed,
 * such as by a module that is loaded into node, goes to standard error.
 */
const shellVariables = 'l x o e c u k m v a p w q h r n f i j d s t P';
const beginning = [
  'set +e +u +x',
  'unset -f command say deny work ask printf kill wait sleep cat ls cd read echo 2>/dev/null',
  `unset ${shellVariables}`,
  'P=$PATH; PATH=/usr/bin:/bin; LC_ALL=C',
].join('; ');
const ending = [
  'command true 5>&2 || exec 2>/dev/null; command true 5>&1 4<&0 || exit 2; exec 3>&2 4<&0 5>&1',
  'say() { [ -z "$1" ] || printf "%s\\n" "$1"; }',
  // The hook may have written a part of its answer already. The exit code then says that the call is denied.
  'deny() { kill $p $w; say "$o" || x=2; say "$e" >&3; exit $x; }; trap deny HUP INT TERM',
  'work "$@" <&4 >&3 2>&3 3>&- 4<&- & p=$!; exec 2>/dev/null',
  '(s=; trap "kill \\$s; exit" TERM; sleep $l & s=$!; wait $s && { kill $p; sleep 1 & s=$!; wait $s; kill -9 $p; }) </dev/null >/dev/null 3>&- 4<&- 5>&- & w=$!',
  `wait $p; s=$?; p=; kill $w; w=; case $s in ${guardExits[0]}) exit 0;; ${guardExits[2]}) exit 2;; esac; deny`,
];
const environment = `export ${guardVariable}=1 PATH="$P"`;

/**
 * The script without any `$`. Grok Build replaces `$NAME` in the command of a hook, even between quotes, and silently drops a
 * hook with a name that is not set.
 */
function withoutDollars(lines: readonly string[]): string {
  const text = lines.join('; ').replaceAll('\\', '\\\\').replaceAll('$', '\\0044').replaceAll('\n', '\\0012');
  return `set +e; unset -f command printf 2>/dev/null; eval "$(PATH=/usr/bin:/bin; printf %b '${text}')"`;
}

/**
 * What `/bin/sh -c` runs, for any POSIX shell. Its words: the seconds to wait; the exit code, standard output and standard
 * error of a denial; then the hook and its words. An answer has an exit code of its own: a program that only ends
 * well, such as one that was put in the place of the hook, decides nothing. A signal to the shell is a denial too.
 */
const script = withoutDollars([
  beginning,
  'l=$1 x=$2 o=$3 e=$4; shift 4',
  `work() { ${environment}; exec "$@" 5>&5; }`,
  ...ending,
]);

/**
 * The same, which first asks the server of this user: a shell with `curl` takes half the time of starting node. Its further
 * words: curl; the socket; the file with the key of this user; the file that says which mounts there are; the names of the variables
 * that matter; the address. The answer counts only with the mark of the question and the key; else the hook runs, with the
 * payload as it came. It asks only where others can change neither the socket nor the key, nor put others in their places.
 * It sends the name of a folder or the value of a variable only if that cannot end a header.
 */
const askingScript = withoutDollars([
  beginning,
  'l=$1 x=$2 o=$3 e=$4 c=$5 u=$6 k=$7 m=$8 v=$9 a=${10}; shift 10; t="\t"; case $m in /*) j=$m;; esac',
  [
    // `q` is what `ls` says of the four files and of the mounts, an empty line, and the payload.
    'ask() { cd -P . && d=$PWD && [ -f "$k" ] && [ ! -L "$k" ] || return 1',
    'for f in "${u%/*}" "${k%/*}" "$u" "$k"; do [ -O "$f" ] || return 1; done',
    'n=0; set -f; IFS="\n"; for f in $j; do case $f in l*" $m -> "*) m=${f##* -> };; ?????w*|????????w*) return 1;; [ds][-r][-w]??-*|-[-r][-w]-------*) n=$((n+1));; *) return 1;; esac; done; unset IFS',
    '[ $n = 4 ] || return 1; case $m in /*) return 1;; esac; IFS= read -r k <"$k" || return 1; h=',
    'for n in $v; do eval "i=\\${$n-}"; case $i in *[!-A-Za-z0-9_./:@%+=,~\\ ]*) return 1;; esac; h="$h$n=$i;"; done',
    'case "$d$P" in *[!-A-Za-z0-9_./:@%+=,~\\ ]*) return 1;; esac; case $d in *\\ ) return 1;; esac',
    [
      'r=$(printf "%s" "$q" | "$c" -q -s -f -m 3 --noproxy "*" --unix-socket "$u" -H content-type:application/json -H expect:',
      '-H "x-bylaw-cwd: $d" -H "x-bylaw-path: $P" -H "x-bylaw-mounts: $m" -H "x-bylaw-env: $h" --data-binary @- "$a&n=$$") || return 1',
    ].join(' '),
    'case $r in *:\\"allow\\"*|*:\\"approve*) return 1;; "bylaw $$ $k "[02]"$t"*"$t"*) ;; *) return 1;; esac',
    'r=${r#"bylaw $$ $k "}; x=${r%%"$t"*}; r=${r#*"$t"}; e=${r#*"$t"}; o=${r%%"$t"*}',
    '}',
  ].join('; '),
  // The hook must not outlive this function: it would keep the output open, and the harness would wait.
  'work() { q=$(exec 5>&-; ls -ldnq "${u%/*}" "${k%/*}" "$u" "$k" $j 2>/dev/null; echo; cat; echo .); j=${q%%"\n\n"*}; q=${q#*"\n\n"}; q=${q%.}; ask 2>/dev/null && { say "$o" >&5 || exit 1; say "$e" >&2; ' +
    `[ $x = 2 ] && exit ${guardExits[2]}; exit ${guardExits[0]}; }; ${environment}; command -p printf "%s" "$q" | "$@" 5>&5 & n=$!; trap "kill -9 $n" TERM; wait $n; }`,
  ...ending,
]);

/** Words that come before the hook's own, by what the shell runs. */
const ownWords: Readonly<Record<string, number>> = { [script]: 8, [askingScript]: 14 };

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The same for the scripts that bylaw has written so far, by the SHA-256 of each, these two among them. `init` replaces such a line
 * and `uninstall` takes it out, like those of this build; without the list they would leave it as a line of others. A script is
 * known by every character, since `doctor` runs what is behind it. `test/install/guard.test.ts` fails where a script has changed and
 * its digest is not here.
 */
export const wordsBehindEarlier: ReadonlyMap<string, number> = new Map([
  ['aaa40ea08b1afad92d0e6fbb4e53b6f0ec4781be65e383b3e4734bd8afbd3c24', 8],
  ['a37e4459bbe79fc835b2e73d35a1b27fe842653425b2e0f14b071e55631940e8', 14],
  ['3f5a95bb47ceacd651ceff26f92a591cba7d30a76ec58f9a226f9a2fd1031c54', 8],
  ['6e79d8f4840badf8ca758b8c9a7dff40cb8e2e0a752ddd59998da1b84e7ab35e', 14],
  ['9791c99f833248ccdbf9abaa8527798805207e6053fe93516d0de0da53278ecc', 8],
  ['43886a665329fd872afa409b90fb5415018ddaf032b6df619cb87417082d05f9', 14],
  ['f96b8e3939b476cfd91456908914a1807fac79efb38fd95f120cc6aa96a34a55', 8],
  ['05ca7726ed56025ce6f16a05deee3d656dec7f224f1e34f712f77042888248fb', 14],
  ['630e13d8e9b993067686189a38d224423413cb245e91feecdb75e938ffeb45a5', 8],
  ['2e319665370a888ae7fee6c99881ad6af99016668e04d44dab18842e3c1569f6', 14],
  ['9a2caa5b28cfa71589b59db543df4891946a10c469c5e4eeaa62e030ebf0589f', 8],
  ['101abaf6a76663da59496df6e2455adafbcf09bd4a5105610ff1e9e1a1352078', 14],
]);

/** What a person reads who knows nothing of this file. No apostrophes: shells end texts with them. */
const failed = (words: readonly string[]): string =>
  `bylaw did not answer, so the call is not allowed to run: it is gone, cannot be started, crashed or took too long. A person should look whether ${words.slice(0, 2).join(' and ')} are there, and run \`bylaw doctor\`.`;

const sentVariables = harnessVariables.filter((name) => name !== payloadVariable).join(' ');

const code = 'io.bylaw.engine.no-answer';

/** Harnesses that look at the text of an answer alone, or of which that is not known otherwise. */
const judgedByText: ReadonlySet<HarnessId> = new Set(['cline', 'antigravity', 'gemini-cli', 'opencode']);

/** Where the shell finds the server of this user. All paths are absolute. */
export interface AskedServer {
  readonly curl: string;
  readonly socket: string;
  /** The file with the key of this user. */
  readonly key: string;
  /** A link that names the mounts of a process, or what all processes of this system say of theirs. */
  readonly mounts: string;
  /** The policies that it must decide by. */
  readonly policies: string;
  readonly watch: boolean;
}

/**
 * The words that start a hook with the shell around it, which asks a server first where there is one. Its denial is the one
 * for calls that are about to run.
 */
export function guarded(words: readonly string[], adapter: Adapter, server?: AskedServer): readonly string[] {
  const reason = failed(words);
  const denial = { denied: true, reason, code } as const;
  const { stdout, exitCode } = answerVerdict(denial, { adapter, moment: undefined });
  // Exit code 2 denies by itself in nearly all harnesses, whatever else was printed.
  const ends = judgedByText.has(adapter.id) ? exitCode : 2;
  const common = [`${patience}`, `${ends}`, stdout.trim(), `${reason} [${code}]`];
  if (server === undefined || adapter.id === 'kiro')
    return ['/bin/sh', '-c', script, 'bylaw', ...common, ...words];
  const { curl, socket, key, mounts } = server;
  const asked = [curl, socket, key, mounts, sentVariables, `http://bylaw${hookTarget(adapter.id, server)}`];
  return ['/bin/sh', '-c', askingScript, 'bylaw', ...common, ...asked, ...words];
}

/** What a hook asks of a server for: the address, without the name of the server. */
export const hookTarget = (
  harness: HarnessId,
  { policies, watch }: { readonly policies: string; readonly watch?: boolean | undefined },
): string =>
  `${shellHookPath}${harness}?policies=${encodeURIComponent(policies)}${watch === true ? '&watch=1' : ''}`;

/** Whether a command line is a hook with exactly this shell around it. */
export const isGuarded = ([shell, flag, code = '', name]: readonly string[]): boolean =>
  shell === '/bin/sh' && flag === '-c' && Object.hasOwn(ownWords, code) && name === 'bylaw';

/** Whether that shell asks a server first. */
export const asksFirst = (words: readonly string[] | undefined): boolean => words?.[2] === askingScript;

/** The words of the hook alone, also behind the script of an earlier build. */
export function unguarded(words: readonly string[]): readonly string[] {
  const [shell, flag, code = '', name] = words;
  if (shell !== '/bin/sh' || flag !== '-c' || name !== 'bylaw') return words;
  return words.slice(ownWords[code] ?? wordsBehindEarlier.get(digestOf(code)) ?? 0);
}

/** The same shell around another program, which waits as long and asks no server: to prove that it denies. */
export const guardAround = (
  words: readonly string[],
  program: readonly string[],
  seconds: number,
): readonly string[] => ['/bin/sh', '-c', script, 'bylaw', `${seconds}`, ...words.slice(5, 8), ...program];
