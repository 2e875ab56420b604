/** Rules that are unsure for one reason are named together. */
import { expect, test } from 'vitest';
import { groupUnsure } from '../../src/cli/explain/unsure-groups.ts';
import type { Unknown } from '../../src/engine/decision.ts';

const place = { path: 'a.policy', span: { start: 0, end: 1 } };
const because = (detail: string, field = 'runs'): Unknown => ({ field, cause: 'unresolved', place, detail });

test('four with the same reason are a group, whatever they ask for; three are not', () => {
  const items = [
    [because('of `x.sh`')],
    [because('of `x.sh`', 'writes')],
    [because('of `y`')],
    [because('of `x.sh`', 'reads'), because('of `x.sh`')],
    [because('of `x.sh`')],
    [because('of `y`')],
    [because('of `y`')],
    [because('of `x.sh`'), because('of `y`')],
  ];
  const { groups, others } = groupUnsure(items, (unknowns) => unknowns);
  expect(groups).toEqual([{ why: 'of `x.sh`', items: [items[0], items[1], items[3], items[4]] }]);
  expect(others).toEqual([items[2], items[5], items[6], items[7]]);
});
