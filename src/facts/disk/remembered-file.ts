/** What a file holds by the memory of the session, where no disk answers, and why its content is not known. */
import type { FileText } from './disk.ts';
import {
  isBuilt,
  isUnknownText,
  type LeftContent,
  noSessionFiles,
  type SessionFile,
  type SessionFiles,
  type UnknownText,
} from './session-files.ts';
import { isLeftLink, sessionIndex } from './session-index.ts';

const whyUnknown: Readonly<Record<UnknownText['why'], string>> = {
  fetched: 'a call of this session got it from a network',
  long: 'calls of this session wrote more than is remembered',
  printed: 'a call of this session wrote it, and what it wrote is not known',
  edited: 'a call of this session changed it, and what it holds now is not known',
  made: 'a call of this session may have made it of other files',
  'on-disk': 'a call of this session wrote it',
};

/** The text of a file that nothing has read. */
export const unseenText: FileText = { is: 'unseen' };
/** The text of a file that a call of the session may have made. */
export const madeText: FileText = { is: 'unknown', why: whyUnknown.made };
/** The text of a file while the memory of the session cannot be read. */
export const lostText = { is: 'unknown', why: 'the memory of this session cannot be read' } as const;
const several: FileText = {
  is: 'unknown',
  why: 'calls of this session may have left one of several texts in it',
};

const isText = (content: LeftContent): content is string => typeof content === 'string';
const noFile: Pick<SessionFile, 'left' | 'open'> = { left: [], open: [] };

/** What the calls of the session have left in a file. */
export function rememberedText(session: SessionFiles, place: string): FileText {
  const { left, open } = session.file(place) ?? noFile;
  // Beside a known text, an unknown one means no more than for any file that is not read.
  const [text, ...others] = left.filter(isText);
  if (others.length > 0) return several;
  if (text !== undefined) return { is: 'text', text };
  const unknown = left.find(isUnknownText);
  if (unknown === undefined || open.length > 0) return unseenText;
  return { is: 'unknown', why: whyUnknown[unknown.why] };
}

/** Where a link leads that the session has surely left at a place. */
export function rememberedLink(session: SessionFiles, place: string): string | undefined {
  if (session === noSessionFiles || !sessionIndex(session).hasLinks) return undefined;
  const { left, open } = session.file(place) ?? noFile;
  const [link, ...others] = new Set([...left, ...open].filter(isLeftLink).map(({ to }) => to));
  if (link === undefined) return undefined;
  // If a file, or a folder with files, is there, the link was made inside it, or not at all.
  const isOther = others.length > 0 || left.some(isText) || hasFilesBelow(session, place);
  return isOther ? undefined : link;
}

function hasFilesBelow(session: SessionFiles, place: string): boolean {
  for (const path of session.paths)
    if (path.startsWith(`${place}/`) && session.file(path)?.left.some(isText) === true) return true;
  return false;
}

/** Why a file is not known that a call of the session has built, or may still make; undefined if no call has. */
export function whyBuilt(session: SessionFiles, place: string): string | undefined {
  if (session === noSessionFiles) return undefined;
  if (session.isLost) return lostText.why;
  const isMade = (at: string): boolean => {
    const { left, open } = session.file(at) ?? noFile;
    return [...left, ...open].some(isBuilt) || session.mayBeMade(at);
  };
  const copied = session.file(place)?.of ?? [];
  return [place, ...copied].some(isMade) ? whyUnknown.made : undefined;
}
