/** Layers of policies: who writes them, where they lie, and what they may do. The first is the highest. */
import type { ClientPin } from '../../check/tree/checked.ts';
import type { Diagnostic } from '../../language/diagnostic.ts';
import type { Source } from '../../language/source.ts';
import type { CostBudget } from './over-budget.ts';

export interface Layer {
  /** What decisions and messages call it. */
  readonly name: string;
  readonly owner: string | undefined;
  /** Folders and files, as they are named. */
  readonly paths: readonly string[];
  /** The names of its policies begin with it, and those of no other layer do. */
  readonly namespace: string | undefined;
  /** Whether what it says of commands and tools takes the place of what is known. */
  readonly replaces: boolean;
  /** The calls that are denied where the layer is not in force are made in one of these; in any folder where there is none. */
  readonly workspace: readonly string[];
  /** What it may cost; what is not named has no bound. */
  readonly budget: CostBudget | undefined;
  /** Whether it may be that nothing is there. */
  readonly isOptional: boolean;
}

/** A layer that is not in force, and why. */
export interface BrokenLayer {
  readonly layer: Layer;
  readonly problems: readonly Diagnostic[];
}

/** The layers that somebody names: by a file of layers, or by one path for each. */
export interface NamedLayers {
  readonly layers: readonly Layer[];
  /** What the file pins to clients. */
  readonly clients: readonly ClientPin[];
  /** The file that names them, with what is wrong with it. */
  readonly file:
    | { readonly source: Source; readonly path: string; readonly problems: readonly Diagnostic[] }
    | undefined;
}

/** A layer that may do what any layer may. */
export const layerOf = (name: string, paths: readonly string[]): Layer => ({
  name,
  owner: undefined,
  paths,
  namespace: undefined,
  replaces: false,
  workspace: [],
  budget: undefined,
  isOptional: false,
});
