/** Days, times of the day and zones, as policies and tests write them. */
import type { Name, QuotedText } from '../../language/expression.ts';
import { nearest } from '../../language/words.ts';
import { isZone } from '../../pattern/local-time.ts';
import { beginOfDay } from '../../vocabulary/dates.ts';
import { type Context, reportError } from '../names/context.ts';
import { day } from './duration.ts';

/** When a day begins, in milliseconds since 1970 (UTC); undefined for an impossible date, which is reported. */
export function resolveDay(context: Context, { text, span }: Name): number | undefined {
  return (
    beginOfDay(text) ??
    reportError(context, 'invalid-time', span, `\`${text}\` is no day of the calendar`, {
      help: 'a day is written with its year, month and day: `2026-12-01`',
    })
  );
}

/** The same as a number of days since 1970. */
export function resolveDayNumber(context: Context, name: Name): number | undefined {
  const begin = resolveDay(context, name);
  return begin === undefined ? undefined : begin / day;
}

const clock = /^([0-9]{1,2}):([0-9]{2})$/;

/** Minutes since midnight; `24:00` only where something ends. What no clock shows is reported. */
export function resolveClockTime(context: Context, { text, span }: Name, isEnd: boolean): number | undefined {
  const [, hours, minutes] = clock.exec(text) ?? [];
  const time = Number(hours) * 60 + Number(minutes);
  const latest = isEnd ? 24 * 60 : 24 * 60 - 1;
  if (Number(minutes) < 60 && time <= latest) return time;
  return reportError(context, 'invalid-time', span, `no clock shows \`${text}\``, {
    help:
      text === '24:00'
        ? 'a day begins at `00:00`; `24:00` is where it ends'
        : 'times are written from `00:00` to `23:59`, and the end of a day `24:00`',
  });
}

const exampleOfZone = 'such as `in "Europe/Berlin"`; the names are those of the IANA database';

/** The name of a time zone; a missing or unknown one is reported. */
export function resolveZone(context: Context, zone: QuotedText | undefined, owner: Name): string | undefined {
  if (zone === undefined) {
    return reportError(context, 'unknown-zone', owner.span, 'by the clock of which time zone is not said', {
      help: `add the zone, ${exampleOfZone}`,
    });
  }
  const { value, span } = zone;
  // Short names have one offset all year (`EST`), or several meanings.
  if (isZone(value) && /^[A-Za-z_]+\/|^UTC$/.test(value)) return value;
  // Node 20 has no zones that are offsets, later ones do.
  const isClock = isZone(value) || /^[+-]\d/.test(value);
  const message = isClock
    ? `\`${value}\` does not say whose clock is meant: it is no name of a region`
    : `there is no time zone \`${value}\``;
  return reportError(context, 'unknown-zone', span, message, {
    help:
      (isClock ? undefined : adviceForZone(value)) ??
      `write the name of a region and a city, ${exampleOfZone}`,
  });
}

/** A city alone, or a name with a slip of the hand. */
function adviceForZone(written: string): string | undefined {
  const names = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const plain = (name: string): string => name.toLowerCase().replaceAll(' ', '_');
  const city = names.find((name) => plain(name).split('/').at(-1) === plain(written).split('/').at(-1));
  const near = city ?? nearest(plain(written), names);
  return near === undefined ? undefined : `did you mean \`"${near}"\`?`;
}
