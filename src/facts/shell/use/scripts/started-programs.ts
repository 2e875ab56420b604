/** Runs the programs of the call and the session that a command may start by their names: `own-programs.ts` finds them. */
import { pathShapeOfText } from '../../../../pattern/path/path-shape.ts';
import { anyShape, staticText } from '../../../../pattern/text/shape.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { wordOf, wordOfShape } from '../../word.ts';
import { nestedIo } from '../commands/nested.ts';
import type { Running } from '../running/running.ts';
import { ownPrograms } from '../written/own-programs.ts';
import { writtenText } from '../written/written-module.ts';
import { runScriptAt } from './program-file.ts';

/**
 * Possibly runs the programs that a command may start by their names. Which of them it starts, with which words and in which
 * directory, is not known.
 */
export function runStartedPrograms(running: Running): void {
  const { shell, state, span, invocation } = running;
  if (mannersOf(invocation.program).calls === 'none') return;
  for (const path of ownPrograms(running)) {
    // It gets the same from each command that may start it: anything.
    const key = `${path}\0${state.files.version}`;
    if (shell.loaded.has(key)) continue;
    shell.loaded.add(key);
    const way = state.branch();
    const search = way.held('PATH');
    way.setAnyVariable();
    way.put('PATH', search);
    way.cwd = { anchor: 'floating', segments: [] };
    const io = { ...nestedIo(running), stdin: undefined, certain: false };
    const first = wordOf(path);
    const words = [{ ...wordOfShape(anyShape('"$@"')), splits: true }];
    const script = writtenText(pathShapeOfText(path, undefined), shell, state);
    if (script !== undefined && staticText(script.shape) !== undefined)
      runScriptAt(first, script, { ...running, words: [], state: way, io, base: way.cwd }, words);
    else shell.runWords([first, ...words], way, io, span);
  }
}
