/**
 * Denials by a code that no rule has.
 *
 *     when denied 3 times within 5m by "com.example.typo"
 */
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import { nearest } from '../../language/words.ts';
import { compileName } from '../../pattern/text/name.ts';
import type { CheckedRule } from '../tree/checked.ts';
import { questionsOf } from '../tree/walk.ts';

/** `asking`: rules, and the subjects of labels. `rules`: those that a code can name. */
export function findUnknownCodes(
  asking: readonly CheckedRule[],
  rules: readonly CheckedRule[],
): readonly Diagnostic[] {
  const codes = rules.filter(({ effect }) => effect === 'deny').map(({ code }) => code);
  return asking
    .flatMap(({ when, unless }) => [...when, ...unless].flatMap(questionsOf))
    .flatMap((part) => (part.kind === 'denials' ? part.by : []))
    .filter(({ text }) => !isCode(text, codes))
    .map(({ text, place: { path, span } }) =>
      warningAt('no-such-code', path, span, `no rule that denies has a code like \`${text}\``, {
        help:
          nearestCode(text, codes) ??
          'a code is the name of the policy, a dot, and the name of the rule; `*` is any part of it',
      }),
    );
}

/** Codes of the engine itself are not listed. */
function isCode(text: string, codes: readonly string[]): boolean {
  const pattern = compileName(text);
  return text.startsWith('io.bylaw.engine.') || codes.some((code) => pattern.testExact(code));
}

/** A similar code of the same policy, as a sentence of help. */
function nearestCode(text: string, codes: readonly string[]): string | undefined {
  const policy = text.slice(0, text.lastIndexOf('.') + 1);
  const names = codes.flatMap((code) => (code.startsWith(policy) ? code.slice(policy.length) : []));
  const name = nearest(text.slice(policy.length), names);
  return name === undefined ? undefined : `did you mean \`${policy}${name}\`?`;
}
