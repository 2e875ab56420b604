/** Reports rules that deny nothing at a time, because an exception switches them to watching or holds for every call. */
import type { CheckedException, CheckedPause } from '../../check/tree/checked.ts';
import { printable } from '../../language/render.ts';
import { dayText } from '../../vocabulary/day-text.ts';

/** The most exceptions that are named one by one. */
const most = 5;

interface Exceptions {
  readonly pauses?: readonly CheckedPause[];
  readonly exceptions?: readonly CheckedException[];
}

/** A line for each exception that leaves nothing of rules at a time, in milliseconds since 1970; `all`: how many rules there are. */
export function switchedOff(
  { pauses = [], exceptions = [] }: Exceptions,
  all: number,
  at: number,
): readonly string[] {
  const lines = [
    ...pauses.flatMap((each) => lineOf(each, 'switches', 'to watching', all, at)),
    ...exceptions.flatMap((each) => lineOf(each, 'excuses every call from', '', all, at)),
  ];
  const more = lines.length - most;
  return more <= 0
    ? lines
    : [...lines.slice(0, most), `${more} more exceptions leave nothing of rules: see \`bylaw check\`.`];
}

function lineOf(
  { code, owner, ticket, expires, begins = {} }: CheckedPause,
  does: string,
  to: string,
  all: number,
  at: number,
): readonly string[] {
  if (at >= expires) return [];
  const rules = Object.keys(begins).filter((rule) => at >= (begins[rule] ?? expires));
  const [first] = rules;
  if (first === undefined) return [];
  const whose = printable(ticket === undefined ? owner : `${owner}, ${ticket}`);
  const [which, they] =
    rules.length === 1
      ? [`the rule ${first}`, 'it denies']
      : [`${rules.length} of ${all} rules`, 'they deny'];
  const what = [does, which, ...(to === '' ? [] : [to])].join(' ');
  return [`The exception ${code} (${whose}) ${what}: ${they} nothing until ${dayText(expires)}.`];
}
