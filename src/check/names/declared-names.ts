/** Names and codes of a whole bundle: those that are declared twice, and those that nothing uses. */
import type { Policy } from '../../language/ast.ts';
import { errorAt, warningAt } from '../../language/diagnostic.ts';
import type { DiagnosticCode } from '../../language/diagnostic-codes.ts';
import type { Name } from '../../language/expression.ts';
import { isExhausted, type Shared } from './context.ts';
import { isReserved } from './scope.ts';

/** Reports two rules, limits, labels or exceptions with the same code, also where they have other errors. */
export function reportDuplicateCodes(policies: readonly Policy[], shared: Shared): void {
  const coded = ({ limits, rules, exceptions }: Policy) => [...limits, ...rules, ...exceptions];
  reportSameCodes(policies, coded, 'rules', shared);
  // In one file, two labels of one name are reported as that.
  reportSameCodes(policies, ({ labels }) => withoutDuplicates(labels), 'labels', shared);
}

/** Something that has a code, with what it is. */
interface Coded {
  readonly kind: string;
  readonly name: Name;
}

function reportSameCodes(
  policies: readonly Policy[],
  nodesOf: (policy: Policy) => readonly Coded[],
  what: 'rules' | 'labels',
  shared: Shared,
): void {
  const first = new Map<string, { readonly path: string } & Coded>();
  for (const policy of policies) {
    const { path, headers } = policy;
    for (const { kind, name } of nodesOf(policy)) {
      const code = `${headers[0]?.name.text ?? path}.${name.text}`;
      const earlier = first.get(code);
      if (earlier === undefined) first.set(code, { path, kind, name });
      else if (!isExhausted({ shared })) {
        shared.counts.errors++;
        shared.diagnostics.push(
          errorAt(
            'duplicate-name',
            path,
            name.span,
            `${bothOf(kind, earlier.kind, what)} have the code \`${code}\``,
            {
              notes: [{ path: earlier.path, span: earlier.name.span, message: 'the other is here' }],
              help:
                earlier.path === path
                  ? 'rename one of the two'
                  : `rename one of the two ${what}, or one of the two policies`,
            },
          ),
        );
      }
    }
  }
}

const bothOf = (one: string, other: string, what: string): string => {
  const exceptions = [one, other].filter((kind) => kind === 'exception').length;
  return exceptions === 0 ? `two ${what}` : exceptions === 1 ? 'a rule and an exception' : 'two exceptions';
};

/** Reports labels, lists, windows and conditions that nothing uses. */
export function reportUnused(policies: readonly Policy[], shared: Shared): void {
  const report = (code: DiagnosticCode, what: string, path: string, name: Name): void => {
    if (shared.used.has(name)) return;
    shared.diagnostics.push(
      warningAt(code, path, name.span, `nothing uses the ${what} \`${name.text}\``, {
        help: 'use it in a rule, or remove it',
      }),
    );
  };
  for (const { path, lists, conditions, windows, labels } of policies) {
    for (const { name } of withoutDuplicates(labels)) report('unused-label', 'label', path, name);
    for (const { name } of withoutDuplicates(lists)) report('unused-list', 'list', path, name);
    for (const { name } of withoutDuplicates(windows)) report('unused-window', 'window', path, name);
    for (const { name } of withoutDuplicates(conditions)) {
      if (!isReserved(name.text)) report('unused-condition', 'condition', path, name);
    }
  }
}

/** Without second declarations of a name: rules use the first one. */
function withoutDuplicates<Node extends { readonly name: Name }>(nodes: readonly Node[]): Node[] {
  const seen = new Set<string>();
  return nodes.filter(({ name: { text } }) => !seen.has(text) && seen.add(text));
}
