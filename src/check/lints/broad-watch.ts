/**
 * An exception that switches rules of several policies to watching by one pattern. Often one rule denied too much, and all
 * others deny nothing either.
 *
 *     watch noise for *
 */
import type { ExceptionDeclaration } from '../../language/ast.ts';
import { type Diagnostic, warningAt } from '../../language/diagnostic.ts';
import { compileName } from '../../pattern/text/name.ts';
import { dayText } from '../../vocabulary/day-text.ts';
import type { Context } from '../names/context.ts';
import type { CheckedRule, ExceptionTerm } from '../tree/checked.ts';

interface Watch {
  readonly context: Pick<Context, 'path'>;
  readonly declaration: Pick<ExceptionDeclaration, 'targets'>;
  readonly term: Pick<ExceptionTerm, 'expires'>;
}

/** `denying`: the rules that it switches to watching. */
export function findBroadWatch(
  { context: { path }, declaration, term }: Watch,
  denying: readonly CheckedRule[],
): readonly Diagnostic[] {
  const until = dayText(term.expires);
  return declaration.targets.flatMap(({ text, span }) => {
    const pattern = compileName(text);
    const switched = denying.filter(({ code }) => pattern.testExact(code));
    const policies = new Set(switched.map(({ code }) => code.slice(0, code.lastIndexOf('.'))));
    const [first] = switched;
    if (first === undefined || policies.size < 2) return [];
    const message = `this switches ${switched.length} rules of ${policies.size} policies to watching, and they deny nothing until ${until}`;
    return [
      warningAt('broad-watch', path, span, message, {
        help: `name the rules that deny too much, such as \`${first.code}\`, or those of one policy, such as \`${[...policies][0]}.*\``,
      }),
    ];
  });
}
