/**
 * What a rule is about, as things that a call can be made of: paths, hosts,
 * commands, words. One of each pattern, and some that none of the rule's patterns
 * is likely to name, for what a rule asks not to be.
 */

import type { CheckedRule, EffectVerb, ObjectTest, Pattern, TestCall } from '../check/checked.ts';
import { type ExpressionPart, partsOf, testsOf } from '../check/walk.ts';
import { ownPatterns } from '../compile/compilation.ts';
import { builtIn } from '../facts/known.ts';
import { packageSources } from '../vocabulary/effects.ts';
import { pathWitnesses } from './path-witness.ts';
import {
  commandWitness,
  hostWitness,
  nameWitnesses,
  type PackageWitness,
  packageWitness,
} from './plain-witness.ts';
import { regexWitnesses } from './regex-witness.ts';

export interface Ingredients {
  readonly verbs: ReadonlySet<EffectVerb>;
  readonly paths: readonly string[];
  readonly hosts: readonly string[];
  /** Command lines of a program and its first words. */
  readonly commands: readonly string[];
  /** Of a pipe: what gives, and what takes. */
  readonly givers: readonly string[];
  readonly takers: readonly string[];
  readonly options: readonly string[];
  /** Words that are no options. */
  readonly operands: readonly string[];
  readonly packages: readonly PackageWitness[];
  readonly sources: readonly string[];
  readonly agents: readonly string[];
  readonly contents: readonly string[];
  /** `shell is opaque`. */
  readonly opaque: boolean;
  /** Calls for which the rule is known to hold. */
  readonly examples: readonly TestCall[];
}

/** Of one sort no more than so many. */
const mostOfOneSort = 16;

/** Things that are likely to be none of those that an exception or a list names. */
const strangers = {
  paths: ['/srv/example/file.txt', '/etc/example.conf', 'src/example.txt', '/tmp/example.txt'],
  hosts: ['host.example.net', '203.0.113.7', 'localhost'],
  operands: ['example', 'main'],
  packages: [{ manager: undefined, name: 'example-package' }],
  agents: ['general-purpose'],
  contents: ['example'],
};

/**
 * Gathers what a rule is about. Of lists that are long, what is like the text comes
 * first: the call as it is. With `examples` the calls of the rule's own tests count too.
 */
export function gatherIngredients(rule: CheckedRule, like: string, examples: boolean): Ingredients {
  const bowl = new Bowl(like);
  for (const part of [...rule.when, ...rule.unless].flatMap(partsOf)) bowl.add(part);
  const { verbs, opaque } = bowl;
  return {
    verbs,
    opaque,
    paths: bowl.take('paths', strangers.paths),
    hosts: bowl.take('hosts', strangers.hosts),
    commands: bowl.take('commands', []),
    givers: bowl.take('givers', []),
    takers: bowl.take('takers', []),
    options: bowl.take('options', []),
    operands: bowl.take('operands', strangers.operands),
    packages: [...bowl.take('packages', []).map(packageWitness), ...strangers.packages],
    sources: bowl.take('sources', ['registry']),
    agents: bowl.take('agents', strangers.agents),
    contents: bowl.take('contents', strangers.contents),
    examples: examples ? examplesOf(rule) : [],
  };
}

function examplesOf({ tests, scenarios }: CheckedRule): readonly TestCall[] {
  return [
    ...tests.flatMap(({ verdict, call }) => (verdict === 'denies' ? [call] : [])),
    ...scenarios.flatMap(({ steps }) =>
      steps.flatMap(({ verdict, call }) => (verdict === 'denied' ? [call] : [])),
    ),
  ].slice(0, 24);
}

type Sort =
  | 'paths'
  | 'hosts'
  | 'commands'
  | 'givers'
  | 'takers'
  | 'options'
  | 'operands'
  | 'packages'
  | 'sources'
  | 'agents'
  | 'contents';

/** What has been found so far, by sort. */
class Bowl {
  readonly verbs = new Set<EffectVerb>();
  opaque = false;
  readonly #like: string;
  readonly #found = new Map<Sort, Set<string>>();

  constructor(like: string) {
    this.#like = like;
  }

  add(part: ExpressionPart): void {
    if (part.kind === 'opaque') this.opaque = true;
    if (part.kind === 'effect') for (const verb of part.verbs) this.verbs.add(verb);
    for (const test of testsOf(part)) this.#addTest(test);
  }

  /** What has been found of a sort, what is like the call first, and behind it some of no pattern. */
  take(sort: Sort, others: readonly string[]): readonly string[] {
    const found = [...(this.#found.get(sort) ?? [])];
    const isLike = (text: string): boolean =>
      (text.match(/[A-Za-z0-9]{3,}/g) ?? []).some((word) => this.#like.includes(word));
    const sorted = [...found.filter(isLike), ...found.filter((text) => !isLike(text))];
    return [...new Set([...sorted.slice(0, mostOfOneSort), ...others])];
  }

  #put(sort: Sort, texts: readonly string[]): void {
    const found = this.#found.get(sort) ?? new Set();
    for (const text of texts) found.add(text);
    this.#found.set(sort, found);
  }

  #addTest(test: ObjectTest): void {
    for (const pattern of test.patterns) this.#addPattern(test, pattern);
    if (test.of === 'source' && test.negated) this.#put('sources', packageSources);
  }

  #addPattern(test: ObjectTest, pattern: Pattern): void {
    if (pattern.kind === 'list') {
      for (const item of [...pattern.items, ...pattern.except]) this.#addPattern(test, item);
      return;
    }
    const sort = sortOf(test, pattern);
    if (sort !== undefined) this.#put(sort, withOption(test, textsOf(test, pattern)));
  }
}

/** Of a pattern that is no list: the sort of thing that it is about. */
function sortOf({ of }: ObjectTest, { kind }: Pattern): Sort | undefined {
  if (kind === 'option') return 'options';
  if (kind === 'operand') return 'operands';
  switch (of) {
    case 'path':
      return 'paths';
    case 'host':
      return 'hosts';
    case 'command':
      return 'commands';
    case 'giver':
      return 'givers';
    case 'taker':
      return 'takers';
    case 'option':
      return 'options';
    case 'role':
      return 'operands';
    case 'value':
      return 'options';
    case 'directory':
      return undefined;
    case 'package':
      return 'packages';
    case 'source':
      return 'sources';
    case 'agent':
      return 'agents';
    case 'content':
      return 'contents';
    case 'file':
      return undefined;
    default:
      return of satisfies never;
  }
}

/** The value of an option stands behind its name: `--context=dev`, `-ndev`. */
const withOption = ({ of, option = '' }: ObjectTest, texts: readonly string[]): readonly string[] =>
  of === 'value' ? texts.map((text) => `${option}${option.startsWith('--') ? '=' : ''}${text}`) : texts;

function textsOf(test: ObjectTest, pattern: Pattern): readonly string[] {
  switch (pattern.kind) {
    case 'path':
      return pathWitnesses(pattern.value).flatMap((path) =>
        test.operator === 'under' ? [path, `${path}/example.txt`] : [path],
      );
    case 'host':
      return [hostWitness(pattern.value)];
    case 'command':
      return [commandWitness(pattern.value)];
    case 'name':
    case 'option':
    case 'operand':
      return nameWitnesses(pattern.value);
    case 'regex':
      return regexWitnesses(pattern.source, pattern.flags);
    case 'package':
    case 'kind':
      return [pattern.value];
    case 'text':
      if (test.of === 'path' || test.of === 'host') return besidesText(test, pattern.value);
      return test.of === 'command' || test.of === 'giver' || test.of === 'taker'
        ? [commandWitness(pattern.value)]
        : nameWitnesses(pattern.value);
    case 'workspace':
      return ['example.txt'];
    case 'own':
      return ownPatterns(pattern.what, builtIn).flatMap(pathWitnesses);
    case 'constant':
    case 'label':
    case 'list':
      return [];
    default:
      return pattern satisfies never;
  }
}

/** A path or host that contains a text, begins or ends with it. */
const besidesText = ({ operator, of }: ObjectTest, text: string): readonly string[] => {
  if (of === 'host') return [text, hostWitness(text), `${text}example.com`];
  return operator === 'is' || operator === 'under'
    ? pathWitnesses(text)
    : [text, `${text}example`, `/srv/${text}`];
};
