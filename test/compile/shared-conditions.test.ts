/** Rules that share a named condition answer as if each had its own. */
import { describe, expect, test } from 'vitest';
import type { CheckedExpression, CheckedRule } from '../../src/check/tree/checked.ts';
import { gatherInRule, mapChildren } from '../../src/check/tree/walk.ts';
import { compile, compileKept } from '../../src/compile/program.ts';
import { evaluateEveryRule } from '../../src/engine/evaluate.ts';
import { derive } from '../../src/facts/facts.ts';
import { packPolicies, unpackPolicies } from '../../src/host/policy-cache/packed-policies.ts';
import { shipped } from '../packs/shipped.ts';
import { ordinaryCommands } from '../variants/ordinary-commands.ts';
import { shellEvent } from '../variants/shell-event.ts';

const bundle = shipped().bundle;
const apart = (expression: CheckedExpression): CheckedExpression => ({ ...mapChildren(expression, apart) });
const withOwnConditions = compile({
  ...bundle,
  rules: bundle.rules.map((rule) => ({
    ...rule,
    when: rule.when.map(apart),
    unless: rule.unless.map(apart),
  })),
});

/** By name and the objects of the rule, the trees of the conditions. */
function treesByName(rules: readonly CheckedRule[]): ReadonlyMap<string, ReadonlySet<CheckedExpression>> {
  const trees = new Map<string, Set<CheckedExpression>>();
  for (const rule of rules) {
    const objects = rule.slots.map(({ verbs }) => verbs.join('/'));
    gatherInRule(rule, (node) => {
      if (node.kind !== 'condition') return undefined;
      const key = [node.name, ...objects].join(' ');
      trees.set(key, (trees.get(key) ?? new Set()).add(node.expression));
      return undefined;
    });
  }
  return trees;
}

test('rules about the same objects share the tree of a condition, and the kept ones as well', () => {
  const kept = unpackPolicies(packPolicies(bundle).rules).rules;
  const read = kept.heads.map((_, place) => kept.read(place));
  for (const rules of [bundle.rules, read]) {
    const trees = treesByName(rules);
    expect([...trees.keys()]).toEqual(expect.arrayContaining(['settings-kept runs', 'here runs']));
    const shared = [...trees].filter(([key]) => /^(?:settings-kept|here) /.test(key));
    expect(shared.map(([, { size }]) => size)).toEqual(shared.map(() => 1));
  }
  const bare = (rule: CheckedRule): CheckedRule => ({ ...rule, tests: [], scenarios: [] });
  expect(read.map(bare)).toEqual(bundle.rules.map(bare));
});

describe('every decision is the same, with all that is not known', () => {
  const program = compile(bundle);
  const kept = compileKept(unpackPolicies(packPolicies(bundle).rules));
  const unsure = [
    '$c -rf x; kubectl delete ns prod',
    'cd "$D" && docker system prune -af; docker rm -f $(docker ps -aq)',
    'x=a; [ "$1" ] && x=b; git push --force "$x"; git push --force',
    'psql -h localhost shop_test -c "drop table a"; psql -h db.example shop -c "drop table a"',
    'docker compose down -v; DOCKER_HOST=ssh://h docker compose down -v',
    'for f in a b c d e f g h i j; do redis-cli flushall; terraform destroy; $f; done',
  ];
  test.each([...unsure, ...ordinaryCommands])('%s', (command) => {
    const decided = [program, kept, withOwnConditions].map((each) =>
      evaluateEveryRule(each, derive(shellEvent(command), each.knowledge)),
    );
    expect(decided[0]).toEqual(decided[2]);
    expect(decided[1]).toEqual(decided[2]);
  });
});
