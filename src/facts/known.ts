/** All that is known of commands and tools: what comes with bylaw, and what policies add to it. */
import type { AddedKnowledge } from '../check/checked.ts';
import { builtInKnowledge } from './knowledge/built-in.ts';
import { extendKnowledge } from './knowledge/extend.ts';
import type { Knowledge } from './knowledge/knowledge.ts';
import { placesInTests } from './own-places.ts';
import { builtInTools, type ToolKnowledge, withTools } from './tool/tables.ts';

export interface Known {
  readonly commands: Knowledge;
  readonly tools: ToolKnowledge;
  /** The places of bylaw itself on this machine, as path patterns: what `@bylaw` means. */
  readonly ownPlaces: readonly string[];
}

/** What comes with bylaw, at the place where tests have it. Its tables are read when they are first asked for. */
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
 * The same with what policies add, and with the places of this very bylaw; the very same where there is nothing of either.
 * Places are looked up when a rule first asks for them.
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

/** What is known, on a machine where the places of bylaw are others. */
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
