/**
 * Which names a file can use: its own, and those of the files it imports. Names
 * of imports of imports are not seen; a name with two meanings is an error.
 */
import type {
  ConditionDeclaration,
  LabelDeclaration,
  ListDeclaration,
  Name,
  Policy,
  WindowDeclaration,
} from '../language/ast.ts';
import { type Diagnostic, errorAt, warningAt } from '../language/diagnostic.ts';
import { nearest } from '../language/words.ts';
import { isEffectVerb, isObjectWord } from '../vocabulary/effects.ts';
import { fieldRoots } from '../vocabulary/fields.ts';
import { type Layers, oneLayer } from './layers.ts';
import { ownLists } from './own-list.ts';

/** A declaration and the file that it stands in. */
export interface Declared<Node> {
  readonly node: Node;
  readonly path: string;
}

export interface Scope {
  readonly path: string;
  readonly lists: ReadonlyMap<string, Declared<ListDeclaration>>;
  readonly conditions: ReadonlyMap<string, Declared<ConditionDeclaration>>;
  readonly windows: ReadonlyMap<string, Declared<WindowDeclaration>>;
  readonly labels: ReadonlyMap<string, Declared<LabelDeclaration>>;
  /** Names whose declarations did not parse: using them is no further error. */
  readonly broken: ReadonlySet<string>;
  /** An import is not there, so that an unknown name may be one of its. */
  readonly incomplete: boolean;
}

export interface Scopes {
  readonly scopes: ReadonlyMap<string, Scope>;
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

/** How many different files a policy means to import. */
const countTargets = ({ path, imports }: Policy): number =>
  new Set(imports.map(({ target }) => resolveTarget(path, target.value) ?? target.value)).size;

interface ResolvedImport {
  readonly target: string;
  readonly node: Policy['imports'][number];
}

function resolveImports(
  policy: Policy,
  byPath: ReadonlyMap<string, Policy>,
  layers: Layers,
  diagnostics: Diagnostic[],
): ResolvedImport[] {
  const seen = new Map<string, Policy['imports'][number]>();
  return policy.imports.flatMap((node) => {
    const target = resolveTarget(policy.path, node.target.value);
    const { span } = node.target;
    if (target === undefined) {
      diagnostics.push(
        errorAt(
          'import-outside',
          policy.path,
          span,
          `the import \`${node.target.value}\` leaves the policy root`,
          {
            help: 'an import names a file below the policy root, relative to the file that imports it',
          },
        ),
      );
      return [];
    }
    const earlier = seen.get(target);
    if (earlier !== undefined) {
      diagnostics.push(
        warningAt('duplicate-import', policy.path, span, `\`${node.target.value}\` is imported twice`, {
          notes: [{ path: policy.path, span: earlier.span, message: 'first imported here' }],
          help: 'remove one of the two',
          fix: { kind: 'remove', span: node.span },
        }),
      );
      return [];
    }
    seen.set(target, node);
    if (byPath.has(target) && layers.of(target) !== layers.of(policy.path)) {
      diagnostics.push(
        errorAt('import-outside', policy.path, span, `\`${node.target.value}\` is a file of another layer`, {
          help: 'a layer imports files of its own; copy what it needs',
        }),
      );
      return [];
    }
    if (byPath.has(target)) return [{ target, node }];
    diagnostics.push(
      errorAt(
        'missing-import',
        policy.path,
        span,
        node.target.value === ''
          ? 'the import names no file'
          : `there is no policy file \`${target}\` below the policy root`,
        { help: nearestImport(policy.path, target, byPath) },
      ),
    );
    return [];
  });
}

/** The file that was probably meant, as it is written in an import: one of the same name, or of nearly the same path. */
function nearestImport(from: string, target: string, byPath: ReadonlyMap<string, Policy>): string {
  const others = [...byPath.keys()].filter((path) => path !== from);
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  const near = others.find((path) => nameOf(path) === nameOf(target)) ?? nearest(target, others);
  return near === undefined
    ? 'an import is relative to the file that imports it'
    : `did you mean \`"${relativeTarget(from, near)}"\`? an import is relative to the file that imports it`;
}

function relativeTarget(from: string, target: string): string {
  const folders = from.split('/').slice(0, -1);
  const steps = target.split('/');
  let shared = 0;
  while (shared < folders.length && shared < steps.length - 1 && folders[shared] === steps[shared]) shared++;
  return [...folders.slice(shared).map(() => '..'), ...steps.slice(shared)].join('/');
}

/** A root-relative path, or undefined where the target is absolute or climbs out. */
export function resolveTarget(from: string, target: string): string | undefined {
  if (target.startsWith('/') || /^[A-Za-z]:|\\|\u0000/.test(target)) return undefined;
  if (target === '') return '';
  const steps = from.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.join('/');
}

/** Reports each circle of imports once, at the import that closes it. */
function findImportCycles(
  policies: readonly Policy[],
  imported: ReadonlyMap<string, readonly ResolvedImport[]>,
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const done = new Set<string>();
  for (const { path } of policies) {
    // An explicit stack: a chain of imports may be longer than the call stack.
    const stack: { path: string; next: number }[] = [{ path, next: 0 }];
    const open = new Set([path]);
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      if (top === undefined) break;
      const edge = done.has(top.path) ? undefined : imported.get(top.path)?.[top.next++];
      if (edge === undefined) {
        done.add(top.path);
        open.delete(top.path);
        stack.pop();
      } else if (open.has(edge.target)) {
        const from = stack.findIndex((each) => each.path === edge.target);
        const circle = [...stack.slice(from).map((each) => each.path), edge.target].join('` → `');
        diagnostics.push(
          errorAt('cyclic-import', top.path, edge.node.target.span, `imports go in a circle: \`${circle}\``, {
            help: 'move what both files need into a third one, and import that',
          }),
        );
      } else if (!done.has(edge.target)) {
        open.add(edge.target);
        stack.push({ path: edge.target, next: 0 });
      }
    }
  }
  return diagnostics;
}

function buildScope(
  policy: Policy,
  imports: readonly Policy[],
  incomplete: boolean,
  diagnostics: Diagnostic[],
): Scope {
  // A file that imports itself is reported as a circle; its names are its own all the same.
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

/** A rule that says `secret-seen` must mean one thing by it. */
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
    // Where both come from imports, the file that imports them is told, and where they are.
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

/** Whether a condition or a label can have no such name. */
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
