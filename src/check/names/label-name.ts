/** Labels by their names: what a file means by one, and that it has been used. */
import type { LabelDeclaration } from '../../language/ast.ts';
import type { Name } from '../../language/expression.ts';
import type { Context } from './context.ts';
import type { Declared } from './scope.ts';

export interface NamedLabel extends Declared<LabelDeclaration> {
  readonly code: string;
}

/** The label of a name, marked as used; undefined where there is none. */
export function useLabel(context: Context, name: Name): NamedLabel | undefined {
  const declared = context.scope.labels.get(name.text);
  if (declared === undefined) return undefined;
  context.shared.used.add(declared.node.name);
  return { ...declared, code: codeOf(context, declared) };
}

/** The code that a label has, whether or not its policy has a name that can be used. */
function codeOf({ shared }: Context, { node, path }: Declared<LabelDeclaration>): string {
  return `${shared.policyNames.get(path) ?? path}.${node.name.text}`;
}
