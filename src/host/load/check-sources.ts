/** Texts of policies → checked rules, and what is wrong with them. */
import type { CheckOptions } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { CheckedBundle } from '../../check/tree/checked.ts';
import { namesKnown } from '../../facts/known-names.ts';
import { type Accepted, acceptWarnings } from '../../language/acceptance.ts';
import type { Policy } from '../../language/ast.ts';
import { type Diagnostic, inReadingOrder, isError } from '../../language/diagnostic.ts';
import { type Parsed, parse } from '../../language/parse.ts';
import type { Source } from '../../language/source.ts';

/** What the checks make of texts. */
export interface CheckedSources {
  /** What is wrong or doubtful, without the warnings that the files accept. */
  readonly diagnostics: readonly Diagnostic[];
  readonly accepted: readonly Accepted[];
  /** Undefined where there are errors. */
  readonly bundle: CheckedBundle | undefined;
  /** What the files call their policies. */
  readonly policyNames: readonly string[];
  readonly policies: readonly Policy[];
}

/** Warnings about names that may be used in a file that is not read. */
const ofUnusedNames: ReadonlySet<string> = new Set([
  ...['unused-list', 'unused-condition', 'unused-window', 'unused-label'],
]);

/**
 * Files as they were parsed last, by their paths, for as long as nothing needs their memory. `bylaw init` and `bylaw packs`
 * read the same policies several times, and most files of a reload are what they were.
 */
const lately = new Map<string, WeakRef<{ readonly text: string; readonly parsed: Parsed }>>();
/** At most so many paths are kept. */
const mostPaths = 1000;

function parseOnce(source: Source): Parsed {
  const before = lately.get(source.path)?.deref();
  if (before?.text === source.text) return before.parsed;
  const parsed = parse(source);
  if (lately.size >= mostPaths) lately.clear();
  lately.set(source.path, new WeakRef({ text: source.text, parsed }));
  return parsed;
}

/** Parses and checks texts as one set of policies. `found` is what is wrong with it already. Never throws. */
export function checkSources(
  sources: readonly Source[],
  found: readonly Diagnostic[] = [],
  {
    onStage,
    imported = new Set(),
    ...options
  }: Omit<CheckOptions, 'sift' | 'namesKnown'> & {
    readonly onStage?: ((stage: string) => void) | undefined;
    /** Files that are only here since others import them: what uses the rest of their names is elsewhere. */
    readonly imported?: ReadonlySet<string>;
  } = {},
): CheckedSources {
  const files = `${sources.length.toLocaleString('en-US')} ${sources.length === 1 ? 'file' : 'files'}`;
  onStage?.(`reading ${files}`);
  const parsed = sources.map(parseOnce);
  let accepted: readonly Accepted[] = [];
  const policies = parsed.map(({ policy }) => policy);
  const given = [...found, ...parsed.flatMap((each) => each.diagnostics)];
  const sift = (all: readonly Diagnostic[]): readonly Diagnostic[] => {
    const accepting = acceptWarnings(sources, inReadingOrder(all));
    const diagnostics = accepting.diagnostics.filter(
      ({ code, path }) => !(ofUnusedNames.has(code) && imported.has(path)),
    );
    accepted = accepting.accepted;
    // Whether there is anything to accept is not known of what was not looked for.
    return options.lints === false ? diagnostics.filter(isError) : diagnostics;
  };
  onStage?.(`checking ${files}`);
  const { bundle, diagnostics } = check(policies, given, { ...options, sift, namesKnown });
  const policyNames = policies.flatMap(({ headers }) => headers.map(({ name }) => name.text));
  return { diagnostics, accepted, bundle, policyNames, policies };
}
