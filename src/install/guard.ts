/**
 * The shell around the hook, where there is `sh`. Most harnesses let a call pass when its hook crashes, is gone or takes
 * too long, and a hook that is gone can say nothing. So a shell starts it and answers in its place: with the harness's own
 * denial, unless the hook ends in one of two ways that mean an answer.
 */
import type { HarnessId } from '../adapters/adapter.ts';
import { adapters } from '../adapters/adapters.ts';
import { answerVerdict } from '../adapters/read-request.ts';
import { guardExits, guardVariable } from '../hook/guarded.ts';

/** Seconds until the hook is ended. Its own deadline is earlier, and what harnesses wait is later. */
const patience = 15;

/**
 * What `/bin/sh -c` runs, for any POSIX shell. Its words: the seconds to wait; the exit code, standard output and standard
 * error of a denial; then the hook and its words. An answer has an exit code of its own: a program that only ends
 * well, such as one that was put in the place of the hook, decides nothing. A signal to the shell is a denial too.
 */
const script = [
  'l=$1 x=$2 o=$3 e=$4 p= w=; shift 4; exec 3>&2 4<&0',
  'say() { [ -z "$1" ] || printf "%s\\n" "$1"; }',
  'deny() { kill -9 $p; kill $w; say "$o" || x=2; say "$e" >&3; exit $x; }; trap deny HUP INT TERM',
  `${guardVariable}=1 "$@" <&4 2>&3 3>&- 4<&- & p=$!; exec 2>/dev/null`,
  '(trap "kill \\$s" TERM; sleep $l & s=$!; wait $s && kill -9 $p) </dev/null >/dev/null 3>&- 4<&- & w=$!',
  `wait $p; s=$?; kill $w; case $s in ${guardExits[0]}) exit 0;; ${guardExits[2]}) exit 2;; esac; deny`,
].join('; ');

/** Words that come before the hook's own. */
const ownWords = 8;

const failed =
  'bylaw did not answer: it cannot be started, crashed or took too long. So the call is not allowed to run. A person should run `bylaw doctor`.';

/** The words that start a hook with the shell around it. Its denial is the one for calls that are about to run. */
export function guarded(words: readonly string[], harness: HarnessId): readonly string[] {
  const denial = { denied: true, reason: failed, code: 'io.bylaw.engine.no-answer' } as const;
  const { stdout, stderr, exitCode } = answerVerdict(denial, {
    adapter: adapters[harness],
    moment: undefined,
  });
  return [
    '/bin/sh',
    '-c',
    script,
    'bylaw',
    `${patience}`,
    `${exitCode}`,
    stdout.trim(),
    stderr.trim(),
    ...words,
  ];
}

/** Whether a command line is a hook with exactly this shell around it. */
export const isGuarded = ([shell, flag, code, name]: readonly string[]): boolean =>
  shell === '/bin/sh' && flag === '-c' && code === script && name === 'bylaw';

/** The words of the hook alone. */
export const unguarded = (words: readonly string[]): readonly string[] =>
  isGuarded(words) ? words.slice(ownWords) : words;

/** The same shell around another program, which does not wait as long: to prove that it denies. */
export const guardAround = (
  words: readonly string[],
  program: readonly string[],
  seconds: number,
): readonly string[] => [...words.slice(0, 4), `${seconds}`, ...words.slice(5, ownWords), ...program];
