/**
 * What the text of a layer may say: a lower layer can add names, but cannot give a second meaning to a name of a higher
 * layer. The error shows both places.
 */
import type { KnowledgeDeclaration, Policy } from '../../language/ast.ts';
import { type Diagnostic, errorAt } from '../../language/diagnostic.ts';
import type { Name } from '../../language/expression.ts';
import type { SourcePlace } from '../tree/source-place.ts';

/** What the checks need to know of a layer. */
export interface LayerRights {
  readonly name: string;
  readonly owner?: string | undefined;
  readonly namespace?: string | undefined;
  /** Whether its `command` and `tool` blocks replace those of the tables and of higher layers. */
  readonly replaces?: boolean;
}

/** The layers of the files of a bundle. */
export interface Layers {
  /** From the highest to the lowest. */
  readonly all: readonly LayerRights[];
  /** The place of a file's layer among them. */
  of(path: string): number;
  /** Whether the tables that come with bylaw know what a declaration describes. */
  isBuiltIn(declaration: KnowledgeDeclaration): boolean;
}

/** One author, who may say everything. */
export const oneLayer: Layers = { all: [{ name: 'layer-1' }], of: () => 0, isBuiltIn: () => false };

/** The files of higher layers first. */
export const inLayers = (policies: readonly Policy[], { all, of }: Layers): readonly Policy[] =>
  all.length === 1 ? policies : policies.toSorted((a, b) => of(a.path) - of(b.path));

/** Names of a higher layer that a lower one gives a second meaning, and codes in the namespace of another layer. */
export function findBrokenLaw(policies: readonly Policy[], layers: Layers): readonly Diagnostic[] {
  if (layers.all.length === 1) return [];
  const sorted = inLayers(policies, layers);
  return [
    ...findNamesOfHigher(sorted, 'list', ({ lists }) => lists, layers),
    ...findNamesOfHigher(sorted, 'condition', ({ conditions }) => conditions, layers),
    ...findNamesOfHigher(sorted, 'window', ({ windows }) => windows, layers),
    ...findNamesOfHigher(sorted, 'label', ({ labels }) => labels, layers),
    ...findForeignNamespaces(sorted, layers),
  ];
}

function findNamesOfHigher(
  policies: readonly Policy[],
  what: string,
  nodesOf: (policy: Policy) => readonly { readonly name: Name }[],
  layers: Layers,
): readonly Diagnostic[] {
  const first = new Map<string, SourcePlace>();
  return policies.flatMap((policy) =>
    nodesOf(policy).flatMap(({ name: { text, span } }) => {
      const { path } = policy;
      const higher = first.get(text);
      if (higher === undefined) first.set(text, { path, span });
      if (higher === undefined || layers.of(higher.path) === layers.of(path)) return [];
      return [
        errorAt(
          'name-of-higher-layer',
          path,
          span,
          `the ${what} \`${text}\` is one of the layer ${called(layers, higher.path)}`,
          {
            notes: [{ ...higher, message: 'declared here, in the higher layer' }],
            help: `rename it: a lower layer has names of its own`,
          },
        ),
      ];
    }),
  );
}

function findForeignNamespaces(policies: readonly Policy[], layers: Layers): readonly Diagnostic[] {
  const first = new Map<string, SourcePlace>();
  return policies.flatMap(({ path, headers: [header] }) => {
    if (header === undefined) return [];
    const { text, span } = header.name;
    const place = { path, span };
    const own = layers.all[layers.of(path)];
    // Small and capital letters make a code look like another.
    const folded = text.toLowerCase();
    const claimed = layers.all.find(
      ({ namespace }) => namespace !== undefined && isWithin(folded, namespace.toLowerCase()),
    );
    const higher = first.get(folded);
    if (higher === undefined) first.set(folded, place);
    if (higher !== undefined && layers.of(higher.path) !== layers.of(path))
      return [foreign(place, text, called(layers, higher.path), higher)];
    if (claimed !== undefined && claimed !== own)
      return [foreign(place, text, `\`${claimed.name}\``, undefined)];
    if (own?.namespace === undefined || isWithin(text, own.namespace)) return [];
    return [
      errorAt(
        'foreign-namespace',
        path,
        span,
        `\`${text}\` is outside of the namespace of the layer \`${own.name}\``,
        { help: `let it begin with \`${own.namespace}\`` },
      ),
    ];
  });
}

const isWithin = (name: string, namespace: string): boolean =>
  name === namespace || name.startsWith(`${namespace}.`);

const foreign = (
  { path, span }: SourcePlace,
  name: string,
  layer: string,
  higher: SourcePlace | undefined,
): Diagnostic =>
  errorAt('foreign-namespace', path, span, `\`${name}\` is in the namespace of the layer ${layer}`, {
    notes: higher === undefined ? [] : [{ ...higher, message: 'the policy of the higher layer' }],
    help: 'name the policy after its own layer: a code shows whose rule denies',
  });

/** The layer of a file, for a message. */
export const called = ({ all, of }: Layers, path: string): string => `\`${all[of(path)]?.name ?? ''}\``;
