/** A question about an object in the words of the language, without the text that it was written in. */
import type { ObjectTest, Pattern } from '../../check/tree/checked.ts';

/** `command is "git push"`, `with --force or -f`; undefined is the question that `unknown command` asks. */
export function describeTest(test: ObjectTest | undefined): string {
  if (test === undefined) return 'the command is in no table';
  const { of, operator, negated, patterns } = test;
  const values = shortened(patterns.map(showPattern));
  if (of === 'option') return `${negated ? 'without' : 'with'} ${values}`;
  const what = describeSubject(test);
  return `${what} ${negated ? (negations[operator] ?? `not ${operator}`) : operator} ${values}`;
}

function describeSubject({ of, role, option, quantifier }: ObjectTest): string {
  switch (of) {
    case 'role':
      return `${quantifier ?? 'any'} ${role ?? 'argument'}`;
    case 'value':
      return `${quantifier === undefined ? '' : `${quantifier} `}value of ${option ?? '…'}`;
    case 'option':
      return 'option';
    default:
      return names[of];
  }
}

const names: Readonly<Record<Exclude<ObjectTest['of'], 'role' | 'value' | 'option'>, string>> = {
  path: 'path',
  host: 'host',
  command: 'command',
  directory: 'working directory',
  package: 'package',
  agent: 'agent',
  content: 'content',
  source: 'source',
  producer: 'producing command',
  consumer: 'consuming command',
  file: 'executed file',
};

const negations: Partial<Readonly<Record<ObjectTest['operator'], string>>> = {
  is: 'is not',
  under: 'outside',
  contains: 'does not contain',
  'starts with': 'does not start with',
  'ends with': 'does not end with',
  matches: 'does not match',
  labelled: 'not labelled',
};

/** Alternatives that are named. */
const mostNamed = 6;

const shortened = (values: readonly string[]): string => {
  const more = values.length - mostNamed;
  return [...values.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(' or ');
};

function showPattern(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'list':
      return `@${pattern.name}`;
    case 'regex':
      return `/${pattern.source}/${pattern.flags}`;
    case 'workspace':
      return 'workspace';
    case 'own':
      return pattern.what === 'places' ? '@bylaw' : '@bylaw-folders';
    case 'constant':
      return String(pattern.value);
    case 'option':
    case 'label':
      return pattern.value;
    case 'text':
    case 'name':
    case 'kind':
    case 'path':
    case 'host':
    case 'command':
    case 'package':
    case 'operand':
      return JSON.stringify(pattern.value);
    default:
      return pattern satisfies never;
  }
}
