/**
 * Event → facts: what the rules ask about, each derived at most once and only
 * when a rule asks. The only place that reads paths and infers kinds.
 */
import { isKnown, type PathShape } from '../pattern/path/path-shape.ts';
import type { PathValue } from '../pattern/path/path-value.ts';
import { fold } from '../pattern/text/fold.ts';
import { isKind, type Kind } from '../vocabulary/kinds.ts';
import { type Circumstances, noCircumstances } from './circumstances.ts';
import { type DerivedEffects, deriveEffects } from './derive-effects.ts';
import {
  type DerivedTexts,
  derivedStatements,
  derivedTexts,
  derivingKinds,
  statingKinds,
} from './derived-texts.ts';
import { DiskView } from './disk/disk-view.ts';
import { openFolders } from './disk/open-text.ts';
import { type FileAfter, noSessionFiles } from './disk/session-files.ts';
import type { Effects } from './effect/effect.ts';
import type { Client } from './event/client.ts';
import type { Event, Json } from './event/event.ts';
import { textsIn } from './event/json.ts';
import { joinEffects } from './join-effects.ts';
import { builtIn, type Known } from './known.ts';
import { type MemoryView, noMemory } from './memory-view.ts';
import {
  foldedNames,
  type PathViews,
  readCwd,
  readViews,
  readWorkspaceRoots,
  withReal,
} from './read-places.ts';
import { type CheckedOut, checkedOutAt } from './repository/checked-out.ts';
import { asMcpCall } from './tool/inner-call.ts';
import { addedKind, inferKind } from './tool/tables.ts';

/**
 * The kind of a tool. `known`: one of the nine portable kinds, declared or inferred. `foreign`: a word of the harness,
 * which says nothing about the nine.
 */
export type KindFact =
  | { readonly state: 'known'; readonly kind: Kind }
  | { readonly state: 'foreign'; readonly declared: string }
  | { readonly state: 'missing' };

export interface Facts {
  /**
   * The result of a computation that one decision needs several times: computed on the first call, and kept with these
   * facts. `asker` is the key of the result.
   */
  once<Value>(asker: object, workOut: () => Value): Value;
  /** The same facts with another memory; what is already derived is shared. */
  remembering(memory: MemoryView): Facts;
  /** What earlier calls have left, as of just before the event. */
  readonly memory: MemoryView;
  readonly event: Event;
  readonly kind: KindFact;
  readonly cwd: PathValue | undefined;
  /** The roots of the workspace; the current directory where the roots are withheld. */
  readonly roots: readonly PathValue[] | undefined;
  /** The roots to compare a path with: below a home at an unusual place, both have a reading from that home on. */
  rootsFor(path: PathShape): readonly PathValue[] | undefined;
  /**
   * Readings of a path in the event: the canonical one first, then others that a program may use. With `exact`, names
   * that are only aliases are left out: an exception has to hold in each of the rest.
   */
  pathViews(text: string, exact: boolean): readonly PathValue[];
  /** The names in a path of the event or of an effect, folded; without names that are known only in part. */
  namesOf(path: PathShape): readonly string[];
  /** Every text inside a part of the event, with or without the keys of objects. */
  textsIn(value: Json, keys: boolean): readonly string[];
  /** Whether the call comes to more text than is looked at, with this as its input: a text that is not among them may be. */
  areTextsCut(value: Json): boolean;
  /** What the call does. Throws on an error of the engine, because such a call must not pass. */
  readonly effects: Effects;
  /** The tool and its kind, if the kind says that the call does something and no table says what. */
  readonly unmapped: string | undefined;
  /** Files with a known path whose content the call may change. */
  readonly filesAfter: readonly FileAfter[];
  /** The repository in which the call is made, as the disk shows it. */
  readonly repository: CheckedOut;
  /** Whether the derivation can ask the disk of the machine that the call runs on. */
  readonly hasDisk: boolean;
  /** The home of the user who runs the call; undefined where it is not known. */
  readonly home: string | undefined;
  /** When the call is decided, in milliseconds since 1970, by the clock of the deciding process; undefined where not given. */
  readonly at: number | undefined;
  /** Who asks, as far as it is proved. */
  readonly client: Client | undefined;
  /** Whether lower layers know more of commands and tools. */
  readonly isLayered: boolean;
  /**
   * The event as the rules of a layer see it. `view` is the number of the layer. The first item uses only the knowledge of
   * that layer, and each further one adds a lower layer. Throws like `effects`.
   */
  readings(view: number): readonly Facts[];
}

/** Derives the facts of an event from what is known of commands and tools. Pure and lazy; never throws. */
export const derive = (
  event: Event,
  known: Known = builtIn,
  memory: MemoryView = noMemory,
  circumstances: Circumstances = noCircumstances,
): Facts => new LazyFacts(event, known, memory, circumstances);

/** The same with several layers, each with its own knowledge, the highest first. One layer gives plain facts. */
export function deriveInLayers(
  event: Event,
  views: readonly Known[],
  memory = noMemory,
  circumstances = noCircumstances,
): Facts {
  const [only, ...others] = views;
  if (others.length === 0) return derive(event, only, memory, circumstances);
  return new LayeredFacts(views.map((known) => new LazyFacts(event, known, memory, circumstances))).whole;
}

const viewOf = (event: Event, { disk }: Circumstances, { written }: MemoryView): DiskView | undefined =>
  disk !== undefined || written !== noSessionFiles
    ? new DiskView(disk, written, openFolders(event))
    : undefined;

/** A lazy map from things to results. The map is made at its first use, because most rules need none. */
class Kept {
  paths: Map<string, PathViews> | undefined = undefined;
  names: Map<PathShape, readonly string[]> | undefined = undefined;
  texts: Map<object, readonly string[]> | undefined = undefined;
  textsWithKeys: Map<object, readonly string[]> | undefined = undefined;
}

/**
 * Facts that remember what they have derived. It is a class because an object literal with getters is slow to make and
 * produces garbage that lives long.
 */
class LazyFacts implements Facts {
  readonly memory: MemoryView;
  readonly #given: Event;
  readonly #known: Known;
  readonly #circumstances: Circumstances;
  readonly #disk: DiskView | undefined;
  #event: Event | undefined;
  #kind: KindFact | undefined;
  #cwd: { readonly is: PathValue | undefined } | undefined;
  #roots: { readonly is: readonly PathValue[] | undefined } | undefined;
  #rootsInHome: readonly PathValue[] | undefined;
  #effects: DerivedEffects | undefined;
  #repository: CheckedOut | undefined;
  #kept: Kept | undefined;
  #layers: LayeredFacts | undefined;
  #answers: Map<object, unknown> | undefined;
  #inputTexts: DerivedTexts | undefined;

  /** `disk`: the view of the disk, if one exists for the same circumstances and memory. */
  constructor(event: Event, known: Known, memory: MemoryView, circumstances: Circumstances, disk?: DiskView) {
    this.#given = event;
    this.#known = known;
    this.#circumstances = circumstances;
    this.#disk = disk ?? viewOf(event, circumstances, memory);
    this.memory = memory;
  }

  once<Value>(asker: object, workOut: () => Value): Value {
    this.#answers ??= new Map();
    if (!this.#answers.has(asker)) this.#answers.set(asker, workOut());
    return this.#answers.get(asker) as Value;
  }

  remembering(memory: MemoryView): Facts {
    return this.#layers === undefined ? this.alone(memory) : this.#layers.remembering(memory);
  }

  get isLayered(): boolean {
    return this.#layers !== undefined;
  }

  readings(view: number): readonly Facts[] {
    return this.#layers?.readings(view) ?? [this];
  }

  /** As one of the views of several layers. */
  among(layers: LayeredFacts): void {
    this.#layers = layers;
  }

  /** Adds what the lower layer of `other` knows. The kind of the tool stays, unless the other view has a different one. */
  joined(lower: LazyFacts, layers: LayeredFacts): readonly LazyFacts[] {
    const effects = joinEffects(this.#derived(), lower.#derived());
    const isOtherKind = JSON.stringify(this.kind) !== JSON.stringify(lower.kind);
    const make = (kind: KindFact): LazyFacts => {
      const facts = this.alone(this.memory);
      facts.#effects = effects ?? this.#derived();
      facts.#kind = kind;
      facts.#layers = layers;
      return facts;
    };
    return [...(effects === undefined ? [] : [make(this.kind)]), ...(isOtherKind ? [make(lower.kind)] : [])];
  }

  /** The same view with another memory. */
  alone(memory: MemoryView): LazyFacts {
    const facts = new LazyFacts(this.#given, this.#known, memory, this.#circumstances, this.#disk);
    facts.#event = this.#event;
    facts.#kind = this.#kind;
    facts.#cwd = this.#cwd;
    facts.#roots = this.#roots;
    facts.#effects = this.#effects;
    this.#kept ??= new Kept();
    facts.#kept = this.#kept;
    return facts;
  }

  get event(): Event {
    this.#event ??= asMcpCall(this.#given);
    return this.#event;
  }

  get kind(): KindFact {
    this.#kind ??= readKind(this.#given, this.#known);
    return this.#kind;
  }

  get cwd(): PathValue | undefined {
    this.#cwd ??= { is: readCwd(this.#given) };
    return this.#cwd.is;
  }

  get roots(): readonly PathValue[] | undefined {
    this.#roots ??= { is: withReal(readWorkspaceRoots(this.#given, this.cwd), this.#disk) };
    return this.#roots.is;
  }

  pathViews(text: string, exact: boolean): readonly PathValue[] {
    const kept = this.#inKept();
    kept.paths ??= new Map();
    let views = kept.paths.get(text);
    if (views === undefined) {
      views = readViews(text, this.cwd, this.#disk);
      kept.paths.set(text, views);
    }
    return exact ? views.exact : views.all;
  }

  namesOf(path: PathShape): readonly string[] {
    const kept = this.#inKept();
    kept.names ??= new Map();
    let names = kept.names.get(path);
    if (names === undefined) {
      names = foldedNames(path.segments);
      kept.names.set(path, names);
    }
    return names;
  }

  textsIn(value: Json, keys: boolean): readonly string[] {
    if (value === null || typeof value !== 'object') return textsIn(value, keys);
    const kept = this.#inKept();
    if (keys) kept.textsWithKeys ??= new Map();
    else kept.texts ??= new Map();
    const known = keys ? kept.textsWithKeys : kept.texts;
    let found = known?.get(value);
    if (found === undefined) {
      found = textsIn(value, keys);
      known?.set(value, found);
    }
    return keys && value === this.event.tool?.input ? this.#withDerived(found).texts : found;
  }

  areTextsCut(value: Json): boolean {
    if (value === null || value !== this.event.tool?.input) return false;
    this.textsIn(value, true);
    return this.#inputTexts?.isCut === true;
  }

  /** The texts of the input, and those that the call comes to. */
  #withDerived(written: readonly string[]): DerivedTexts {
    const { kind } = this;
    const is = kind.state === 'known' ? kind.kind : 'other';
    if (!derivingKinds.has(is) && !statingKinds.has(is)) return { texts: written, isCut: false };
    if (this.#inputTexts === undefined) {
      const { texts, isCut } = derivingKinds.has(is)
        ? derivedTexts(this.effects, written)
        : derivedStatements(written);
      this.#inputTexts = { texts: texts.length === 0 ? written : [...written, ...texts], isCut };
    }
    return this.#inputTexts;
  }

  #inKept(): Kept {
    this.#kept ??= new Kept();
    return this.#kept;
  }

  get effects(): Effects {
    return this.#derived().effects;
  }

  get unmapped(): string | undefined {
    return this.#derived().unmapped;
  }

  get filesAfter(): readonly FileAfter[] {
    return this.#derived().files;
  }

  get repository(): CheckedOut {
    const { cwd } = this;
    this.#repository ??=
      this.hasDisk && this.#disk !== undefined && cwd !== undefined
        ? checkedOutAt(this.#disk.realOf(cwd) ?? cwd, this.#disk)
        : { branch: undefined, host: undefined };
    return this.#repository;
  }

  get hasDisk(): boolean {
    return this.#disk?.isReal === true;
  }

  rootsFor({ anchor }: PathShape): readonly PathValue[] | undefined {
    const { roots } = this;
    if (anchor !== 'home' || roots === undefined || this.#disk?.home === undefined) return roots;
    this.#rootsInHome ??= roots.flatMap((root) => this.#disk?.inHome(root) ?? []).filter(isKnown);
    return this.#rootsInHome.length === 0 ? roots : this.#rootsInHome;
  }

  get home(): string | undefined {
    return this.#disk?.home;
  }

  get at(): number | undefined {
    return this.#circumstances.at;
  }

  get client(): Client | undefined {
    return this.#circumstances.client;
  }

  #derived(): DerivedEffects {
    this.#effects ??= deriveEffects(this.#given, {
      cwd: this.cwd,
      roots: this.roots,
      kind: this.kind.state === 'known' ? this.kind.kind : undefined,
      commands: this.#known.commands,
      tools: this.#known.tools,
      disk: this.#disk,
    });
    return this.#effects;
  }
}

/** One event as each of several layers sees it. */
class LayeredFacts {
  readonly #views: readonly LazyFacts[];
  readonly #readings: (readonly LazyFacts[] | undefined)[] = [];

  constructor(views: readonly LazyFacts[]) {
    this.#views = views;
    for (const each of views) each.among(this);
  }

  /** As the highest layer sees it. */
  get whole(): Facts {
    return this.#viewAt(0);
  }

  remembering(memory: MemoryView): Facts {
    return new LayeredFacts(this.#views.map((each) => each.alone(memory))).whole;
  }

  readings(view: number): readonly LazyFacts[] {
    let readings = this.#readings[view];
    if (readings === undefined) {
      const own = this.#viewAt(view);
      readings = [own];
      let last = own;
      for (const lower of this.#views.slice(view + 1)) {
        const more = last.joined(lower, this);
        readings = [...readings, ...more];
        // If the lower layer reads the tool as another kind, that is an addition and replaces nothing.
        last = more[0] ?? last;
      }
      this.#readings[view] = readings;
    }
    return readings;
  }

  #viewAt(view: number): LazyFacts {
    const found = this.#views[view];
    if (found === undefined) throw new Error(`there is no view ${view}`);
    return found;
  }
}

/**
 * The kind as declared, if it is one of the nine; else by the tool's name, if that is well known. What a policy says of
 * a tool comes before a harness that says nothing, or only `other`.
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
