/**
 * Event → facts: what the rules ask about, each derived at most once and only
 * when a rule asks. The only place that reads paths and infers kinds.
 */
import { fold } from '../pattern/fold.ts';
import { longestPath, type PathValue, readPath } from '../pattern/path-value.ts';
import { isKind, type Kind } from '../vocabulary/kinds.ts';
import { deriveEffects } from './derive-effects.ts';
import type { Effects } from './effect.ts';
import type { Event, Json } from './event.ts';
import { textsIn } from './json.ts';
import { builtIn, type Known } from './known.ts';
import { inferKind } from './tool/tables.ts';

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
  /** Readings of a path in the event: the canonical one, and, unless `exact`, others that a program might take. */
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
  const kind = once(() => readKind(event));
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
    { readonly canonical: readonly PathValue[]; readonly all: readonly PathValue[] }
  >();
  const texts = new Map<object, readonly string[]>();
  const textsWithKeys = new Map<object, readonly string[]>();
  return {
    event,
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
        const canonical = [readPath(text, cwd())];
        const all = [...canonical, ...otherReadings(text, cwd())];
        views = { canonical, all: [...all, ...all.flatMap(foldedReading)] };
        paths.set(text, views);
      }
      return exact ? views.canonical : views.all;
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

/** Declared where it is one of the nine; else told by the tool's name, where that is well known. */
function readKind({ tool }: Event): KindFact {
  if (tool === undefined) return { state: 'missing' };
  const declared = tool.kind === undefined ? undefined : fold(tool.kind);
  if (declared !== undefined && isKind(declared)) return { state: 'known', kind: declared };
  if (tool.origin === 'mcp') return { state: 'known', kind: 'mcp' };
  const inferred = inferKind(tool.name);
  if (inferred !== undefined) return { state: 'known', kind: inferred };
  return tool.kind === undefined ? { state: 'missing' } : { state: 'foreign', declared: tool.kind };
}

/** What else the path is, to a program of another system or to one that knows no homes. */
function otherReadings(text: string, cwd: PathValue | undefined): PathValue[] {
  const readings: PathValue[] = [];
  if (text.includes('\\')) readings.push(readPath(text, cwd, true));
  if (/^~[^/]/.test(text)) readings.push(readPath(`./${text}`, cwd));
  const drive = cwd?.segments[0] ?? '';
  if (/^[a-z]:$/.test(drive) && /^[\\/](?![\\/])/.test(text)) readings.push(readPath(drive + text, cwd));
  return readings;
}

/** Some file systems take ligatures and full-width letters for plain ones; some drop what is invisible. */
function foldedReading({ anchor, segments }: PathValue): PathValue[] {
  if (segments.every((segment) => /^[\u0020-\u007e]*$/.test(segment))) return [];
  // Folding can make separators, and steps that a path does not have.
  const folded = segments.flatMap((segment) => fold(segment).split('/'));
  return [{ anchor, segments: folded.filter((segment) => !['', '.', '..'].includes(segment)) }];
}

/** Roots too many or too long to be true are as good as withheld. */
function readRoots({ session }: Event, cwd: PathValue | undefined): readonly PathValue[] | undefined {
  const roots = session?.workspaceRoots ?? [];
  if (roots.length > mostRoots || roots.some((root) => root.length > longestPath)) return undefined;
  if (roots.length > 0) return roots.map((root) => readPath(root, cwd));
  return cwd === undefined ? undefined : [cwd];
}
