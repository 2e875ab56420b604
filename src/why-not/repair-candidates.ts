/**
 * What a call can be made of so that a rule is about it: paths, hosts, commands, words. There is one for each pattern of
 * the rule, and some that the rule probably does not name, for what it asks not to be.
 */
import type { CheckedRule, EffectVerb, ObjectTest, Pattern } from '../check/tree/checked.ts';
import type { TestCall } from '../check/tree/checked-tests.ts';
import { questionsOf, testsOf } from '../check/tree/walk.ts';
import { ownPatterns } from '../compile/compilation.ts';
import { builtIn } from '../facts/known.ts';
import { packageSources } from '../vocabulary/effects.ts';
import { regexSamples } from './regex-samples.ts';
import {
  type SamplePackage,
  sampleCommand,
  sampleHost,
  sampleNames,
  samplePackage,
  samplePaths,
} from './samples.ts';

export interface RepairCandidates {
  readonly verbs: ReadonlySet<EffectVerb>;
  readonly paths: readonly string[];
  readonly hosts: readonly string[];
  /** Command lines of a program and its first words. */
  readonly commands: readonly string[];
  /** Commands before a pipe, and behind one. */
  readonly producers: readonly string[];
  readonly consumers: readonly string[];
  readonly options: readonly string[];
  /** Words that are no options. */
  readonly operands: readonly string[];
  readonly packages: readonly SamplePackage[];
  readonly sources: readonly string[];
  readonly agents: readonly string[];
  readonly contents: readonly string[];
  /** `shell is opaque`. */
  readonly opaque: boolean;
  /** Calls for which the rule is known to hold. */
  readonly examples: readonly TestCall[];
}

/** At most so many of one sort come from patterns. */
const mostOfOneSort = 16;
const mostExamples = 24;

/** For each sort what the lists and exceptions of a rule probably do not name. */
const unlisted = {
  paths: ['/srv/example/file.txt', '/etc/example.conf', 'src/example.txt', '/tmp/example.txt'],
  hosts: ['host.example.net', '203.0.113.7', 'localhost'],
  commands: [],
  producers: [],
  consumers: [],
  options: [],
  operands: ['example', 'main'],
  packages: ['example-package'],
  sources: ['registry'],
  agents: ['general-purpose'],
  contents: ['example'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Sort = keyof typeof unlisted;

interface Candidate {
  readonly sort: Sort;
  readonly text: string;
}

/**
 * The candidates of a rule. Where there are too many, those that share a word with `like`, the call as it is, come first.
 * With `examples` the calls of the rule's own tests count too.
 */
export function repairCandidates(rule: CheckedRule, like: string, examples: boolean): RepairCandidates {
  const parts = [...rule.when, ...rule.unless].flatMap(questionsOf);
  const found = parts.flatMap(testsOf).flatMap(candidatesOf);
  const isLike = (text: string): boolean =>
    (text.match(/[A-Za-z0-9]{3,}/g) ?? []).some((word) => like.includes(word));
  const ofPatterns = (wanted: Sort): readonly string[] => {
    const texts = [...new Set(found.flatMap(({ sort, text }) => (sort === wanted ? [text] : [])))];
    return [...texts.filter(isLike), ...texts.filter((text) => !isLike(text))].slice(0, mostOfOneSort);
  };
  const of = (sort: Sort): readonly string[] => [...new Set([...ofPatterns(sort), ...unlisted[sort]])];
  return {
    verbs: new Set(parts.flatMap((part) => (part.kind === 'effect' ? part.verbs : []))),
    opaque: parts.some(({ kind }) => kind === 'opaque'),
    paths: of('paths'),
    hosts: of('hosts'),
    commands: of('commands'),
    producers: of('producers'),
    consumers: of('consumers'),
    options: of('options'),
    operands: of('operands'),
    packages: of('packages').map(samplePackage),
    sources: of('sources'),
    agents: of('agents'),
    contents: of('contents'),
    examples: examples ? examplesOf(rule) : [],
  };
}

const examplesOf = ({ tests, scenarios }: CheckedRule): readonly TestCall[] =>
  [
    ...tests.flatMap(({ verdict, call }) => (verdict === 'denies' ? [call] : [])),
    ...scenarios.flatMap(({ steps }) =>
      steps.flatMap(({ verdict, call }) => (verdict === 'denied' ? [call] : [])),
    ),
  ].slice(0, mostExamples);

const candidatesOf = (test: ObjectTest): readonly Candidate[] => [
  ...test.patterns.flatMap((pattern) => candidatesOfPattern(test, pattern)),
  ...(test.of === 'source' && test.negated ? packageSources : []).map(
    (text): Candidate => ({ sort: 'sources', text }),
  ),
];

function candidatesOfPattern(test: ObjectTest, pattern: Pattern): readonly Candidate[] {
  if (pattern.kind === 'list')
    return [...pattern.items, ...pattern.except].flatMap((item) => candidatesOfPattern(test, item));
  const sort =
    pattern.kind === 'option' ? 'options' : pattern.kind === 'operand' ? 'operands' : sortOf[test.of];
  return sort === undefined ? [] : withOption(test, textsOf(test, pattern)).map((text) => ({ sort, text }));
}

/** Which sort of candidate a question about an object gives. */
const sortOf: Readonly<Record<ObjectTest['of'], Sort | undefined>> = {
  path: 'paths',
  host: 'hosts',
  command: 'commands',
  producer: 'producers',
  consumer: 'consumers',
  option: 'options',
  role: 'operands',
  value: 'options',
  directory: undefined,
  package: 'packages',
  source: 'sources',
  agent: 'agents',
  content: 'contents',
  file: undefined,
};

/** The value of an option follows its name: `--context=dev`, `-ndev`. */
const withOption = ({ of, option = '' }: ObjectTest, texts: readonly string[]): readonly string[] =>
  of === 'value' ? texts.map((text) => `${option}${option.startsWith('--') ? '=' : ''}${text}`) : texts;

function textsOf(test: ObjectTest, pattern: Pattern): readonly string[] {
  switch (pattern.kind) {
    case 'path':
      return samplePaths(pattern.value).flatMap((path) =>
        test.operator === 'under' ? [path, `${path}/example.txt`] : [path],
      );
    case 'host':
      return [sampleHost(pattern.value)];
    case 'command':
      return [sampleCommand(pattern.value)];
    case 'name':
    case 'option':
    case 'operand':
      return sampleNames(pattern.value);
    case 'regex':
      return regexSamples(pattern.source, pattern.flags);
    case 'package':
    case 'kind':
      return [pattern.value];
    case 'text':
      if (test.of === 'path' || test.of === 'host') return withText(test, pattern.value);
      return test.of === 'command' || test.of === 'producer' || test.of === 'consumer'
        ? [sampleCommand(pattern.value)]
        : sampleNames(pattern.value);
    case 'workspace':
      return ['example.txt'];
    case 'own':
      return ownPatterns(pattern.what, builtIn).flatMap(samplePaths);
    case 'constant':
    case 'label':
    case 'list':
      return [];
    default:
      return pattern satisfies never;
  }
}

/** A path or host that contains a text, begins with it or ends with it. */
const withText = ({ operator, of }: ObjectTest, text: string): readonly string[] => {
  if (of === 'host') return [text, sampleHost(text), `${text}example.com`];
  return operator === 'is' || operator === 'under'
    ? samplePaths(text)
    : [text, `${text}example`, `/srv/${text}`];
};
