/**
 * Which names a file can use: its own, and those of the files it imports. Names
 * of imports of imports are not seen; a name with two meanings is an error.
 */
import type {
  ConditionDeclaration,
  LabelDeclaration,
  ListDeclaration,
  Policy,
  WindowDeclaration,
} from '../../language/ast.ts';
import { type Diagnostic, errorAt } from '../../language/diagnostic.ts';
import type { Name } from '../../language/expression.ts';
import { isEffectVerb, isObjectWord } from '../../vocabulary/effects.ts';
import { fieldRoots } from '../../vocabulary/fields.ts';
import { ownLists } from '../tree/own-list.ts';
import { countTargets, findImportCycles, resolveImports, resolveTarget } from './imports.ts';
import { type Layers, oneLayer } from './layers.ts';

/** A declaration and its file. */
export interface Declared<Node> {
  readonly node: Node;
  readonly path: string;
}

export interface NameScope {
  readonly path: string;
  readonly lists: ReadonlyMap<string, Declared<ListDeclaration>>;
  readonly conditions: ReadonlyMap<string, Declared<ConditionDeclaration>>;
  readonly windows: ReadonlyMap<string, Declared<WindowDeclaration>>;
  readonly labels: ReadonlyMap<string, Declared<LabelDeclaration>>;
  /** Names whose declarations have a syntax error: using them is no further error. */
  readonly broken: ReadonlySet<string>;
  /** An import is not there, so that an unknown name may be one of its. */
  readonly incomplete: boolean;
}

export interface Scopes {
  readonly scopes: ReadonlyMap<string, NameScope>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Resolves imports and collects names, for every file of a bundle. */
export function resolveScopes(policies: readonly Policy[], layers: Layers = oneLayer): Scopes {
  const byPath = new Map(policies.map((policy) => [policy.path, policy] as const));
  const diagnostics: Diagnostic[] = [];
  const imported = new Map(
    policies.map((policy) => [policy.path, resolveImports(policy, byPath, layers, diagnostics)] as const),
  );
  diagnostics.push(...findImportCycles(policies, imported));
  const scopes = new Map(
    policies.map((policy) => {
      const targets = (imported.get(policy.path) ?? []).flatMap(({ target }) => byPath.get(target) ?? []);
      const incomplete =
        policy.broken.includes('import') ||
        targets.length < countTargets(policy) ||
        [policy, ...targets].some(({ broken }) => broken.includes('list'));
      return [policy.path, buildScope(policy, targets, incomplete, diagnostics)] as const;
    }),
  );
  return { scopes, diagnostics };
}

function buildScope(
  policy: Policy,
  imports: readonly Policy[],
  incomplete: boolean,
  diagnostics: Diagnostic[],
): NameScope {
  // A file that imports itself is reported as a circle, and its names count once.
  const files = [policy, ...imports.filter((each) => each !== policy)];
  const conditions = collectNames(policy, files, 'condition', (file) => file.conditions, diagnostics);
  const labels = collectNames(policy, files, 'label', (file) => file.labels, diagnostics);
  diagnostics.push(...findSharedNames(policy, files, conditions, labels));
  return {
    path: policy.path,
    lists: collectNames(policy, files, 'list', (file) => file.lists, diagnostics),
    conditions,
    windows: collectNames(policy, files, 'window', (file) => file.windows, diagnostics),
    labels,
    broken: new Set(files.flatMap((file) => file.broken)),
    incomplete,
  };
}

function collectNames<Node extends { readonly name: Name }>(
  policy: Policy,
  files: readonly Policy[],
  what: string,
  nodesOf: (policy: Policy) => readonly Node[],
  diagnostics: Diagnostic[],
): Map<string, Declared<Node>> {
  const names = new Map<string, Declared<Node>>();
  for (const file of files) {
    for (const node of nodesOf(file)) {
      const own = file.path === policy.path;
      if (own && what === 'list' && ownLists.has(node.name.text))
        diagnostics.push(
          errorAt('duplicate-name', file.path, node.name.span, `the list \`${node.name.text}\` is built in`, {
            help: 'rename it; `@bylaw` always names the places of bylaw itself',
          }),
        );
      if (own && what !== 'list' && what !== 'window')
        diagnostics.push(...findReservedName(file.path, node.name, what));
      const earlier = names.get(node.name.text);
      if (earlier === undefined) names.set(node.name.text, { node, path: file.path });
      else if (own || earlier.path === policy.path || earlier.path !== file.path) {
        const at = own ? { path: file.path, span: node.name.span } : conflictPlace(policy, file, earlier);
        diagnostics.push(
          errorAt('duplicate-name', at.path, at.span, `the ${what} \`${node.name.text}\` is declared twice`, {
            notes: own
              ? [{ path: earlier.path, span: earlier.node.name.span, message: 'first declared here' }]
              : [
                  { path: earlier.path, span: earlier.node.name.span, message: 'declared here' },
                  { path: file.path, span: node.name.span, message: 'and here, in the imported file' },
                ],
            help: 'rename one of the two; an imported name cannot be declared again',
          }),
        );
      }
    }
  }
  return names;
}

/** Reports a name that is both a label and a condition. */
function findSharedNames(
  policy: Policy,
  files: readonly Policy[],
  conditions: ReadonlyMap<string, Declared<ConditionDeclaration>>,
  labels: ReadonlyMap<string, Declared<LabelDeclaration>>,
): Diagnostic[] {
  return [...labels].flatMap(([name, label]) => {
    const condition = conditions.get(name);
    if (condition === undefined) return [];
    const own = [label, condition].find((each) => each.path === policy.path);
    const file = files.find((each) => each.path === label.path);
    const other = own === label ? condition : label;
    // Where both come from imports, the error is in the file that imports them, with both places.
    const at =
      own === undefined && file !== undefined
        ? conflictPlace(policy, file, condition)
        : { path: (own ?? label).path, span: (own ?? label).node.name.span };
    const noted = own === undefined ? [label, condition] : [other];
    const notes = noted.map((each) => ({
      path: each.path,
      span: each.node.name.span,
      message:
        own === undefined ? `the ${each === label ? 'label' : 'condition'}` : 'the other is declared here',
    }));
    const message = `\`${name}\` is both a label and a condition`;
    return [
      errorAt('duplicate-name', at.path, at.span, message, {
        notes,
        help: 'rename one of the two: a rule asks for both by their name alone',
      }),
    ];
  });
}

/** Whether a word is reserved, so that no condition or label can be called so. */
export const isReserved = (word: string): boolean =>
  fieldRoots.has(word) || isEffectVerb(word) || isObjectWord(word);

/** A condition or label that is called like a field, or like a word of rules about what a call does. */
function findReservedName(path: string, { text, span }: Name, what: string): Diagnostic[] {
  if (!isReserved(text)) return [];
  const why =
    isEffectVerb(text) || isObjectWord(text)
      ? 'is a word of rules about what a call does'
      : 'is the name of a field';
  return [
    errorAt('reserved-name', path, span, `\`${text}\` ${why}`, {
      help: `give the ${what} a name of its own, such as one with a hyphen`,
    }),
  ];
}

/** A clash between an import and something else is reported where the import is written. */
function conflictPlace(
  policy: Policy,
  file: Policy,
  earlier: Declared<{ readonly name: Name }>,
): { path: string; span: Name['span'] } {
  const node = policy.imports.find((each) => resolveTarget(policy.path, each.target.value) === file.path);
  return node === undefined
    ? { path: earlier.path, span: earlier.node.name.span }
    : { path: policy.path, span: node.target.span };
}
