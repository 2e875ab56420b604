/**
 * Files and streams that list the paths or addresses that a program works on: `tar -T list`, `find -files0-from -`,
 * `zip -@`, `wget -i list`. What the list does not show may be any path, or any host.
 */
import { anyShape, joinPieces, type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { isWordsNotation, partsOf } from '../../knowledge/notation/notation.ts';
import type { ValuePart } from '../../knowledge/notation/value-part.ts';
import type { Use } from '../../knowledge/table/entry.ts';
import type { UsedValue } from '../../knowledge/words/invocation.ts';
import { mannersOf } from '../../knowledge/words/manners.ts';
import { savedName } from '../../knowledge/words/saved-name.ts';
import { knownStart, rest } from '../../knowledge/words/word-parts.ts';
import { withoutEndSlash } from '../../record/path-inside.ts';
import { noOrigins, type Word, wordOfShape } from '../word.ts';
import { pathsIn } from './files/items.ts';
import { usePath } from './files/paths.ts';
import { connect } from './network/network.ts';
import { given, type Running } from './running/running.ts';

/** Uses the files in lists that operands name, and those that a pattern in them may choose: `rar a x.rar @list`, `hg rm re:a`. */
export function useListsInWords(running: Running): void {
  const { program, values } = running.invocation;
  const { listsIn = [] } = mannersOf(program);
  const seen = new Set<number>();
  for (const { value, option, at } of values) {
    const mark = listsIn.find((each) => knownStart(value)?.startsWith(each.replace(/\?$/, '')));
    if (mark === undefined || option !== undefined || seen.has(at)) continue;
    seen.add(at);
    if (mark.endsWith('?'))
      for (const { name } of usesOfRepeated(running))
        usePath({ name, certain: false }, anyShape('…'), running);
    else useListed({ ...noOrigins, ...wordOfShape(rest(value, mark.length)), splits: false }, running);
  }
}

/** What the program does with each of its repeated operands, as far as they are paths. */
function usesOfRepeated({ invocation: { places } }: Running): readonly Use[] {
  const repeated = places.find(({ repeat }) => repeat === 'any' || repeat === 'some');
  const uses = repeated?.uses.flatMap(usesOfPath) ?? [];
  return uses.length === 0 ? [{ name: 'read', certain: true }] : uses;
}

/** Uses the listed paths as the program uses its repeated operand; where that is no path, they are read. */
export function useListed(file: Word, running: Running): void {
  const repeated = running.invocation.places.find(({ repeat }) => repeat === 'any' || repeat === 'some');
  const uses = usesOfRepeated(running);
  const isOfHosts = repeated?.role === 'url' || repeated?.uses.some(({ name }) => name === 'host') === true;
  const notation = repeated?.notation;
  /** The line as a whole, or what a notation of the operands finds in it. */
  const partsIn = (line: Shape): readonly ValuePart[] => {
    const parts = notation === undefined || isWordsNotation(notation) ? [] : partsOf(notation, line);
    return parts.length === 0 ? [{ value: line, uses }] : parts;
  };
  const { saves } = running.invocation.traits;
  const { recorder } = running.shell;
  for (const { shape, sources } of pathsIn(file, running)) {
    const isKnown = isKnownPath(shape);
    recorder.inFile(recorder.hidden.fileAmong(sources), () => {
      if (isOfHosts) {
        connect(shape, isKnown && isAddress(shape), running);
        // What is loaded is kept under a name that the list has.
        if (saves === true) usePath({ name: 'write', certain: false }, savedHere(shape, running), running);
      } else
        for (const part of partsIn(shape))
          for (const { name, certain } of part.uses.flatMap(usesOfPath))
            usePath({ name, certain: certain && isKnown }, part.value, running);
    });
  }
}

/** Uses the listed names in each folder that the operands name, and in the target: `rsync --files-from=list a b`. */
export function useListedBelow(file: Word, running: Running): void {
  const { values, places } = running.invocation;
  const { recorder } = running.shell;
  const folders = values.filter(
    ({ option, value }) => option === undefined && !/^[^/]*:/.test(knownStart(value) ?? ''),
  );
  const usesOf = ({ role, value, uses }: UsedValue): readonly Use[] => {
    const { notation } = places.find((place) => place.role === role) ?? {};
    const inside = notation === undefined || isWordsNotation(notation) ? [] : partsOf(notation, value);
    return [...uses, ...inside.flatMap((part) => part.uses)].flatMap(usesOfFolder);
  };
  for (const { shape, sources } of pathsIn(file, running))
    recorder.inFile(recorder.hidden.fileAmong(sources), () => {
      for (const folder of folders)
        for (const { name, certain } of usesOf(folder))
          usePath(
            { name, certain: certain && isKnownPath(shape) },
            belowFolder(folder.value, shape),
            running,
          );
    });
}

const belowFolder = (folder: Shape, { pieces, source }: Shape): Shape =>
  joinPieces([...withoutEndSlash(folder).pieces, { kind: 'text', text: '/' }, ...pieces], source);

/** The file that an address of a list is kept in. */
function savedHere(url: Shape, { invocation: { values } }: Running): Shape {
  const folder = values.find(({ role }) => role === 'directory')?.value;
  const isOne = staticText(url) !== undefined || url.pieces.length > 1;
  return savedName(isOne ? url : joinPieces([{ kind: 'name' }], url.source), folder);
}

/** Beside addresses, a list may have comments and options. */
const isAddress = ({ pieces: [first] }: Shape): boolean =>
  first?.kind === 'text' && /^[a-z]+:\/\//i.test(first.text);

/** Standard input as such a list, where an option says so, or always if no operand is a path. */
export function useListedInput(running: Running): void {
  const { traits, values, places } = running.invocation;
  if (given(traits.lists, running) === undefined) return;
  const role = places.find(({ repeat }) => repeat === 'any' || repeat === 'some')?.role;
  const hasPath = values.some(
    (value) => value.option === undefined && (value.role === role || value.uses.some(isOfPath)),
  );
  if (traits.lists.includes('?') && hasPath) return;
  useListed(wordOfShape(textShape('-')), running);
}

/** Whether a line is a path for sure: `-C` in a list is an option of tar. */
const isKnownPath = ({ pieces: [first] }: Shape): boolean =>
  first?.kind === 'text' ? !first.text.startsWith('-') : first?.kind === 'home';

const isOfPath = (use: Use): boolean => usesOfPath(use).length > 0;

/** What happens to a file of a folder that is used in this way. */
const usesOfFolder = (use: Use): readonly Use[] =>
  use.name === 'remote-read'
    ? [{ ...use, name: 'read' }]
    : use.name === 'remote-write' || use.name === 'target'
      ? [{ ...use, name: 'write' }]
      : usesOfPath(use);

function usesOfPath({ name, certain }: Use): readonly Use[] {
  if (name === 'read' || name === 'write' || name === 'delete') return [{ name, certain }];
  if (name === 'into') return [{ name: 'write', certain }];
  if (name === 'copy' || name === 'upload') return [{ name: 'read', certain }];
  if (name !== 'move') return [];
  return [
    { name: 'read', certain },
    { name: 'delete', certain },
  ];
}
