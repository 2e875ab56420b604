/** Files that a command brings from elsewhere, although none of its words is an address: the trait `brings`. */
import { readPathShape } from '../../../../pattern/path/path-shape.ts';
import { staticText, textShape } from '../../../../pattern/text/shape.ts';
import type { Use } from '../../../knowledge/table/entry.ts';
import type { UsedValue } from '../../../knowledge/words/invocation.ts';
import type { Running } from '../running/running.ts';
import { fill } from './repack.ts';

/** Uses that name the place of what a command brings. */
const placing: ReadonlySet<Use['name']> = new Set(['into', 'write', 'target', 'remote-write']);

/**
 * Notes that what a command writes comes from elsewhere. Where no word says where it is kept, the current directory is
 * filled. A source on this machine brings nothing.
 */
export function bringFiles(running: Running): void {
  const { invocation, shell, base, command, io } = running;
  const { brings } = invocation.traits;
  if (brings === undefined || io.elsewhere) return;
  const sources = invocation.values.filter(({ uses }) => !isPlace(uses));
  if (sources.every(({ value, uses }) => !isRemote(uses) && isHere(staticText(value)))) return;
  shell.recorder.bring(command);
  if (brings === 'output') return;
  if (brings === 'tree') {
    if (base !== undefined) shell.recorder.filesLeft.make(base, 'any');
    return;
  }
  const places = invocation.values.filter(({ uses }) => isPlace(uses));
  for (const { value } of places) shell.recorder.filesLeft.make(readPathShape(value, base), 'any');
  if (places.length > 0 || invocation.traits.clones) return;
  for (const name of namesOf(sources)) fill(textShape(name), true, running);
}

/** What the sources are called here: `adb pull /sdcard/a` makes `a`. The whole directory, where that is not known. */
function namesOf(sources: readonly UsedValue[]): readonly string[] {
  const names = sources.map(({ value, uses }) =>
    isRemote(uses) ? /([\w.-]*\w[\w.-]*)\/?$/.exec(staticText(value) ?? '')?.[1] : undefined,
  );
  const known = names.filter((name) => name !== undefined);
  return known.length > 0 && known.length === names.length ? known : ['.'];
}

const isRemote = (uses: readonly Use[]): boolean => uses.some(({ name }) => name === 'remote-read');

const isPlace = (uses: readonly Use[]): boolean => uses.some(({ name }) => placing.has(name));

/** Whether a word is written as a path of this machine. */
const isHere = (text: string | undefined): boolean =>
  text !== undefined && /^(?:\.{0,2}\/|\.{1,2}$|~|file:)/.test(text);
