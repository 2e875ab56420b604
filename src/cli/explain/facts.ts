/** The facts of an event for people and programs: every field that it has. */
import type { Json } from '../../facts/event/event.ts';
import type { Facts } from '../../facts/facts.ts';
import { fieldReader } from '../../facts/read.ts';
import { showPath } from '../../pattern/path/path-value.ts';
import { fieldTable } from '../../vocabulary/fields.ts';

/** Fields by the names that policies use, and paths as the engine sees them. */
export function listFacts(facts: Facts): Readonly<Record<string, Json>> {
  const fields = fieldTable.flatMap(({ id, spellings: [name = id] }): [string, Json][] => {
    // The whole event is what the reader has in hand already.
    if (id === 'event') return [];
    const value = fieldReader(id, [])(facts);
    return typeof value === 'symbol' ? [] : [[name, value]];
  });
  const { cwd, roots, kind } = facts;
  const derived: [string, Json][] = [
    ['derived kind', kind.state === 'known' ? kind.kind : kind.state],
    ...(cwd === undefined ? [] : [['derived cwd', showPath(cwd)] as [string, Json]]),
    ...(roots === undefined ? [] : [['derived workspace', roots.map(showPath)] as [string, Json]]),
  ];
  return Object.fromEntries([...fields, ...derived]);
}
