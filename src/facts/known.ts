/** All that is known of commands and tools: what comes with bylaw, and what policies add to it. */
import type { AddedKnowledge } from '../check/tree/checked.ts';
import { builtInKnowledge } from './knowledge/table/built-in.ts';
import { extendKnowledge } from './knowledge/table/extend.ts';
import type { Knowledge } from './knowledge/table/knowledge.ts';
import { placesInTests } from './own-places.ts';
import { builtInTools, type ToolKnowledge, withTools } from './tool/tables.ts';

export interface Known {
  readonly commands: Knowledge;
  readonly tools: ToolKnowledge;
  /** The places of bylaw itself on this machine, as path patterns: the meaning of `@bylaw`. */
  readonly ownPlaces: readonly string[];
}

/** The built-in knowledge, with the places that bylaw has in tests. The tables are read when they are first needed. */
export const builtIn: Known = {
  get commands() {
    return builtInKnowledge();
  },
  get tools() {
    return builtInTools();
  },
  ownPlaces: placesInTests,
};

/**
 * The built-in knowledge with what policies add, and with the places of this bylaw; the same object where there is neither.
 * `places` runs when a rule first needs it.
 */
export function knownWith(added: AddedKnowledge, places?: () => readonly string[]): Known {
  const { commands, wrappers, aliases, tools } = added;
  const isMore = commands.length + wrappers.length + aliases.length + tools.length > 0;
  const known = isMore
    ? {
        commands: extendKnowledge(builtIn.commands, added),
        tools: withTools(builtIn.tools, tools),
        ownPlaces: builtIn.ownPlaces,
      }
    : builtIn;
  return places === undefined ? known : new PlacedKnown(known, places);
}

/** The same knowledge for a machine with other places of bylaw. */
class PlacedKnown implements Known {
  readonly #known: Known;
  readonly #places: () => readonly string[];
  #found: readonly string[] | undefined;

  constructor(known: Known, places: () => readonly string[]) {
    this.#known = known;
    this.#places = places;
  }

  get commands(): Knowledge {
    return this.#known.commands;
  }

  get tools(): ToolKnowledge {
    return this.#known.tools;
  }

  get ownPlaces(): readonly string[] {
    this.#found ??= this.#places();
    return this.#found;
  }
}
