/** Bundles of which rules ask what time it is, and deny from a day on or for a share of sessions; and times to ask them at. */
import fc from 'fast-check';
import type { Clause, Policy, Rule } from '../../src/language/ast.ts';
import { parse } from '../../src/language/parse.ts';
import { bundle } from './arbitrary.ts';
import * as node from './node.ts';

const { span } = node;

const { policy } = parse({
  path: 'times.policy',
  text: `policy com.example.times
window office = monday to friday 08:00 to 12:00, 13:00 to 18:00 in "Europe/Berlin"
window nights = 22:00 to 06:00 in "America/New_York"
window freeze = friday 16:00 to monday 08:00 except 2026-12-25 in "UTC"
`,
});
const names = policy.windows.map(({ name }) => name.text);

const maybe = <Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item | undefined> =>
  fc.option(item, { nil: undefined });

interface Timing {
  readonly from: Rule['from'];
  readonly share: Rule['share'];
  readonly clause: Clause | undefined;
}

const timing: fc.Arbitrary<Timing> = fc.record({
  from: maybe(fc.constantFrom('2026-12-01', '2026-12-24').map(node.name)),
  share: maybe(fc.constantFrom('0.5', '30', '50', '100').map(node.numberValue)),
  clause: maybe(
    fc
      .tuple(fc.constantFrom('when' as const, 'unless' as const), fc.constantFrom(...names), fc.boolean())
      .map(
        ([kind, name, negated]): Clause => ({
          kind,
          expression: { kind: 'window', name: node.name(name), negated, span },
          span,
        }),
      ),
  ),
});

const timed = (rule: Rule, { from, share, clause }: Timing): Rule => ({
  ...rule,
  ...(rule.effect === 'deny' ? { from, share } : {}),
  clauses: clause === undefined ? rule.clauses : [...rule.clauses, clause],
});

export const bundleAboutTime: fc.Arbitrary<readonly Policy[]> = fc
  .tuple(bundle, fc.array(timing, { minLength: 8, maxLength: 8 }))
  .map(([[main, ...others], timings]) =>
    main === undefined
      ? others
      : [
          {
            ...main,
            windows: policy.windows,
            rules: main.rules.map((rule, at) => {
              const own = timings[at % timings.length];
              return own === undefined ? rule : timed(rule, own);
            }),
          },
          ...others,
        ],
  );

/** Around the days and the changes of the clock that the rules know; or no time. */
export const time: fc.Arbitrary<number | undefined> = fc.option(
  fc
    .tuple(
      fc.constantFrom('2026-12-01', '2026-12-24', '2026-10-25', '2026-03-29', '2026-11-01', '2026-06-13'),
      fc.integer({ min: -60 * 30, max: 60 * 30 }),
    )
    .map(([day, minutes]) => Date.parse(`${day}T00:00:00Z`) + minutes * 60_000),
  { nil: undefined, freq: 8 },
);
