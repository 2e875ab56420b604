/**
 * The shell around the hook, where there is `sh`. Most harnesses let a call pass when its hook crashes, is gone or takes
 * too long, and a hook that is gone can say nothing. So a shell starts it and answers in its place: with the harness's own
 * denial, unless the hook ends in one of two ways that mean an answer.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are of the shell.
import { type HarnessId, harnessVariables, payloadVariable } from '../adapters/adapter.ts';
import { adapters } from '../adapters/adapters.ts';
import { answerVerdict } from '../adapters/read-request.ts';
import { guardExits, guardVariable } from '../hook/guarded.ts';
import { shellHookPath } from '../hook/shell-hook.ts';

/** Seconds until the hook is ended. Its own deadline is earlier, and what harnesses wait is later. */
const patience = 15;

/** Programs are the system's own, whatever the search path of the harness says; the hook gets that one back. */
const beginning = 'l=$1 x=$2 o=$3 e=$4 p= w= P=$PATH PATH=/usr/bin:/bin; exec 3>&2 4<&0';
const answers = [
  'say() { [ -z "$1" ] || printf "%s\\n" "$1"; }',
  'deny() { kill -9 $p; kill $w; say "$o" || x=2; say "$e" >&3; exit $x; }; trap deny HUP INT TERM',
];
const environment = `PATH=$P ${guardVariable}=1`;
const ending = [
  'exec 2>/dev/null',
  '(trap "kill \\$s" TERM; sleep $l & s=$!; wait $s && kill -9 $p) </dev/null >/dev/null 3>&- 4<&- & w=$!',
  `wait $p; s=$?; kill $w; case $s in ${guardExits[0]}) exit 0;; ${guardExits[2]}) exit 2;; esac; deny`,
];

/**
 * What `/bin/sh -c` runs, for any POSIX shell. Its words: the seconds to wait; the exit code, standard output and standard
 * error of a denial; then the hook and its words. An answer has an exit code of its own: a program that only ends
 * well, such as one that was put in the place of the hook, decides nothing. A signal to the shell is a denial too.
 */
const script = [
  `${beginning}; shift 4`,
  ...answers,
  `${environment} "$@" <&4 2>&3 3>&- 4<&- & p=$!`,
  ...ending,
].join('; ');

/**
 * The same, which first asks the server of this user: a shell with `curl` takes half the time of starting node. Its further
 * words: curl; the socket; the file with the key of this user; the file that says which mounts there are; the names of the variables
 * that matter; the address. The answer counts only with the mark of the question and the key; else the hook runs, with all
 * octets of the payload. It asks only where others can change neither the socket nor the key, nor put others in their places.
 * What a folder or a variable is called is sent only where it can be no part of a header.
 */
const askingScript = [
  `${beginning}; c=$5 u=$6 k=$7 m=$8 v=$9 a=\${10} LC_ALL=C; shift 10`,
  ...answers,
  'q=$(cat <&4; echo .); q=${q%.}; t="\t"',
  [
    // What belongs to this user alone: the places of the socket and of the key, and what is there.
    'ask() { n=0; for f in "${u%/*}" "${k%/*}" "$u" "$k"; do [ -O "$f" ] || return; done',
    'for f in $(ls -ldn "${u%/*}" "${k%/*}" "$u" "$k"); do case $f in ?????w*|????????w*) return;; [-ds][-r][-w]??-*) n=$((n+1));; esac; done; [ $n -ge 4 ] || return',
    'IFS= read -r k <"$k" || return; h=',
    'for n in $v; do eval "i=\\${$n-}"; case $i in *[!-A-Za-z0-9_./:@%+=,~\\ ]*) return;; esac; h="$h$n=$i;"; done',
    'case "$PWD$P" in *[!-A-Za-z0-9_./:@%+=,~\\ ]*) return;; esac',
    'case $m in /*) m=$(readlink "$m") || return;; esac',
    [
      'r=$(printf "%s" "$q" | "$c" -q -s -f -m 3 --noproxy "*" --unix-socket "$u" -H content-type:application/json -H expect:',
      '-H "x-bylaw-cwd: $PWD" -H "x-bylaw-path: $P" -H "x-bylaw-mounts: $m" -H "x-bylaw-env: $h" --data-binary @- "$a&n=$$") || return',
    ].join(' '),
    'case $r in *:\\"allow\\"*|*:\\"approve*) return;; "bylaw $$ $k "[02]"$t"*"$t"*) ;; *) return;; esac',
    'r=${r#"bylaw $$ $k "}; x=${r%%"$t"*}; r=${r#*"$t"}; e=${r#*"$t"}; o=${r%%"$t"*}; say "$o" || x=2; say "$e" >&3; exit $x; }',
  ].join('; '),
  'ask 2>/dev/null',
  `printf "%s" "$q" | ${environment} "$@" 2>&3 3>&- 4<&- & p=$!`,
  ...ending,
].join('; ');

/** Words that come before the hook's own, by what the shell runs. */
const ownWords: Readonly<Record<string, number>> = { [script]: 8, [askingScript]: 14 };

/** What a person reads who knows nothing of this file. No apostrophes: shells end texts with them. */
const failed = (words: readonly string[]): string =>
  `bylaw did not answer, so the call is not allowed to run: it is gone, cannot be started, crashed or took too long. A person should look whether ${words.slice(0, 2).join(' and ')} are there, and run \`bylaw doctor\`.`;

const variables = harnessVariables.filter((name) => name !== payloadVariable).join(' ');

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
export function guarded(
  words: readonly string[],
  harness: HarnessId,
  server?: AskedServer,
): readonly string[] {
  const denial = { denied: true, reason: failed(words), code: 'io.bylaw.engine.no-answer' } as const;
  const { stdout, stderr, exitCode } = answerVerdict(denial, {
    adapter: adapters[harness],
    moment: undefined,
  });
  const common = [`${patience}`, `${exitCode}`, stdout.trim(), stderr.trim()];
  if (server === undefined || harness === 'kiro')
    return ['/bin/sh', '-c', script, 'bylaw', ...common, ...words];
  const { curl, socket, key, mounts, policies, watch } = server;
  const query = `policies=${encodeURIComponent(policies)}${watch ? '&watch=1' : ''}`;
  const asked = [curl, socket, key, mounts, variables, `http://bylaw${shellHookPath}${harness}?${query}`];
  return ['/bin/sh', '-c', askingScript, 'bylaw', ...common, ...asked, ...words];
}

/** Whether a command line is a hook with exactly this shell around it. */
export const isGuarded = ([shell, flag, code = '', name]: readonly string[]): boolean =>
  shell === '/bin/sh' && flag === '-c' && Object.hasOwn(ownWords, code) && name === 'bylaw';

/** The words of the hook alone. */
export const unguarded = (words: readonly string[]): readonly string[] =>
  isGuarded(words) ? words.slice(ownWords[words[2] ?? '']) : words;

/** The same shell around another program, which waits as long and asks no server: to prove that it denies. */
export const guardAround = (
  words: readonly string[],
  program: readonly string[],
  seconds: number,
): readonly string[] => ['/bin/sh', '-c', script, 'bylaw', `${seconds}`, ...words.slice(5, 8), ...program];
