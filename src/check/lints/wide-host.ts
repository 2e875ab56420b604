/**
 * Exceptions for hosts that everybody can get: `0.0.0.0/0`, or names below a service where everybody can sign up. A rule
 * that denies such hosts is fine; `"*"` is written `any host` there. Suffixes such as `*.com` are reported everywhere, where the pattern is read.
 *
 *     when connects to any host unless host in "*.github.io"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import { describeWidth } from '../../pattern/wide-host.ts';
import type { CheckedRule, ObjectTest, Pattern } from '../tree/checked.ts';
import { plainPatterns } from '../tree/plain-patterns.ts';
import type { SourcePlace } from '../tree/source-place.ts';
import { gatherInRule, isPart, testsOf } from '../tree/walk.ts';

export const findWideHosts = (rule: CheckedRule): readonly Diagnostic[] =>
  gatherInRule(rule, (node, excuses) =>
    isPart(node) ? testsOf(node).flatMap((test) => wideIn(test, node.place, excuses)) : undefined,
  );

/** The first such pattern of a test is enough. */
function wideIn(test: ObjectTest, { path, span }: SourcePlace, excuses: boolean): readonly Diagnostic[] {
  if (test.of !== 'host' || test.operator !== 'is') return [];
  if (excuses === test.negated)
    return excuses || !hostsOf(test.patterns).includes('*') ? [] : [anyHost(path, span)];
  for (const text of hostsOf(test.patterns)) {
    const width = describeWidth(text);
    if (width === undefined) continue;
    return [
      warningAt('wide-host', path, span, `\`${text}\` ${width}, and here it lets calls pass`, {
        help: 'name the hosts that are yours, such as `"docs.example.com"` or `"*.example.com"`',
      }),
    ];
  }
  return [];
}

const anyHost = (path: string, span: SourcePlace['span']): Diagnostic =>
  warningAt('odd-pattern', path, span, '`*` is every host, and looks like a name', {
    help: 'write `any host`: `connects to any host`',
  });

const hostsOf = (patterns: readonly Pattern[]): readonly string[] =>
  plainPatterns(patterns).flatMap((each) => (each.kind === 'host' ? [each.value] : []));
