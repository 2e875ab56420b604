/** Where variables of the call make a language look for its modules. */
import { type PathShape, readPathShape } from '../../../../pattern/path/path-shape.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { alternativesOf, wordsOfChoice } from '../../state/choice.ts';
import type { ShellState } from '../../state/state.ts';
import { directoriesOf } from './search-path.ts';

/** The folders in which variables of the call make a language look for modules: `PYTHONPATH=lib`. */
export const moduleFolders = (language: string, state: ShellState): readonly PathShape[] =>
  (mannersOf(language).folders ?? []).flatMap((name) =>
    alternativesOf(state.held(name))
      .flatMap(wordsOfChoice)
      .flatMap(({ shape }) => directoriesOf(shape))
      .map((pieces) => readPathShape({ pieces, source: name }, state.cwd)),
  );
