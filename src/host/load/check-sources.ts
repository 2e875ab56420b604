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

interface SourceOptions extends Omit<CheckOptions, 'sift' | 'namesKnown'> {
  readonly onStage?: ((stage: string) => void) | undefined;
  /** Files that are only here since others import them: what uses the rest of their names is elsewhere. */
  readonly imported?: ReadonlySet<string>;
}

/** One check, with all that it came from. */
interface OneCheck {
  readonly sources: readonly Source[];
  /** The other things that it depends on, as a text. */
  readonly options: string;
  readonly checked: CheckedSources;
}

/**
 * The check before this one, for as long as nothing needs its memory. `bylaw init` and `bylaw packs` check a folder before
 * they change anything and after it, and often nothing of its policies changes.
 */
let lastCheck: WeakRef<OneCheck> | undefined;

/** Undefined where the check depends on more: on errors of files that could not be read, on the day, and on the places of layers. */
function optionsAsText({ at, lints, imported = new Set(), layers }: SourceOptions): string | undefined {
  if (at !== undefined || (layers !== undefined && layers.all.length > 1)) return undefined;
  return JSON.stringify([lints, [...imported], layers?.all]);
}

const isSame = (some: readonly Source[], others: readonly Source[]): boolean =>
  some.length === others.length &&
  some.every(({ path, text }, at) => others[at]?.path === path && others[at].text === text);

/** Parses and checks texts as one set of policies. `found` is what is wrong with it already. Never throws. */
export function checkSources(
  sources: readonly Source[],
  found: readonly Diagnostic[] = [],
  given: SourceOptions = {},
): CheckedSources {
  const options = found.length === 0 ? optionsAsText(given) : undefined;
  if (options === undefined) return checkAnew(sources, found, given);
  const last = lastCheck?.deref();
  if (last?.options === options && isSame(last.sources, sources)) return last.checked;
  const checked = checkAnew(sources, found, given);
  lastCheck = new WeakRef({ sources, options, checked });
  return checked;
}

function checkAnew(
  sources: readonly Source[],
  found: readonly Diagnostic[],
  { onStage, imported = new Set(), ...options }: SourceOptions,
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
