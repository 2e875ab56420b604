/** What a call did, held against what is derived of it, as far as the call itself says it. */
import type { Effects } from '../../../src/facts/effect/effect.ts';
import { isKnown } from '../../../src/pattern/path/path-shape.ts';
import { coverageOf, effectsOf } from '../differential/compare.ts';
import { type Deed, home, type Outcome, workspace } from '../differential/sandbox.ts';
import { keptHost, tableWorld } from './world.ts';

export interface Judged {
  readonly text: string;
  /** It ended well, or it did something: else it shows nothing. */
  readonly isThrough: boolean;
  /** It came as far as a host, which gave it no answer that it could do anything with. */
  readonly isOnlyHost: boolean;
  /** What it did to what its words name, and that nothing covers. */
  readonly missed: readonly Deed[];
  /** What it did by its own choice, to what no word of it names. */
  readonly chosen: readonly Deed[];
  /** What is derived as certain, and did not happen although it ended well. */
  readonly claimed: readonly string[];
}

/** `isByChoice`: what it changes, and reads of that again, it chooses by itself, whatever its words name. */
export function judge(text: string, outcome: Outcome, isByChoice = false): Judged {
  const made = outcome.changes.filter(({ what }) => what === 'created').map(({ path }) => path);
  const isMade = (path: string): boolean => made.some((each) => path === each || path.startsWith(`${each}/`));
  const opened = new Set(outcome.deeds.flatMap((deed) => (deed.what === 'opened' ? [deed.path] : [])));
  const isRead = ({ what, path }: { readonly what: string; readonly path: string }): boolean =>
    what === 'opened' ? !looksForChanges.test(text) && !isMade(path) : isFromFile(what, path);
  const changed = new Set(outcome.changes.map(({ path }) => path));
  const isFromFile = (what: string, path: string): boolean =>
    what !== 'leaked' || !looksForChanges.test(text) || (opened.has(path) && !changed.has(path));
  const deeds = outcome.deeds.filter((deed) => isOfCall(deed) && (!('path' in deed) || isRead(deed)));
  const effects = effectsOf(text);
  const missed = deeds.filter(
    (deed) => coverageOf(deed, effects) === 'missed' && !isInstalled(deed, effects),
  );
  const named = namesIn(text);
  const [command = ''] = text.split(' < ');
  const written = namesIn(command);
  const isReadBack = (deed: Deed): boolean => deed.what === 'opened' && changed.has(deed.path);
  const isAsked = (deed: Deed): boolean =>
    isChange.test(deed.what) || isReadBack(deed)
      ? !isByChoice && isNamed(deed, written)
      : isNamed(deed, named);
  const didMore = endedWell(outcome) || deeds.some(({ what }) => isMore.test(what));
  const isOnlyHost = !didMore && outcome.deeds.some(isOfHost);
  return {
    text,
    isThrough: didMore || isOnlyHost,
    isOnlyHost,
    missed: missed.filter(isAsked),
    chosen: missed.filter((deed) => !isAsked(deed)),
    claimed:
      outcome.status === 0 && !tellsOfItself.test(outcome.printed) ? claimedOnly(text, outcome.deeds) : [],
  };
}

/** A usage or a version: then it does nothing else. */
const tellsOfItself = /^\s*(?:usage\b|[^\n]*\bversion\b|[^\n]* v?\d+\.\d+|v?\d+\.\d+)/i;

/** Programs that compare and search end with 1 where they find something else, and say nothing of it. */
const endedWell = ({ status, said, printed }: Outcome): boolean =>
  status === 0 || (status === 1 && said === '' && !tellsOfFailure.test(printed));
const tellsOfFailure = /\b(?:error|fail|abort|require|invalid|unknown|usage|not found|cannot|unable)/i;

/**
 * It opens what it keeps, to see whether that was changed; what it tells of that is seen to come out. What comes out of a
 * file that it did not open, or that it wrote over, is of its own objects.
 */
const looksForChanges = /^(?:git|hub|pre-commit) /;

/** What shows that a call is one that its program takes: to open a file or to start a program does not yet. */
const isMore = /^(?:created|changed|deleted|leaked|sent)$/;

const isChange = /^(?:created|changed|deleted)$/;

const isOfHost = (deed: Deed): boolean =>
  (deed.what === 'connected' || deed.what === 'sent') && !itself.has(deed.host);

/** The machine itself, to which programs connect to find their own address, and what tells a machine of a cloud what it is. */
const itself = new Set(['0.0.0.0', '127.0.0.1', 'localhost', '169.254.169.254']);

/** What programs keep for themselves, and what they start to do their own work, is none of what they are called for. */
function isOfCall(deed: Deed): boolean {
  switch (deed.what) {
    case 'ran':
      return deed.path.startsWith(`${workspace}/`);
    case 'connected':
    case 'sent':
      // To where settings lead, no word of a call does.
      return isOfHost(deed) && deed.host !== keptHost;
    case 'opened':
    case 'leaked':
    case 'created':
    case 'changed':
    case 'deleted':
      return deed.path.startsWith(`${workspace}/`) && !deed.path.startsWith(`${workspace}/.git/`);
    default:
      return deed satisfies never;
  }
}

/** What is derived of a folder that is installed is that, and not what is read there. */
const isInstalled = (deed: Deed, { installs }: Effects): boolean =>
  deed.what === 'opened' &&
  installs.some(
    ({ source, text }) =>
      source === 'file' && deed.path.startsWith(`${workspace}/${text.replace(/^\.\//, '')}`),
  );

/** The words of a call, and parts of them that may be paths. */
function namesIn(text: string): readonly string[] {
  const words = [...text.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
    ([, quoted, word]) => quoted ?? word ?? '',
  );
  return words
    .slice(1)
    .flatMap((word) => [word, ...word.split(/[\s=:,@]+/), word.replace(/^-[A-Za-z]/, '')])
    .filter((part) => part !== '' && !part.startsWith('-'));
}

/** Whether a word names it, a folder around it, or what the name of something new is made of. */
function isNamed(deed: Deed, names: readonly string[]): boolean {
  if (deed.what === 'connected' || deed.what === 'sent') return true;
  const { path } = deed;
  return names.some((name) => {
    const full = name.startsWith('/') ? name : `${workspace}/${name.replace(/^\.\//, '').replace(/\/$/, '')}`;
    return (
      path === full ||
      path.startsWith(`${full}/`) ||
      (isChange.test(deed.what) && name.length > 3 && path.startsWith(full))
    );
  });
}

const changes = new Set(['created', 'changed']);

/** Certain effects on files that are known, which a tracer did not see. */
function claimedOnly(text: string, deeds: readonly Deed[]): readonly string[] {
  const did = (path: string, test: (what: Deed['what']) => boolean): boolean =>
    deeds.some(
      (deed) => 'path' in deed && test(deed.what) && (deed.path === path || deed.path.startsWith(`${path}/`)),
    );
  return effectsOf(text).paths.flatMap(({ kind, path, certain }) => {
    if (!certain || !isKnown(path) || path.anchor === 'floating') return [];
    const full = `/${[...(path.anchor === 'home' ? home.slice(1).split('/') : []), ...path.segments].join('/')}`;
    const isThere = tableWorld.files[full] !== undefined;
    if (kind === 'read' && isThere && !did(full, (what) => what === 'opened' || what === 'leaked'))
      return [`read ${full}`];
    if (kind === 'delete' && isThere && !did(full, (what) => what === 'deleted')) return [`delete ${full}`];
    if (kind === 'write' && full.startsWith(`${workspace}/`) && !did(full, (what) => changes.has(what)))
      return [`write ${full}`];
    return [];
  });
}
