/** The exceptions that were used, for people and for programs. */
import type { Decision, Excuse } from '../engine/decision.ts';
import type { JsonObject } from '../facts/event.ts';
import { printable, renderPlace, type SourceLookup } from '../language/render.ts';

/** `excused`, where an exception was used; else nothing. */
export const jsonExcuses = ({ excused }: Decision): JsonObject =>
  excused === undefined ? {} : { excused: excused.map(jsonExcuse) };

const jsonExcuse = ({ place: _, objects, ...told }: Excuse): JsonObject => ({
  ...told,
  objects: [...objects],
});

/** Two lines for each exception that was used: what it excused, and whose it is. */
export const excuseLines = ({ excused = [] }: Decision, lookup: SourceLookup): readonly string[] =>
  excused.flatMap(({ code, exception, owner, ticket, because, expires, place, layer, objects }) => {
    const of = layer === undefined ? '' : ` in the layer ${layer}`;
    const about =
      objects.length === 0 ? '' : ` for ${objects.map((each) => `\`${printable(each)}\``).join(', ')}`;
    const who = [owner, ...(ticket === undefined ? [] : [ticket])].map(printable).join(', ');
    return [
      `  excused from ${code} by ${exception} at ${renderPlace(place.path, place.span, lookup)}${of}${about}`,
      `    until ${expires} (${who}): ${printable(because)}`,
    ];
  });
