/** Commands that change the location of a Windows script, and the state of the shell in each location. */
import { joinPieces, type Piece, staticText } from '../../../pattern/text/shape.ts';
import type { ShellState } from '../state/state.ts';
import type { Word } from '../word.ts';
import { changesLocation } from './windows-script.ts';
import type { Location } from './windows-state.ts';

export const areSamePlaces = (one: readonly Location[], other: readonly Location[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each));

/** The state of the shell in which a command runs, which may be in one of several places. */
export function stateAt(
  locations: readonly Location[],
  places: ReadonlyMap<Location, ShellState>,
  state: ShellState,
): ShellState {
  const states = locations.map((location): ShellState => {
    const known = location === undefined ? state : places.get(location);
    if (known !== undefined) return known;
    const anywhere = state.fork();
    anywhere.cwd = { anchor: 'floating', segments: [] };
    return anywhere;
  });
  const [only] = states;
  if (states.length === 1 && only !== undefined) return only;
  const joined = state.fork();
  joined.join(states);
  return joined;
}

/** The POSIX built-in that does the same as a command that changes the location. */
export const locationChanges: ReadonlyMap<string, string> = new Map(
  [...changesLocation].map((name) => [
    name,
    name.startsWith('push') ? 'pushd' : name.startsWith('pop') ? 'popd' : 'cd',
  ]),
);

/** The path among the words of such a command. Several words are one path with blanks in it. */
export function locationGiven(words: readonly Word[]): readonly Word[] {
  const paths = words.filter(({ shape }) => !/^(?:-[a-z]\w*|\/d)$/i.test(staticText(shape) ?? ''));
  const [first, ...rest] = paths;
  if (first === undefined || rest.length === 0) return paths;
  const pieces = rest.flatMap(({ shape }): readonly Piece[] => [
    { kind: 'text', text: ' ' },
    ...shape.pieces,
  ]);
  return [{ ...first, shape: joinPieces([...first.shape.pieces, ...pieces], first.shape.source) }];
}
