/** Tokens that end soon, so that somebody makes others in time. */
import type { ServerToken } from './tokens.ts';

/** When each scope has no token any more, in milliseconds since 1970; a scope with a token that does not end is not there. */
export function endsOf(tokens: readonly ServerToken[]): ReadonlyMap<string, number> {
  const ends = new Map<string, number>();
  for (const { scope, expires = Number.POSITIVE_INFINITY } of tokens)
    ends.set(scope, Math.max(expires, ends.get(scope) ?? 0));
  return new Map([...ends].filter(([, end]) => end !== Number.POSITIVE_INFINITY));
}

const day = 24 * 60 * 60 * 1000;
/** Days before the end on which a warning is printed. */
const warningDays = [1, 7];

/** Says of each scope, once a week and once a day before, that its last token ends. */
export class ExpiryWarnings {
  /** The scopes and days that there was a warning about. */
  readonly #reported = new Set<string>();

  /** Sentences that were not said before. `now`: milliseconds since 1970. */
  due(tokens: readonly ServerToken[], now: number): readonly string[] {
    return [...endsOf(tokens)].flatMap(([scope, end]) => {
      const days = warningDays.find((each) => end > now && end - now <= each * day);
      const warning = `${days} ${end} ${scope}`;
      if (days === undefined || this.#reported.has(warning)) return [];
      this.#reported.add(warning);
      const until = new Date(end).toISOString().slice(0, 10);
      return [
        `The last token of the scope ${JSON.stringify(scope)} ends on ${until}: make another one with \`bylaw token new\`, and hand it out.`,
      ];
    });
  }
}
