/** What a test is called: in reports, and where some tests are chosen by name. */
import type { SourceLookup } from '../../language/render.ts';
import { compileName, type NamePattern } from '../../pattern/text/name.ts';
import type { Testing } from '../../scenario/run-tests.ts';

/** The words of a test as they are written, on one line; without its `skip`. */
function wordsOf({ test: { place } }: Testing, lookup: SourceLookup): string {
  const text = lookup(place.path)?.text.slice(place.span.start, place.span.end) ?? '';
  const words = text.replace(/^skip\s+"(?:[^"\\\r\n]|\\.)*"\s+/, '');
  // A scenario goes over many lines; its first says which it is.
  const shown = words.startsWith('scenario') ? (words.split(/\r?\n/, 1)[0] ?? '') : words;
  return shown.replace(/\s+/g, ' ').trim();
}

/** `title: denies "ls"`; without a title the words alone. */
export function testName(testing: Testing, lookup: SourceLookup): string {
  const { title, example } = testing.test;
  const words = `${wordsOf(testing, lookup)}${example === undefined ? '' : ` (${example})`}`;
  return title === undefined || title === '' || words.includes(`"${title}"`) ? words : `${title}: ${words}`;
}

/** Chooses tests by patterns of names, and knows which patterns have chosen none. */
export class TestChoice {
  readonly #patterns: readonly { readonly text: string; readonly pattern: NamePattern }[];
  readonly #matched = new Set<string>();
  readonly #lookup: SourceLookup;

  /** Each pattern chooses by the rule's code or name, the title, or the words; `*` is any run of characters. */
  constructor(patterns: readonly string[], lookup: SourceLookup) {
    this.#patterns = patterns.map((text) => ({ text, pattern: compileName(text) }));
    this.#lookup = lookup;
  }

  isChosen(testing: Testing): boolean {
    if (this.#patterns.length === 0) return true;
    const { code, test } = testing;
    const names = [code, code.slice(code.lastIndexOf('.') + 1), test.title, wordsOf(testing, this.#lookup)];
    const fitting = this.#patterns.filter(({ pattern }) =>
      names.some((name) => name !== undefined && pattern.testExact(name)),
    );
    for (const { text } of fitting) this.#matched.add(text);
    return fitting.length > 0;
  }

  /** Patterns that no test has fitted. */
  get unmatched(): readonly string[] {
    return this.#patterns.map(({ text }) => text).filter((text) => !this.#matched.has(text));
  }
}
