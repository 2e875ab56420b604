/**
 * Objects of a call as people read them: in reasons, in explanations, and where
 * something about them is not known. All of it is shortened and without secrets.
 */
import type { Command, InputSpan, InstallEffect, PathEffect } from '../facts/effect/effect.ts';
import type { Facts } from '../facts/facts.ts';
import { follow } from '../facts/read.ts';
import { showFact } from '../mask/show-fact.ts';
import { isKnown, type PathShape, showPathShape } from '../pattern/path/path-shape.ts';
import { isOpen } from '../pattern/text/shape.ts';
import type { EffectCandidate } from './candidate.ts';
import { doerOf, unknownThing } from './doer.ts';

export const notKnown = '(not known)';

/** The words that a reason has in place of a part that is not known. With them it is still a sentence. */
export const unknownParts: Readonly<Record<ObjectPart, string>> = {
  path: 'a path that is not known',
  host: 'a host that is not known',
  command: 'a command that is not known',
  directory: 'a folder that is not known',
  package: 'a package that is not known',
  agent: 'an agent that is not known',
};

/** What a template can name of an object: `{path}`, `{host}`, `{command}`, `{working directory}`, `{package}`, `{agent}`. */
export type ObjectPart = 'path' | 'host' | 'command' | 'directory' | 'package' | 'agent';

/** A part of an object; undefined where it has none, or none that is known. */
export function partOf(
  candidate: EffectCandidate | undefined,
  part: ObjectPart,
  facts: Facts,
): string | undefined {
  if (part === 'directory')
    return isHidden(candidate, facts) ? hiddenText : showDirectory(commandOfObject(candidate, facts));
  if (part === 'command' && candidate?.kind !== 'pipe') return commandOfObject(candidate, facts)?.text;
  if (isHidden(candidate, facts)) return hiddenText;
  switch (candidate?.kind) {
    case 'path':
      return part === 'path' ? said(showPath(candidate.effect)) : undefined;
    case 'host':
      return part === 'host' ? said(showHost(candidate.effect.host)) : undefined;
    case 'send': {
      const { source, host } = candidate.effect;
      if (part === 'host') return said(showHost(host));
      return part === 'path' && source !== undefined ? said(showPath(source)) : undefined;
    }
    case 'pipe':
      return part === 'command' ? showPipe(candidate, facts) : undefined;
    case 'package':
      return part === 'package' ? said(showPackage(candidate.effect)) : undefined;
    case 'agent':
      return part === 'agent' ? candidate.effect.agent : undefined;
    default:
      return undefined;
  }
}

/** A text that says something: a mere ellipsis says nothing. */
const said = (text: string): string | undefined => (text === '…' || text === '' ? undefined : text);

/** A package by its name and version; those that files list have none. */
export const showPackage = ({ text }: InstallEffect): string =>
  text === '' ? 'what the project lists' : text;

const showDirectory = (command: Command | undefined): string | undefined =>
  command?.directory === undefined || command.directory.path.anchor === 'floating'
    ? undefined
    : showPathShape(command.directory.path);

/** What was shown of an effect already: many rules can be about the same. */
const shownObjects = new WeakMap<object, string>();
const shownDoubts = new WeakMap<object, string>();

function once(known: WeakMap<object, string>, candidate: EffectCandidate, show: () => string): string {
  const key = candidate.kind === 'unknown' ? candidate.part : candidate.effect;
  let text = known.get(key);
  if (text === undefined) {
    text = show();
    known.set(key, text);
  }
  return text;
}

/** The whole object on one line; undefined where there is none. */
export function showObject(candidate: EffectCandidate | undefined, facts: Facts): string | undefined {
  if (candidate === undefined) return undefined;
  return once(shownObjects, candidate, () => {
    const file = fileOf(candidate);
    return showFact(`${wholeOf(candidate, facts)}${file === undefined ? '' : ` (in ${file})`}`);
  });
}

/** The command that an object is, or that does it; where it is no command's, the object itself. */
export function showDoer(candidate: EffectCandidate | undefined, facts: Facts): string | undefined {
  const command = candidate?.kind === 'pipe' ? undefined : commandOfObject(candidate, facts);
  return command === undefined
    ? showObject(candidate, facts)
    : showObject({ kind: 'command', verb: 'runs', effect: command }, facts);
}

/** The file with the code that does it; undefined where the call itself says it. */
export function fileOf(candidate: EffectCandidate | undefined): string | undefined {
  if (candidate === undefined || candidate.kind === 'unknown' || candidate.kind === 'pipe') return undefined;
  const { effect } = candidate;
  return 'file' in effect ? effect.file : undefined;
}

/** In the place of what the text of a read file says: an agent that may not read a file must not learn it from a reason. */
const hiddenText = '…';

/** Whether an object is made of the text of a file that the call only reads: code that it runs is shown. */
export function isHidden(candidate: EffectCandidate | undefined, { effects }: Facts): boolean {
  const file = fileOf(candidate);
  return file !== undefined && effects.hiddenFiles?.has(file) === true;
}

/** The command that does it; undefined where it is no command's, or of several. */
export function commandOfObject(candidate: EffectCandidate | undefined, facts: Facts): Command | undefined {
  if (candidate === undefined || candidate.kind === 'unknown' || candidate.kind === 'pipe') return undefined;
  if (candidate.kind === 'command') return candidate.effect;
  const { command } = candidate.effect;
  return command === undefined ? undefined : facts.effects.commands[command];
}

function wholeOf(candidate: EffectCandidate, facts: Facts): string {
  if (candidate.kind !== 'command' && isHidden(candidate, facts)) return hiddenText;
  switch (candidate.kind) {
    case 'path':
      return showPath(candidate.effect);
    case 'host':
      return showHost(candidate.effect.host);
    case 'send': {
      const { source, host } = candidate.effect;
      return `${source === undefined ? 'data' : showPath(source)} to ${showHost(host)}`;
    }
    case 'command':
      return candidate.effect.text;
    case 'pipe':
      return showPipe(candidate, facts);
    case 'package':
      return showPackage(candidate.effect);
    case 'agent':
      return candidate.effect.agent ?? notKnown;
    case 'elevation':
      return candidate.effect.by;
    case 'unknown':
      return candidate.part.text === '' ? candidate.part.why : candidate.part.text;
    default:
      return candidate satisfies never;
  }
}

/** One that floats as the call writes it: that says more than what is left of it. Behind links, where they lead. */
function showPath({ path, text, leads }: PathEffect): string {
  const shown = path.anchor === 'floating' ? text : showPathShape(path);
  return leads === undefined ? shown : `${shown} (a link to ${showPathShape(leads)})`;
}

const isOpenPath = (path: PathShape): boolean => path.anchor === 'floating' || !isKnown(path);

const showHost = ({
  value,
  text,
}: {
  readonly value: { readonly name: string } | undefined;
  text: string;
}): string => value?.name ?? text;

/** As a pipe where the call writes one. What comes through a file or a substitution is shown in its order. */
function showPipe({ effect }: EffectCandidate & { readonly kind: 'pipe' }, facts: Facts): string {
  const [from, to] = [effect.from, effect.to].map((at) => facts.effects.commands[at]);
  if (from !== undefined && to?.text.includes(from.text)) return to.text;
  const between = from === undefined || to === undefined ? '' : sourceBetween(from.span, to.span, facts);
  const joints = between.replace(/\d?>&\d?/g, '').replaceAll('|&', '|');
  const isWritten = joints.includes('|') && !/[;&\n]|\|\|/.test(joints);
  return [from, to].map((each) => each?.text ?? notKnown).join(isWritten ? ' | ' : ', then ');
}

// ── doubts ────────────────────────────────────────────────────────────────────────────────

/**
 * Why a question about an object has no answer, as what follows `because`:
 * the path of `rm $DIR` is not known before it runs.
 */
export function doubtAbout(candidate: EffectCandidate | undefined, facts: Facts): string {
  if (candidate === undefined) return 'the call does not say';
  return once(shownDoubts, candidate, () => describeDoubt(candidate, facts, 'is known only in part'));
}

/** The same of a question about a label. */
export const doubtAboutLabel = (candidate: EffectCandidate | undefined, facts: Facts): string =>
  candidate === undefined ? notKnown : describeDoubt(candidate, facts, 'only perhaps has the label');

/** The same of a question about the value of an option, which may not be given. */
export const doubtAboutValue =
  (option: string) =>
  (candidate: EffectCandidate | undefined, facts: Facts): string => {
    const command =
      candidate === undefined || candidate.kind === 'unknown' ? undefined : doerOf(candidate, facts);
    const isGiven =
      command === undefined ||
      command === unknownThing ||
      command.open ||
      command.options.some(({ names }) => names.includes(option));
    return isGiven
      ? doubtAbout(candidate, facts)
      : `the option ${quoted(option)} is not given in ${quoted(command.text)}`;
  };

/** `otherwise` is said of what the call does, and is known as far as it goes. */
function describeDoubt(candidate: EffectCandidate, facts: Facts, otherwise: string): string {
  if (candidate.kind === 'unknown') {
    const { text, why, span } = candidate.part;
    const about = said(text) ?? sourceOf(span, facts);
    return about === undefined ? showFact(why) : `of ${quoted(about)} (${showFact(why)})`;
  }
  if (candidate.kind === 'pipe') return `${quoted(showPipe(candidate, facts))} is known only in part`;
  const { effect } = candidate;
  const text = wholeOf(candidate, facts);
  const source = quoted(sourceOf(effect.span, facts) ?? text);
  if (candidate.kind === 'package' && candidate.effect.text === '')
    return `${source} does not name its packages`;
  if (!isResolved(candidate))
    return isPattern(candidate) ? `${source} may be about such a path` : openPart(candidate, source);
  if (!effect.certain) {
    const from = candidate.kind === 'host' ? candidate.effect.from : undefined;
    if (from !== undefined) return `${source} may connect to ${quoted(text)}, ${showFact(from)}`;
    return source === quoted(text)
      ? `${source} may be concerned, or not`
      : `${source} may concern ${quoted(text)}, or not`;
  }
  if (facts.effects.moments.has(effect)) return `${source} may not come to be run`;
  return `${quoted(text)} ${otherwise}`;
}

/** Which part of a thing is not known. A path with all of its names lacks the folder that it begins in. */
function openPart(candidate: ResolvableCandidate, source: string): string {
  switch (candidate.kind) {
    case 'path':
      return openPath(candidate.effect, source);
    case 'send': {
      const { host, source: sent } = candidate.effect;
      if (host.value === undefined) return openWord('host', source);
      return sent === undefined ? `what ${source} sends is not known` : openPath(sent, source);
    }
    case 'command':
      return openWord(candidate.effect.program === undefined ? 'program' : 'whole text', source);
    default:
      return openWord(candidate.kind, source);
  }
}

const openPath = ({ text }: PathEffect, source: string): string =>
  text === '' || /[\u2026$`*?]/.test(text)
    ? openWord('path', source)
    : `the folder that ${source} begins in is not known`;

const openWord = (what: string, source: string): string =>
  `the ${what} of ${source} is not known before it runs`;

type ResolvableCandidate = Exclude<EffectCandidate, { readonly kind: 'unknown' | 'pipe' }>;

const quoted = (text: string): string => `\`${showFact(text)}\``;

/** Whether a path is a pattern below a known folder, as in `find . -name '*.pyc'`. */
const isPattern = ({ kind, effect }: Exclude<EffectCandidate, { readonly kind: 'unknown' }>): boolean =>
  kind === 'path' && effect.path.anchor !== 'floating';

/** Whether all of the object is known that patterns look at. */
function isResolved(candidate: ResolvableCandidate): boolean {
  switch (candidate.kind) {
    case 'path':
      return !isOpenPath(candidate.effect.path);
    case 'host':
      return candidate.effect.host.value !== undefined;
    case 'send': {
      const { host, source } = candidate.effect;
      return host.value !== undefined && source !== undefined && !isOpenPath(source.path);
    }
    case 'command': {
      const { open, program, args } = candidate.effect;
      return !open && program !== undefined && !args.some(isOpen);
    }
    case 'package':
      return candidate.effect.name !== undefined;
    case 'agent':
      return candidate.effect.agent !== undefined;
    case 'elevation':
      return true;
    default:
      return candidate satisfies never;
  }
}

/** What the call writes between two parts; where they lie in one script, that script. */
function sourceBetween(from: InputSpan, to: InputSpan, { event }: Facts): string {
  const input = event.tool?.input;
  const value = input === undefined || from.field !== to.field ? undefined : follow(input, from.field);
  if (typeof value !== 'string') return '';
  return value.slice(Math.min(from.end, to.start), Math.max(from.end, to.start));
}

/** A source longer than this says less than the object itself. */
const longestSource = 80;

/** The words of the call that a thing was read from. */
function sourceOf({ field, start, end }: InputSpan, { event }: Facts): string | undefined {
  const input = event.tool?.input;
  const value = input === undefined ? undefined : follow(input, field);
  if (typeof value !== 'string' || end <= start || end - start > longestSource) return undefined;
  const text = value.slice(start, end).trim();
  return text === '' ? undefined : text;
}
