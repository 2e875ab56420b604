/** The exceptions that were used, for people and for programs. */
import type { Decision, Excuse } from '../../engine/decision.ts';
import type { JsonObject } from '../../facts/event/event.ts';
import { printable, renderPlace, type SourceLookup } from '../../language/render.ts';

/** `excused`, where an exception was used, and `ended`, where one would have been that has ended; else nothing. */
export const jsonExcuses = ({ excused, ended }: Decision): JsonObject => ({
  ...(excused === undefined ? {} : { excused: excused.map(jsonExcuse) }),
  ...(ended === undefined ? {} : { ended: ended.map(jsonExcuse) }),
});

const jsonExcuse = ({ place: _, objects, ...rest }: Excuse): JsonObject => ({
  ...rest,
  objects: [...objects],
});

/** Two lines for each exception that was used, or would have been if it had not ended: what it is about, and whose it is. */
export const excuseLines = (
  { excused = [], ended = [] }: Decision,
  lookup: SourceLookup,
): readonly string[] => [
  ...excused.flatMap((excuse) => linesOf(excuse, 'excused', 'until', lookup)),
  ...ended.flatMap((excuse) => linesOf(excuse, 'no longer excused', 'ended on', lookup)),
];

function linesOf(
  { code, exception, owner, ticket, because, expires, place, layer, objects }: Excuse,
  what: string,
  when: string,
  lookup: SourceLookup,
): readonly string[] {
  const of = layer === undefined ? '' : ` in the layer ${layer}`;
  const about =
    objects.length === 0 ? '' : ` for ${objects.map((each) => `\`${printable(each)}\``).join(', ')}`;
  const who = [owner, ...(ticket === undefined ? [] : [ticket])].map(printable).join(', ');
  return [
    `  ${what} from ${code} by ${exception} at ${renderPlace(place.path, place.span, lookup)}${of}${about}`,
    `    ${when} ${expires} (${who}): ${printable(because)}`,
  ];
}
