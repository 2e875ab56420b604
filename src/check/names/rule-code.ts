/** Codes: the name of a policy and the name of a rule, as the protocol takes them. */
import type { Name } from '../../language/expression.ts';
import { type Context, reportError } from './context.ts';

/** A code as the protocol takes it (docs/development/protocol-notes.md#the-answer). */
const codePattern = /^(?:[A-Za-z][A-Za-z0-9_-]*\.)+[A-Za-z][A-Za-z0-9_-]*$/;
const labelPattern = /^[A-Za-z][A-Za-z0-9_-]*$/;
const longestCode = 200;

/** Codes of the engine's own denials. */
const engineNamespace = 'io.bylaw.engine';

/** The name of a policy; undefined where the protocol would refuse its codes, which is reported. */
export function checkPolicyName(context: Context, name: Name): string | undefined {
  const { text, span } = name;
  if (text === engineNamespace || text.startsWith(`${engineNamespace}.`)) {
    return reportError(
      context,
      'invalid-code',
      span,
      `\`${engineNamespace}\` is kept for the engine’s own denials`,
      { help: 'name the policy after a domain of yours, such as `com.example.dev`' },
    );
  }
  if (text.length <= longestCode && text.split('.').every((label) => labelPattern.test(label))) return text;
  return reportError(context, 'invalid-code', span, `\`${shorten(text)}\` cannot be the name of a policy`, {
    help: 'write labels with dots between them, such as `com.example.dev`; each starts with a letter and goes on with letters, digits, `_` and `-`',
  });
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** What a rule is made for: itself, or a label, limit or exception that is written like a rule. */
export interface RuleRole {
  readonly what: 'rule' | 'label' | 'limit' | 'exception';
  /** It may be about every call. */
  readonly mayBeAlways: boolean;
}

export function formCode(
  context: Context,
  name: Name,
  policyName: string | undefined,
  { what }: Pick<RuleRole, 'what'>,
): string | undefined {
  const code = `${policyName ?? 'policy'}.${name.text}`;
  if (labelPattern.test(name.text) && code.length > longestCode) {
    return reportError(
      context,
      'invalid-code',
      name.span,
      `the code of this ${what} has ${code.length} characters; at most ${longestCode} are allowed`,
      { help: `shorten the name of the ${what}, or that of the policy, which the code starts with` },
    );
  }
  if (!labelPattern.test(name.text) || !codePattern.test(code)) {
    return reportError(
      context,
      'invalid-code',
      name.span,
      `\`${shorten(name.text)}\` cannot be the name of a ${what}: it becomes the last part of its code`,
      { help: 'a name starts with a letter and goes on with letters, digits, `_` and `-`' },
    );
  }
  return policyName === undefined ? undefined : code;
}
