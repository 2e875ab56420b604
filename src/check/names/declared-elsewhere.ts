/** Names that a file does not have, and another file of its layer declares: the import that is missing. */
import type { ConditionDeclaration, ListDeclaration, WindowDeclaration } from '../../language/ast.ts';
import { nearest } from '../../language/words.ts';
import type { Context } from './context.ts';
import { relativeTarget } from './imports.ts';
import type { Declared } from './scope.ts';

/** Kinds of names, as scopes have them. */
type NameKind = 'lists' | 'conditions' | 'windows';

/** What to write where a name is not known; undefined where no other file has it. The name that is meant counts as used. */
export function adviceToImport(
  { path, scopes, layers, shared }: Context,
  kind: NameKind,
  name: string,
  sign = '',
): string | undefined {
  const found = new Map<string, Declared<ListDeclaration | ConditionDeclaration | WindowDeclaration>>();
  for (const [other, scope] of scopes)
    if (other !== path && layers.of(other) === layers.of(path))
      for (const [each, declared] of scope[kind]) if (!found.has(each)) found.set(each, declared);
  const meant = found.has(name) ? name : nearest(name, found.keys());
  const declared = meant === undefined ? undefined : found.get(meant);
  if (declared === undefined) return undefined;
  shared.used.add(declared.node.name);
  const text = `\`import "${relativeTarget(path, declared.path)}"\``;
  return meant === name
    ? `another file declares it: write ${text}`
    : `did you mean \`${sign}${meant}\`? another file declares it: write ${text}`;
}
