/** What `npm run campaign` takes, and what it keeps of a run. */
import { describe, expect, test } from 'vitest';
import { readCampaignArguments } from '../../scripts/campaign-arguments.mjs';
import { withFigures } from '../../scripts/campaign-figures.mjs';

const known = ['agreement', 'formatter', 'harnesses'];

describe('what was asked for', () => {
  test.each([
    ['nothing', [], {}, { names: known, minutes: 0, seed: undefined }],
    ['a name', ['formatter'], {}, { names: ['formatter'], minutes: 0, seed: undefined }],
    [
      'some of the harnesses, and some columns',
      ['formatter', 'harnesses', 'codex', 'exit-1', 'program gone'],
      {},
      {
        names: ['formatter', 'harnesses'],
        only: ['codex', 'exit-1', 'program-gone'],
        minutes: 0,
        seed: undefined,
      },
    ],
    ['a name twice', ['formatter', 'formatter'], {}, { names: ['formatter'], minutes: 0, seed: undefined }],
    [
      'options behind --',
      ['formatter', '--minutes', '2.5', '--seed', '7'],
      {},
      { names: ['formatter'], minutes: 2.5, seed: 7 },
    ],
    [
      'options that npm took with their values',
      ['formatter'],
      { npm_config_minutes: '2', npm_config_seed: '0' },
      { names: ['formatter'], minutes: 2, seed: 0 },
    ],
    [
      'an option of which npm left the value behind',
      ['formatter', '2'],
      { npm_config_minutes: 'true' },
      { names: ['formatter'], minutes: 2, seed: undefined },
    ],
  ])('%s', (_, args, env, expected) => {
    expect(readCampaignArguments(args, env, known)).toEqual(expected);
  });

  test.each([
    [['unknown'], {}, 'there is no campaign `unknown`: agreement, formatter, harnesses'],
    [['--minutes', 'x'], {}, '`--minutes x` is not a number of minutes'],
    [['--seed', '-1'], {}, '--seed'],
    [['--seed', '1.5'], {}, '`--seed 1.5` is not a whole number'],
    [['--seed', '2147483648'], {}, '`--seed 2147483648` is not a whole number'],
    [['--nope'], {}, '--nope'],
    [['2'], { npm_config_minutes: 'true', npm_config_seed: 'true' }, 'npm took the options for itself'],
    [['formatter'], { npm_config_minutes: 'true' }, 'is not a number of minutes'],
  ])('%j with %j is wrong', (args, env, problem) => {
    expect(readCampaignArguments(args, env, known)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

const page = `# Campaigns

<!-- figures: written by \`npm run campaign\` -->
<!-- end of figures -->

After.
`;
const run = { name: 'b', date: '2026-01-02', seed: 5, rounds: 2, minutes: '1.5', found: [] };

test('the table has a row for each campaign, which the next run replaces', () => {
  const once = withFigures(page, { ...run, figures: { texts: 12_000, 'good texts': 3 } });
  expect(once).toContain('| b | 2026-01-02 | 5 | 2 | 12,000 texts, 3 good texts | 1.5 | 0 |\n\n<!-- end');
  const twice = withFigures(once, { ...run, name: 'a', figures: {}, found: [{ name: 'a', seed: 5 }] });
  expect(twice.split('\n').filter((line) => /^\| [ab] /.test(line))).toEqual([
    '| a | 2026-01-02 | 5 | 2 |  | 1.5 | 1 |',
    '| b | 2026-01-02 | 5 | 2 | 12,000 texts, 3 good texts | 1.5 | 0 |',
  ]);
  const again = withFigures(twice, { ...run, seed: 6, figures: {} });
  expect(again.match(/^\| b /gm)).toHaveLength(1);
  expect(again).toContain('| b | 2026-01-02 | 6 |');
  expect(again.endsWith('<!-- end of figures -->\n\nAfter.\n')).toBe(true);
  expect(() => withFigures('# A page', { ...run, figures: {} })).toThrow('has no table of figures');
});
