/**
 * What is wrong with the shape of a message, and where. It has only words of the schemas, so anybody may
 * see it: no text of a client, and no key that a client invented.
 */
import type { Json } from '../facts/event/event.ts';
import { type Finding, propertyNames } from './generated/validators.js';

export type Problem = {
  /** A JSON pointer; a key that is in no schema is `*` in it. */
  readonly path: string;
  readonly problem: ProblemKind;
  /** What is expected, in the words of the schemas. */
  readonly expected?: string;
};

/** What follows the place of a problem, for people. */
const sentences = {
  required: () => 'is missing; it is required here',
  forbidden: () => 'is present; it is not allowed here',
  type: (expected) => `has the wrong type; it must be of type ${expected}`,
  value: (expected) => `has a value that is not allowed${expected && `; it must be ${oneOf(expected)}`}`,
  format: (expected) => `is not well formed; it must be ${formatNames.get(expected) ?? expected}`,
  empty: () => 'is empty; it must hold something',
  repeated: () => 'names something twice; each item may be there once',
  key: () => 'has a key that is not a reverse-DNS name such as `com.example.name`',
  mismatch: (expected) => `differs from \`${expected}\`; they must be equal`,
  depth: () => 'is nested too deep; use fewer objects and arrays inside one another',
  duplicate: () => 'has an object with the same key twice; write each key once',
} as const satisfies Readonly<Record<string, (expected: string) => string>>;

export type ProblemKind = keyof typeof sentences;

/** The problem that a validator found, below the path `at` (a JSON pointer). */
export function problemOf(finding: Finding, at: string): Problem {
  const path = at + knownPath(finding.instancePath);
  const { params } = finding;
  if (finding.propertyName !== undefined)
    return { path: `${path}/*`, problem: 'key', expected: 'dotted-name' };
  switch (finding.keyword) {
    case 'required':
      return { path: `${path}/${params.missingProperty}`, problem: 'required' };
    case 'false schema':
      return { path, problem: 'forbidden' };
    case 'type':
      return { path, problem: 'type', expected: String(params.type).replace(',', ' or ') };
    case 'format':
      return { path, problem: 'format', expected: String(params.format) };
    case 'enum':
      return { path, problem: 'value', expected: (params.allowedValues as string[]).join(', ') };
    case 'const':
      return { path, problem: 'value', expected: String(params.allowedValue) };
    case 'minLength':
    case 'minItems':
      return { path, problem: 'empty' };
    case 'uniqueItems':
      return { path, problem: 'repeated' };
    default:
      return { path, problem: 'value' };
  }
}

/** The problem of a value that is not of the type that it must have, or is not there at all. */
export function typeProblem(value: Json | undefined, path: string, expected: 'object' | 'string'): Problem {
  return value === undefined ? { path, problem: 'required' } : { path, problem: 'type', expected };
}

/** The problem as a sentence for people, without a full stop. */
export function describeProblem({ path, problem, expected = '' }: Problem): string {
  const place = path === '' ? 'the JSON' : `\`${path.slice(1).replaceAll('/', '.')}\``;
  const shown = problem === 'key' ? place.replace('.*', '') : place;
  return `${shown} ${sentences[problem](expected)}`;
}

const formatNames: ReadonlyMap<string, string> = new Map([
  ['uri', 'an absolute URI as in RFC 3986'],
  ['date-time', 'a time as in RFC 3339, with an offset or `Z`'],
  ['effect-0.1', '`deny` or a reverse-DNS name'],
  ['effect-draft', 'the name of a draft effect or a reverse-DNS name'],
  ['sha256', '64 lowercase hexadecimal digits'],
  ['attachment-media-type', 'a media type that is neither text nor JSON'],
  ['mcp-transport', '`http`, `sse`, `stdio` or a name with a leading underscore'],
  ['http-url', 'an `http:` or `https:` URL'],
]);

function oneOf(expected: string): string {
  return expected.includes(',') ? `one of ${expected}` : expected;
}

function knownPath(pointer: string): string {
  return pointer
    .split('/')
    .map((step) => (step === '' || propertyNames.has(step) || isIndex(step) ? step : '*'))
    .join('/');
}

function isIndex(step: string): boolean {
  return String(Number(step)) === step;
}
