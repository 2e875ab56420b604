/**
 * The local time of a time zone, from the IANA database of the runtime. A formatter is slow to make, so one
 * is cached for each zone, with the last minute: all rules of a decision ask for the same one.
 */

const minute = 60_000;
const day = 86_400_000;

export interface LocalTime {
  /** Days since 1 January 1970, as the calendar of the zone counts them. */
  readonly day: number;
  /** Minutes since midnight, as the clock shows them: 0 to 1439. */
  readonly minute: number;
}

interface Zone {
  readonly formatter: Intl.DateTimeFormat;
  /** In minutes since 1970. */
  at: number;
  local: LocalTime;
}

/** By name; null for a zone that the runtime does not know. Policies name few zones. */
const zones = new Map<string, Zone | null>();
const mostZones = 600;

/**
 * What the clock of a zone shows at a time (milliseconds since 1970); undefined if the zone or the time
 * does not exist.
 */
export function localTime(zone: string, at: number): LocalTime | undefined {
  const known = zoneOf(zone);
  const time = Math.floor(at / minute);
  if (known === null || !(Math.abs(at) <= latest)) return undefined;
  if (known.at !== time) {
    known.local = read(known.formatter, time * minute);
    known.at = time;
  }
  return known.local;
}

/** A thousand years around 1970: no call has a time beyond. */
const latest = 500 * 365 * day;

/** Whether the runtime knows a zone by this name. */
export const isZone = (name: string): boolean => zoneOf(name) !== null;

/**
 * The first time at which the clock of a zone shows this; undefined if it never does, because the clock is
 * set forward then.
 */
export function instantOf(zone: string, local: LocalTime): number | undefined {
  const asUtc = local.day * day + local.minute * minute;
  const offsets = [-day, 0, day].flatMap((around) => {
    const shown = localTime(zone, asUtc + around);
    return shown === undefined ? [] : shown.day * day + shown.minute * minute - (asUtc + around);
  });
  const fitting = offsets
    .map((offset) => asUtc - offset)
    .filter((at) => {
      const shown = localTime(zone, at);
      return shown?.day === local.day && shown.minute === local.minute;
    });
  return fitting.length === 0 ? undefined : Math.min(...fitting);
}

function zoneOf(name: string): Zone | null {
  let zone = zones.get(name);
  if (zone === undefined) {
    zone = open(name);
    if (zones.size < mostZones) zones.set(name, zone);
  }
  return zone;
}

function open(timeZone: string): Zone | null {
  try {
    const digits = '2-digit';
    const formatter = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
      ...{ year: 'numeric', month: digits, day: digits, hour: digits, minute: digits },
    });
    return { formatter, at: 0, local: read(formatter, 0) };
  } catch {
    // The runtime refuses names that it does not know.
    return null;
  }
}

function read(formatter: Intl.DateTimeFormat, at: number): LocalTime {
  // Months, days and years are numbers in the order of the locale: 12/24/2026, 19:30.
  const [month = 0, date = 0, year = 0, hours = 0, minutes = 0] = (
    formatter.format(at).match(/\d+/g) ?? []
  ).map(Number);
  return { day: Date.UTC(year, month - 1, date) / day, minute: hours * 60 + minutes };
}
