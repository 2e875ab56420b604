/**
 * Checked policies as octets, and back: a head with what is asked of every rule,
 * then the tree of each rule as JSON, of which only those are read that a call
 * asks about. Ten thousand trees in memory are ten times as large as their text.
 * The tests of the rules are apart, because deciding needs none. How rules are found is apart too: it is made from the trees,
 * and making it takes as long as many decisions.
 */
import type {
  CheckedBundle,
  CheckedExpression,
  CheckedLabel,
  CheckedLimit,
  CheckedRule,
} from '../../check/tree/checked.ts';
import type { TestCase } from '../../check/tree/checked-tests.ts';
import { childrenOf } from '../../check/tree/walk.ts';
import type { KeptBundle, KeptRuleHead } from '../../compile/kept-bundle.ts';
import { asKept } from '../../compile/kept-bundle.ts';
import { planOf } from '../../compile/program-index.ts';
import { once } from '../../language/once.ts';
import type { IndexPlan } from '../../rule-index/index-plan.ts';
import { fieldById } from '../../vocabulary/fields.ts';

/** All parts are ASCII; `tests` is in the order of the rules, a line each. */
export interface PackedPolicies {
  readonly rules: Buffer;
  readonly tests: Buffer;
  /** An `IndexPlan`. */
  readonly index: Buffer;
}

/** What comes before the trees. */
interface Head {
  readonly codes: readonly string[];
  readonly effects: readonly KeptRuleHead['effect'][];
  /** Many rules need the same; `need` has the place of each rule's among them. */
  readonly needs: readonly KeptRuleHead['needs'][];
  readonly need: readonly number[];
  /** The length of each tree: those of the rules, then those of the conditions that they share. */
  readonly lengths: readonly number[];
  readonly labels: readonly CheckedLabel[];
  readonly limits: readonly CheckedLimit[];
  readonly exceptions: KeptBundle['exceptions'] | undefined;
  readonly pauses: KeptBundle['pauses'] | undefined;
  readonly knowledge: KeptBundle['knowledge'];
  /** Undefined where there is one layer, or no lower one says anything of commands and tools. */
  readonly later: KeptBundle['later'] | undefined;
  readonly layers: KeptBundle['layers'] | undefined;
  readonly clients: KeptBundle['clients'] | undefined;
  /** The place of each rule's layer; empty where there is one. */
  readonly layer: readonly number[];
  readonly scopes: KeptBundle['scopes'];
  readonly denials: KeptBundle['denials'];
  readonly followsFiles: boolean;
}

/** Packs policies that have passed their checks. */
export function packPolicies(bundle: CheckedBundle): PackedPolicies {
  const { rules, scopes, denials, followsFiles, knowledge, later, layers, clients } = asKept(bundle);
  const shared = sharedConditions(bundle.rules);
  const trees = [
    ...bundle.rules.map((rule) => writeTree(withoutTests(rule), shared)),
    ...[...shared.keys()].map((condition) => writeTree(condition, shared)),
  ];
  const needs = rules.heads.map((head) => JSON.stringify(head.needs));
  const different = [...new Set(needs)];
  const placeOf = new Map(different.map((each, place) => [each, place]));
  const head: Head = {
    codes: rules.heads.map(({ code }) => code),
    effects: rules.heads.map(({ effect }) => effect),
    needs: different.map((each) => JSON.parse(each)),
    need: needs.map((each) => placeOf.get(each) ?? 0),
    lengths: trees.map(({ length }) => length),
    labels: bundle.labels.map((label) => ({ ...label, subject: withoutTests(label.subject) })),
    limits: bundle.limits.map((limit) => ({ ...limit, subject: withoutTests(limit.subject) })),
    exceptions: bundle.exceptions?.map((exception) => ({ ...exception, tests: [] })),
    pauses: bundle.pauses,
    knowledge,
    later,
    layers,
    clients,
    layer: layers === undefined ? [] : rules.heads.map(({ layer = 0 }) => layer),
    scopes,
    denials,
    followsFiles,
  };
  return {
    rules: Buffer.from(`${writeTree(head)}\n${trees.join('')}`, 'latin1'),
    tests: Buffer.from(bundle.rules.map((rule) => `${testsOf(rule)}\n`).join(''), 'latin1'),
    index: Buffer.from(writeTree(planOf(bundle)), 'latin1'),
  };
}

/**
 * Policies from what `packPolicies` made of them. The octets are not copied and
 * must not change. Without `tests` the rules have none, and without `index` it is
 * worked out how they are found. Throws for octets that are something else.
 */
export function unpackPolicies(
  rules: Buffer,
  { tests, index }: { readonly [Part in 'tests' | 'index']?: Buffer | undefined } = {},
): KeptBundle {
  const end = rules.indexOf(0x0a);
  const head = readTree<Head>(rules.toString('latin1', 0, end));
  const starts = new Uint32Array(head.lengths.length + 1);
  starts[0] = end + 1;
  for (const [place, length] of head.lengths.entries()) starts[place + 1] = (starts[place] ?? 0) + length;
  if (starts.at(-1) !== rules.length) throw new Error('kept policies are not whole');
  const lines = once(() => tests?.toString('latin1').split('\n') ?? []);
  const treeAt = <Tree>(place: number): Tree =>
    readTree<Tree>(rules.toString('latin1', starts[place], starts[place + 1]), conditionAt);
  const conditions: (CheckedExpression | undefined)[] = [];
  const conditionAt = (number: number): CheckedExpression => {
    const known = conditions[number] ?? treeAt<CheckedExpression>(head.codes.length + number);
    conditions[number] = known;
    return known;
  };
  const { labels, limits, exceptions, knowledge, scopes, denials, followsFiles } = head;
  const { pauses, later, layers, clients, layer } = head;
  const read = (place: number): CheckedRule => {
    const tree = treeAt<CheckedRule>(place);
    if (tests === undefined) return tree;
    const own = once(() => readTests(lines()[place] ?? ''));
    return {
      ...tree,
      get tests() {
        return own().tests;
      },
      get scenarios() {
        return own().scenarios;
      },
    };
  };
  const heads = head.codes.map(
    (code, place): KeptRuleHead => ({
      code,
      effect: head.effects[place] ?? 'deny',
      needs: head.needs[head.need[place] ?? 0] ?? [],
      layer: layer[place],
    }),
  );
  const plan = (): IndexPlan | undefined => index && readPlan(index.toString('latin1'));
  const inLayers = {
    ...{ ...(exceptions && { exceptions }), ...(pauses && { pauses }), ...(later && { later }) },
    ...{ ...(layers && { layers }), ...(clients && { clients }) },
  };
  return {
    ...{ rules: { heads, read, plan }, labels, limits, knowledge },
    ...inLayers,
    ...{ scopes, denials, followsFiles },
  };
}

type Tests = Pick<CheckedRule, 'tests' | 'scenarios'>;

const withoutTests = (rule: CheckedRule): CheckedRule => ({ ...rule, tests: [], scenarios: [] });

/** Nothing for most rules of most policies, which is soon read. */
const testsOf = ({ tests, scenarios }: CheckedRule): string =>
  tests.length === 0 && scenarios.length === 0
    ? ''
    : ascii(JSON.stringify({ tests: tests.map(withScene), scenarios: scenarios.map(withScenes) }));

const withScenes = (scenario: CheckedRule['scenarios'][number]): object => ({
  ...scenario,
  steps: scenario.steps.map(withScene),
});

/** A scene is a map, which JSON does not have. */
const withScene = <Step extends Pick<TestCase, 'scene'>>(step: Step): object => ({
  ...step,
  scene: [...step.scene],
});

function readTests(line: string): Tests {
  if (line === '') return { tests: [], scenarios: [] };
  const { tests, scenarios }: Tests = JSON.parse(line);
  const revive = <Step extends Pick<TestCase, 'scene'>>(step: Step): Step => ({
    ...step,
    scene: new Map(step.scene),
  });
  return {
    tests: tests.map(revive),
    scenarios: scenarios.map((each) => ({ ...each, steps: each.steps.map(revive) })),
  };
}

/** The expressions of named conditions that occur more than once, each with its number. */
function sharedConditions(rules: readonly CheckedRule[]): ReadonlyMap<CheckedExpression, number> {
  const uses = new Map<CheckedExpression, number>();
  const count = (node: CheckedExpression): void => {
    if (node.kind === 'condition') {
      const before = uses.get(node.expression) ?? 0;
      uses.set(node.expression, before + 1);
      if (before > 0) return;
    }
    for (const child of childrenOf(node)) count(child);
  };
  for (const { when, unless } of rules) for (const each of [...when, ...unless]) count(each);
  const shared = [...uses].flatMap(([expression, times]) => (times > 1 ? [expression] : []));
  return new Map(shared.map((expression, number) => [expression, number]));
}

const nothingShared: ReadonlyMap<unknown, number> = new Map();

/** A tree as JSON, with fields by their ids, since the table has the rest, and shared conditions by their numbers. */
const writeTree = (tree: unknown, shared: ReadonlyMap<unknown, number> = nothingShared): string =>
  ascii(
    JSON.stringify(tree, (key, value) => {
      if (key === 'entry' && fieldById.get(value?.id) === value) return value.id;
      return (key === 'expression' ? shared.get(value) : undefined) ?? value;
    }),
  );

type ConditionAt = (number: number) => unknown;

function readTree<Tree>(text: string, conditionAt?: ConditionAt): Tree {
  const tree: Tree = JSON.parse(text);
  // Many rules name no field and share no condition.
  if (text.includes('"entry":"') || /"expression":\d/.test(text)) restore(tree, conditionAt);
  return tree;
}

/** Only what questions are about has fields: the lists of words are long. */
function readPlan(text: string): IndexPlan {
  const plan: IndexPlan = JSON.parse(text);
  for (const { about } of plan.buckets) restore(about);
  return plan;
}

/** Puts fields and shared conditions where a tree has their ids and numbers. */
function restore(node: unknown, conditionAt?: ConditionAt): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const each of node) restore(each, conditionAt);
    return;
  }
  if ('entry' in node && typeof node.entry === 'string') node.entry = fieldById.get(node.entry) ?? node.entry;
  if ('expression' in node && typeof node.expression === 'number') {
    node.expression = conditionAt?.(node.expression);
    return;
  }
  for (const key in node) restore((node as Readonly<Record<string, unknown>>)[key], conditionAt);
}

/** One octet a character, so that a tree is found by its place. */
const ascii = (json: string): string =>
  json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
