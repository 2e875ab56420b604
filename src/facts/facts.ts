/**
 * Event → facts: what the rules ask about, each derived at most once and only
 * when a rule asks. The only place that reads paths and infers kinds.
 */
import { fold } from '../pattern/fold.ts';
import { otherReadings } from '../pattern/path-readings.ts';
import { isKnown } from '../pattern/path-shape.ts';
import { isDrive, longestPath, type PathValue, readPath } from '../pattern/path-value.ts';
import { textShape } from '../pattern/shape.ts';
import { isKind, type Kind } from '../vocabulary/kinds.ts';
import { deriveEffects } from './derive-effects.ts';
import type { Effects } from './effect.ts';
import type { Event, Json } from './event.ts';
import { textsIn } from './json.ts';
import { builtIn, type Known } from './known.ts';
import { asMcpCall } from './tool/inner-call.ts';
import { addedKind, inferKind } from './tool/tables.ts';

/**
 * The kind of a tool. `known`: one of the portable nine, declared or inferred.
 * `foreign`: a word of the harness's own, which tells nothing about the nine.
 */
export type KindFact =
  | { readonly state: 'known'; readonly kind: Kind }
  | { readonly state: 'foreign'; readonly declared: string }
  | { readonly state: 'missing' };

export interface Facts {
  readonly event: Event;
  readonly kind: KindFact;
  readonly cwd: PathValue | undefined;
  /** The roots of the workspace; the current directory where the roots are withheld. */
  readonly roots: readonly PathValue[] | undefined;
  /**
   * Readings of a path in the event: the canonical one first, and others that a
   * program might take. With `exact`, without names that are only aliases of one:
   * an exception has to hold in each of these.
   */
  pathViews(text: string, exact: boolean): readonly PathValue[];
  /** Every text inside a part of the event, with or without the keys of objects. */
  textsIn(value: Json, keys: boolean): readonly string[];
  /** What the call does. Reading it may throw where the engine is at fault: that is no reason to let a call pass. */
  readonly effects: Effects;
  /** The tool and its kind, where the kind says that the call does something and the tables do not say what. */
  readonly unmapped: string | undefined;
}

/** More roots than this are no workspace, and every one costs every path pattern time. */
export const mostRoots = 256;

/** Derives the facts of an event by what is known of commands and tools. Pure and lazy; never throws. */
export function derive(event: Event, known: Known = builtIn): Facts {
  const shown = once(() => asMcpCall(event));
  const kind = once(() => readKind(event, known));
  const cwd = once(() => {
    const text = event.session?.cwd;
    const path = text === undefined || text.length > longestPath ? undefined : readPath(text, undefined);
    return path?.anchor === 'floating' ? undefined : path;
  });
  const roots = once(() => readRoots(event, cwd()));
  const effects = once(() => {
    const fact = kind();
    return deriveEffects(event, {
      cwd: cwd(),
      roots: roots(),
      kind: fact.state === 'known' ? fact.kind : undefined,
      ...known,
    });
  });
  const paths = new Map<
    string,
    { readonly exact: readonly PathValue[]; readonly all: readonly PathValue[] }
  >();
  const texts = new Map<object, readonly string[]>();
  const textsWithKeys = new Map<object, readonly string[]>();
  return {
    get event() {
      return shown();
    },
    get kind() {
      return kind();
    },
    get cwd() {
      return cwd();
    },
    get roots() {
      return roots();
    },
    pathViews(text, exact) {
      let views = paths.get(text);
      if (views === undefined) {
        const canonical = readPath(text, cwd());
        const others = otherReadings(textShape(text), cwd());
        const known = (each: (typeof others)[number]): readonly PathValue[] => (isKnown(each) ? [each] : []);
        views = {
          exact: [canonical, ...others.filter(({ isAlias }) => isAlias !== true).flatMap(known)],
          all: [canonical, ...others.flatMap(known)],
        };
        paths.set(text, views);
      }
      return exact ? views.exact : views.all;
    },
    textsIn(value, keys) {
      if (value === null || typeof value !== 'object') return textsIn(value, keys);
      const known = keys ? textsWithKeys : texts;
      let found = known.get(value);
      if (found === undefined) {
        found = textsIn(value, keys);
        known.set(value, found);
      }
      return found;
    },
    get effects() {
      return effects().effects;
    },
    get unmapped() {
      return effects().unmapped;
    },
  };
}

function once<Value>(compute: () => Value): () => Value {
  let value: { readonly is: Value } | undefined;
  return () => {
    value ??= { is: compute() };
    return value.is;
  };
}

/**
 * Declared where it is one of the nine; else told by the tool's name, where that
 * is well known. What a policy says of a tool goes before a harness that says
 * nothing, or only `other`.
 */
function readKind({ tool }: Event, known: Known): KindFact {
  if (tool === undefined) return { state: 'missing' };
  const declared = tool.kind === undefined ? undefined : fold(tool.kind);
  const isTelling = declared !== undefined && declared !== 'other' && isKind(declared);
  const said = isTelling || tool.origin === 'mcp' ? undefined : addedKind(known.tools, tool);
  if (said !== undefined) return { state: 'known', kind: said };
  if (declared !== undefined && isKind(declared)) return { state: 'known', kind: declared };
  if (tool.origin === 'mcp') return { state: 'known', kind: 'mcp' };
  const inferred = inferKind(tool.name);
  if (inferred !== undefined) return { state: 'known', kind: inferred };
  return tool.kind === undefined ? { state: 'missing' } : { state: 'foreign', declared: tool.kind };
}

/**
 * Roots too many or too long to be true are as good as withheld; so is the root
 * of a system or a drive, inside of which everything is.
 */
function readRoots({ session }: Event, cwd: PathValue | undefined): readonly PathValue[] | undefined {
  const roots = session?.workspaceRoots ?? [];
  if (roots.length > mostRoots || roots.some((root) => root.length > longestPath)) return undefined;
  const read = roots.map((root) => readPath(root, cwd)).filter((root) => !isWholeSystem(root));
  if (read.length > 0) return read;
  return cwd === undefined || isWholeSystem(cwd) ? undefined : [cwd];
}

const isWholeSystem = ({ anchor, segments }: PathValue): boolean =>
  anchor === 'root' && (segments.length === 0 || (segments.length === 1 && isDrive(segments[0] ?? '')));
