/**
 * Links of the call whose places are not all known: `ln -s ~ "$d/h"`. A path may go through such a link at each place
 * where the names of both may be the same.
 */
import { anyPath, DEEP, type PathShape, type Step, showPathShape } from '../../pattern/path/path-shape.ts';
import { restsBelow } from '../../pattern/path/path-shape-test.ts';

/** A link, and where it leads. Either may have unknown parts. */
export interface PathLink {
  readonly at: PathShape;
  readonly to: PathShape;
}

/** The limit of such links, and of the places to which they lead from one path. */
const mostLinks = 32;
const mostLeads = 24;

/** Any path may lead anywhere: there are more links than are followed. */
export const anyLink: PathLink = { at: anyPath, to: anyPath };

/** The links with one more. */
export function withLink(links: readonly PathLink[], link: PathLink): readonly PathLink[] {
  if (links.some((each) => isSameLink(each, link))) return links;
  return links.length >= mostLinks ? [anyLink] : [...links, link];
}

const isSameLink = (one: PathLink, other: PathLink): boolean =>
  showPathShape(one.at) === showPathShape(other.at) && showPathShape(one.to) === showPathShape(other.to);

/** Where a path may lead through some of these links. With `followsLast`, also through a link that is the whole path. */
export function leadsThrough(
  path: PathShape,
  links: readonly PathLink[],
  followsLast: boolean,
): readonly PathShape[] {
  const found = new Map<string, PathShape>();
  // A link may lead to a place below another one.
  let last: readonly PathShape[] = [path];
  for (let round = 0; round < 2; round++) {
    last = last.flatMap((each) => links.flatMap((link) => leadsBelow(each, link, followsLast)));
    for (const led of last) found.set(showPathShape(led), led);
    if (found.size > mostLeads) return [anyPath];
  }
  found.delete(showPathShape(path));
  return [...found.values()];
}

const leadsBelow = (path: PathShape, { at, to }: PathLink, followsLast: boolean): readonly PathShape[] =>
  restsOf(path, at)
    .filter((rest) => rest.length > 0 || followsLast)
    .map((rest) => ({ anchor: to.anchor, segments: [...to.segments, ...rest] }));

/** What is left of a path behind each place where it may go through the link. */
function restsOf(path: PathShape, at: PathShape): readonly (readonly Step[])[] {
  const rests = restsBelow(path, at);
  if (rests !== 'anywhere') return rests;
  if (path.segments.includes(DEEP)) return [[DEEP]];
  const name = at.segments.at(-1);
  return path.segments.flatMap((step, index) =>
    typeof step === 'string' && typeof name === 'string' && step !== name
      ? []
      : [path.segments.slice(index + 1)],
  );
}
