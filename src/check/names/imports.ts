/** Imports: the file that each one names, and circles of them. */
import type { Policy } from '../../language/ast.ts';
import { type Diagnostic, errorAt, warningAt } from '../../language/diagnostic.ts';
import { nearest } from '../../language/words.ts';
import type { Layers } from './layers.ts';

/** How many different files a policy means to import. */
export const countTargets = ({ path, imports }: Policy): number =>
  new Set(imports.map(({ target }) => resolveTarget(path, target.value) ?? target.value)).size;

interface ResolvedImport {
  readonly target: string;
  readonly node: Policy['imports'][number];
}

export function resolveImports(
  policy: Policy,
  byPath: ReadonlyMap<string, Policy>,
  layers: Layers,
  diagnostics: Diagnostic[],
): ResolvedImport[] {
  const seen = new Map<string, Policy['imports'][number]>();
  const importable = (from: string): readonly string[] =>
    [...byPath.keys()].filter((path) => layers.of(path) === layers.of(from));
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
          { help: helpForOutside(node.target.value) },
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
          : `the import \`${node.target.value}\` leads to no policy file`,
        { help: nearestImport(policy.path, target, importable(policy.path)) },
      ),
    );
    return [];
  });
}

/** A file that is checked alone has its own folder as the root, unless it is checked from a folder above. */
const helpForOutside = (target: string): string => {
  const below = 'an import names a file below the policy root, relative to the file that imports it';
  return target.split('/').includes('..')
    ? `${below}; the root is the folder that is checked: check the one above, which has both files`
    : below;
};

/** A file with the same name or a similar path, as an import writes it; `paths`: the files that it may import. */
function nearestImport(from: string, target: string, paths: readonly string[]): string {
  const others = paths.filter((path) => path !== from);
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  const whole = target.endsWith('.policy') ? target : `${target}.policy`;
  const near =
    others.find((path) => path === whole) ??
    others.find((path) => nameOf(path) === nameOf(whole)) ??
    nearest(whole, others);
  const relative = 'an import is relative to the file that imports it';
  if (near !== undefined) return `did you mean \`"${relativeTarget(from, near)}"\`? ${relative}`;
  if (!isList(whole)) return relative;
  const present = others.filter(isList).map((path) => relativeTarget(from, path));
  return present.length > 0
    ? `the lists here are ${quoted(present)}; ${relative}`
    : `${relative}; ${helpForShipped(nameOf(whole), whole)}`;
}

const isList = (path: string): boolean => /(?:^|\/)lists\//.test(path);

const quoted = (paths: readonly string[]): string => paths.map((path) => `\`"${path}"\``).join(', ');

/** Where `bylaw init` writes the lists that come with bylaw, below a folder of policies. */
const shippedLists = ['clouds', 'places', 'programs', 'secrets'].map((name) => `packs/lists/${name}.policy`);

/** No list is among the files that are checked: those that come with bylaw are, or are not, what was meant. */
function helpForShipped(name: string, whole: string): string {
  const shipped = shippedLists.find((path) => path.endsWith(`/${name}`));
  if (shipped === undefined)
    return `the lists that come with bylaw are ${quoted(shippedLists)}, beside the policies that \`bylaw init\` writes`;
  return whole.endsWith(shipped)
    ? `\`bylaw init\` writes this list with the packs: check the folder that has \`packs\` in it`
    : `the lists that come with bylaw are beside the packs that \`bylaw init\` writes: \`import "${shipped}"\``;
}

/** A path below the root, as an import of another file writes it. */
export function relativeTarget(from: string, target: string): string {
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
export function findImportCycles(
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
