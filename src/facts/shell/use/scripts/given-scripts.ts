/**
 * Words that no table explains, and that name a script of the call or the session: `tool --plugin=./x.js`,
 * `tool x.py`. The program possibly runs them. Scripts from before the session are not followed.
 */
import { readPathShape } from '../../../../pattern/path/path-shape.ts';
import type { Shape } from '../../../../pattern/text/shape.ts';
import type { UsedValue } from '../../../knowledge/words/invocation.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { nestedIo } from '../commands/nested.ts';
import type { Running } from '../running/running.ts';
import { hasWritten, isLoadable, runWritten } from '../written/written-module.ts';

/** Runs the scripts that such words of the command name, each as possible. */
export function runGivenScripts(running: Running): void {
  const { invocation, shell, state, base, command } = running;
  if (!hasWritten(shell, state) || mannersOf(invocation.program).calls === 'none') return;
  const io = { ...nestedIo(running), certain: false, elsewhere: running.io.elsewhere };
  for (const value of wordsWithoutUse(running).slice(0, mostWords)) {
    const path = readPathShape(value, base);
    if (isLoadable(path)) runWritten(path, 'other', shell, state, io, command);
  }
}

/** Words that are guessed to be paths, and those that may be the value of an option which no table lists. */
const wordsWithoutUse = ({ invocation: { values, options } }: Running): readonly Shape[] => [
  ...values.filter(isGuessed).map(({ value }) => value),
  ...options.flatMap(({ next }) => next ?? []),
];

const isGuessed = ({ uses }: UsedValue): boolean =>
  uses.length === 2 && uses.every(({ name, certain }) => !certain && (name === 'read' || name === 'write'));

const mostWords = 50;
