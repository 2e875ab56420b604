/** Shipped policies with one word dropped or changed, and who notices. */
import { resolveTarget } from '../../src/check/names/imports.ts';
import { checkTests } from '../../src/check/tests/tests-file.ts';
import { compile } from '../../src/compile/program.ts';
import { checkSources } from '../../src/host/load/check-sources.ts';
import { readPolicyFiles } from '../../src/host/policy-files/policy-files.ts';
import type { Policy } from '../../src/language/ast.ts';
import { parse } from '../../src/language/parse.ts';
import { parseTests } from '../../src/language/parse-tests.ts';
import { tokensOf } from '../../src/language/scan.ts';
import type { Source, Span } from '../../src/language/source.ts';
import { splitDeclarations } from '../../src/language/split.ts';
import { runSuite } from '../../src/scenario/run-suite.ts';

/** A policy with everything that its words could show in: what it imports, what imports it, and their tests. */
interface Subject {
  readonly source: Source;
  readonly sources: readonly Source[];
  readonly tests: readonly Source[];
}

export interface Mutant {
  readonly subject: Subject;
  readonly text: string;
  readonly token: string;
  readonly how: 'dropped' | 'changed';
  /** Words that only people read decide nothing, and a test that is changed is another test. */
  readonly isIn: 'a text for people' | 'a test' | 'a rule';
  /** A name that no other has; the same wherever in its file its declaration is. */
  readonly name: string;
}

/** Words that a slip of the pen, or of the mind, puts in the place of others. */
const swaps: ReadonlyMap<string, string> = new Map(
  (
    [
      ['deny', 'watch'],
      ['when', 'unless'],
      ['any', 'every'],
      ['and', 'or'],
      ['denies', 'passes'],
      ['critical', 'low'],
      ['high', 'medium'],
      ['reads', 'writes'],
      ['deletes', 'moves'],
      ['connects', 'sends'],
      ['with', 'without'],
      ['in', 'outside'],
      ['under', 'outside'],
      ['shell', 'fetch'],
      ['file_write', 'file_read'],
      ['certain', 'possible'],
      ['note', 'deny'],
      ['is', 'contains'],
      ['except', 'or'],
      ['workspace', '"/srv"'],
    ] as const
  ).flatMap(([one, other]): [string, string][] => [
    [one, other],
    [other, one],
  ]),
);

function changed(token: string): string | undefined {
  if (token.startsWith('"')) return `"zz${token.slice(1)}`;
  if (/^\d/.test(token)) return token.replace(/^\d+/, (digits) => String(Number(digits) + 1));
  if (token.startsWith('/') && token.length > 2) return `/zz${token.slice(1)}`;
  const swap = swaps.get(token);
  if (swap !== undefined) return swap;
  return /^[A-Za-z]/.test(token) ? `zz${token}` : token === ',' ? ' or ' : undefined;
}

/** The shipped policies; a profile imports what is above it, which has its turn only once. */
export function subjects(): readonly Subject[] {
  const all = new Map<string, Subject>();
  for (const folder of ['policies', 'policies/strict']) {
    const { sources, tests } = readPolicyFiles([folder], process.cwd());
    for (const source of sources) {
      if (all.has(source.path)) continue;
      const involved = relatives(sources, source.path);
      all.set(source.path, {
        source,
        sources: sources.filter(({ path }) => involved.has(path)),
        tests: tests.filter(({ path }) => involved.has(path.replace(/\.tests\.policy$/, '.policy'))),
      });
    }
  }
  return [...all.values()];
}

/** The file, what it imports, and what imports it: with its own imports. */
function relatives(sources: readonly Source[], path: string): ReadonlySet<string> {
  const imports = new Map(
    sources.map((source) => [
      source.path,
      [...source.text.matchAll(/^import "([^"]+)"/gm)].map(([, to = '']) => resolveTarget(source.path, to)),
    ]),
  );
  const users = new Set([path]);
  for (const each of users)
    for (const [other, targets] of imports) if (targets.includes(each)) users.add(other);
  for (const each of users)
    for (const target of imports.get(each) ?? []) if (target !== undefined) users.add(target);
  return users;
}

/** Every mutant of a policy, in the order of its text. */
export function mutantsOf(subject: Subject): readonly Mutant[] {
  const { path, text } = subject.source;
  const { people, tests } = regionsOf(parse(subject.source).policy);
  const declarations = splitDeclarations(text);
  const times = new Map<string, number>();
  return tokensOf(text, { start: 0, end: text.length }).flatMap((span): Mutant[] => {
    const token = text.slice(span.start, span.end);
    const declaration = declarations.find((each) => isWithin(each, span));
    const first = declaration === undefined ? '' : text.slice(declaration.start, declaration.end);
    const place = `${path}, ${/^\S+(?: (?!=)\S+)?/.exec(first)?.[0] ?? 'between declarations'}: \`${token}\``;
    const time = (times.get(place) ?? 0) + 1;
    times.set(place, time);
    const isIn = people.some((each) => isWithin(each, span))
      ? 'a text for people'
      : tests.some((each) => isWithin(each, span))
        ? 'a test'
        : 'a rule';
    const instead = changed(token);
    const ways = [
      ['dropped', ''],
      ...(instead === undefined ? [] : [['changed', instead] as const]),
    ] as const;
    return ways.map(([how, put]) => ({
      subject,
      text: text.slice(0, span.start) + put + text.slice(span.end),
      token,
      how,
      isIn,
      name: `${place} ${time === 1 ? '' : `(${time}) `}${how}`,
    }));
  });
}

const isWithin = (outer: Span, { start, end }: Span): boolean => start >= outer.start && end <= outer.end;

/** Where texts stand that only people read, and where tests. */
function regionsOf({ rules, limits, labels, headers }: Policy): Record<'people' | 'tests', readonly Span[]> {
  const clauses = [...rules, ...limits, ...labels].flatMap(
    (each): readonly { kind: string; span: Span }[] => [...each.clauses],
  );
  const spans = (kinds: readonly string[]): Span[] =>
    clauses.filter(({ kind }) => kinds.includes(kind)).map(({ span }) => span);
  const titles = headers.flatMap(({ title }) => title?.span ?? []);
  return { people: [...spans(['reason', 'hint', 'tags']), ...titles], tests: spans(['test', 'scenario']) };
}

/** Who notices a mutant: an error, a new warning, a test, or none. */
export type Fate = 'error' | 'warning' | 'test' | 'survived';

export function fateOf({ subject, text }: Mutant): Fate {
  const { path } = subject.source;
  const sources = subject.sources.map((each) => (each.path === path ? { path, text } : each));
  const after = checked(sources, subject.tests);
  if (after.run === undefined) return 'error';
  const before = beforeOf(subject);
  if (after.diagnostics !== before.diagnostics) return 'warning';
  // Most that are noticed at all are noticed by the tests in the file and beside it.
  const own = [path, path.replace(/\.policy$/, '.tests.policy')];
  if (after.run((each) => own.includes(each)).includes(false)) return 'test';
  const results = after.run();
  return results.includes(false) || results.length !== before.tests() ? 'test' : 'survived';
}

interface Checked {
  readonly diagnostics: string;
  /** Whether each test passes, of all files or of those that are chosen; undefined where the policies have errors. */
  readonly run: ((isChosen?: (path: string) => boolean) => readonly boolean[]) | undefined;
}

const none = (): string => 'no event is recorded';

function checked(sources: readonly Source[], testFiles: readonly Source[]): Checked {
  const { bundle, policyNames, diagnostics: found } = checkSources(sources);
  if (bundle === undefined) return { diagnostics: '', run: undefined };
  const parsed = testFiles.map(parseTests);
  const { tests, diagnostics } = checkTests(
    parsed.map((each) => each.tests),
    {
      policies: policyNames,
      rules: bundle.rules,
      exceptions: bundle.exceptions ?? [],
      labels: bundle.labels,
    },
    parsed.flatMap((each) => each.diagnostics),
  );
  const program = compile(bundle);
  return {
    diagnostics: [...found, ...diagnostics]
      .map(({ code, path, severity }) => `${severity} ${code} ${path}`)
      .sort()
      .join('\n'),
    run: (isChosen = () => true) =>
      runSuite(program, tests, none, { isChosen: ({ test }) => isChosen(test.place.path) }).results.map(
        ({ passed }) => passed,
      ),
  };
}

interface Before {
  readonly diagnostics: string;
  /** How many tests there are. */
  tests(): number;
}
const befores = new Map<Subject, Before>();

/** What is said of a policy as it is. Throws where it has errors, or where a test fails. */
function beforeOf(subject: Subject): Before {
  const known = befores.get(subject);
  if (known !== undefined) return known;
  const { diagnostics, run } = checked(subject.sources, subject.tests);
  let count: number | undefined;
  const before = {
    diagnostics,
    tests: () => {
      if (count !== undefined) return count;
      const results = run?.() ?? [false];
      if (results.includes(false)) throw new Error(`${subject.source.path} does not pass its tests as it is`);
      count = results.length;
      return count;
    },
  };
  befores.set(subject, before);
  return before;
}
