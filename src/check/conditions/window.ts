/** Windows of time: days and times read, the zone known, and nothing in them that no clock or calendar shows. */
import type {
  DailySpan,
  DayRange,
  Stretch,
  TimeRange,
  WindowDeclaration,
  WindowPart,
} from '../../language/ast.ts';
import type { Name, WindowMatch } from '../../language/expression.ts';
import { nearest, suggestion } from '../../language/words.ts';
import type { Days, DayTimes, WindowSpan as Span, WindowPattern } from '../../pattern/window.ts';
import {
  allSound,
  type Context,
  contextOf,
  oneQuestion,
  type Resolved,
  reportError,
} from '../names/context.ts';
import { adviceToImport } from '../names/declared-elsewhere.ts';
import type { CheckedExpression } from '../tree/checked.ts';
import type { SourcePlace } from '../tree/source-place.ts';
import { resolveClockTime, resolveDayNumber, resolveZone } from '../values/times.ts';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** `during office`: the window of a name; undefined where there is none, or it has errors. */
export function resolveWindowMatch(
  context: Context,
  { name, negated }: WindowMatch,
  place: SourcePlace,
): Resolved<CheckedExpression> | undefined {
  const declared = context.scope.windows.get(name.text);
  if (declared === undefined) return reportUnknownWindow(context, name, negated);
  context.shared.used.add(declared.node.name);
  const window = resolveWindow(contextOf(context, declared.path), declared.node);
  if (window === undefined) return undefined;
  return oneQuestion({ kind: 'window', name: name.text, window, negated, place });
}

function reportUnknownWindow(context: Context, { text, span }: Name, negated: boolean): undefined {
  if (context.scope.broken.has(text) || context.scope.incomplete) return undefined;
  const { windows } = context.scope;
  const near = nearest(text, windows.keys());
  const meant = near === undefined ? undefined : windows.get(near);
  if (meant !== undefined) context.shared.used.add(meant.node.name);
  const isPlace = negated && meant === undefined;
  return reportError(context, 'unknown-window', span, `unknown window \`${text}\``, {
    help:
      near !== undefined
        ? `did you mean \`${near}\`?`
        : (adviceToImport(context, 'windows', text) ??
          `declare it: \`window ${text} = monday to friday 08:00 to 18:00 in "Europe/Berlin"\`${isPlace ? '; what lies outside of a folder is written `path outside "/srv"`' : ''}`),
  });
}

/** A window's own days and times, read once for all its uses. */
export function resolveWindow(context: Context, window: WindowDeclaration): WindowPattern | undefined {
  const { windows } = context.shared;
  if (!windows.has(window.name)) windows.set(window.name, readWindow(context, window));
  return windows.get(window.name);
}

/** At most so many days and times are in a window, since every call that asks for it may compare all of them. */
const mostParts = 1000;

function readWindow(
  context: Context,
  { name, spans, except, zone }: WindowDeclaration,
): WindowPattern | undefined {
  const parts = spans.reduce((sum, each) => sum + partsOf(each), except.length);
  if (parts > mostParts) {
    return reportError(
      context,
      'list-too-long',
      name.span,
      `the window \`${name.text}\` has ${parts} days and times; at most ${mostParts} are allowed`,
      { help: 'write days that follow each other as one: `2026-12-24 to 2027-01-01`' },
    );
  }
  const inZone = resolveZone(context, zone, name);
  const read = spans.map((span, index) =>
    span.kind === 'stretch' ? readStretch(context, span) : readSpan(context, span, index === 0),
  );
  const excepted = readDays(context, except);
  if (inZone === undefined || excepted === undefined || read.includes(undefined)) return undefined;
  return { zone: inZone, spans: read.flatMap((span) => span ?? []), except: excepted };
}

const partsOf = (span: WindowPart): number =>
  span.kind === 'stretch' ? 1 : span.days.length + span.times.length;

const wholeDay: DayTimes = { begin: 0, end: 24 * 60 };
const everyDay: Days = { weekdays: weekdays.map((_, index) => index), dates: [] };

function readSpan(
  context: Context,
  { days, times, span }: DailySpan,
  isFirst: boolean,
): readonly Span[] | undefined {
  if (days.length === 0 && !isFirst) {
    return reportError(context, 'invalid-time', span, 'on which days is not said', {
      help: 'name the days before these times: `every day 08:00 to 18:00`, `saturday 10:00 to 12:00`',
    });
  }
  const onDays = days.length === 0 ? everyDay : readDays(context, days);
  const atTimes = times.map((each) => readTimes(context, each));
  const sound = allSound(atTimes);
  if (onDays === undefined || sound === undefined) return undefined;
  return [{ days: onDays, times: times.length === 0 ? [wholeDay] : sound }];
}

/** The end of the first day, the days between, and the beginning of the last. */
function readStretch(context: Context, stretch: Stretch): readonly Span[] | undefined {
  const { first, last, span } = stretch;
  const begin = resolveClockTime(context, stretch.begin, false);
  const end = resolveClockTime(context, stretch.end, true);
  const days = readRange(context, { kind: 'days', first, last, span });
  if (begin === undefined || end === undefined || days === undefined) return undefined;
  const each = isDate(first) ? datesOf(days) : days.weekdays.map((day) => ({ weekdays: [day], dates: [] }));
  const [firstDay, ...others] = each;
  const lastDay = others.pop() ?? firstDay;
  if (firstDay === undefined || lastDay === undefined) return undefined;
  if (firstDay === lastDay) {
    if (begin < end) return [{ days: firstDay, times: [{ begin, end }] }];
    return reportError(context, 'invalid-time', span, 'this ends before it begins', {
      help: 'write the day on which it ends: `friday 16:00 to monday 08:00`',
    });
  }
  return [
    { days: firstDay, times: [{ begin, end: wholeDay.end }] },
    ...(others.length === 0 ? [] : [{ days: allOf(others), times: [wholeDay] }]),
    ...(end === 0 ? [] : [{ days: lastDay, times: [{ begin: 0, end }] }]),
  ];
}

/** The first day, those between, and the last, as far as they are different ones. */
const datesOf = ({ dates }: Days): readonly Days[] =>
  dates.flatMap(([first, last]) =>
    [[first, first] as const, [first + 1, last - 1] as const, [last, last] as const]
      .filter(([begin, end], index) => begin <= end && !(index === 2 && first === last))
      .map((range) => ({ weekdays: [], dates: [range] })),
  );

const allOf = (days: readonly Days[]): Days => ({
  weekdays: days.flatMap(({ weekdays: each }) => each),
  dates: days.flatMap(({ dates }) => dates),
});

function readTimes(context: Context, { first, last, span }: TimeRange): DayTimes | undefined {
  const begin = resolveClockTime(context, first, false);
  const end = resolveClockTime(context, last, true);
  if (begin === undefined || end === undefined) return undefined;
  if (begin !== end) return { begin, end };
  return reportError(
    context,
    'invalid-time',
    span,
    `no time lies between \`${first.text}\` and \`${last.text}\``,
    { help: 'a whole day is written `00:00 to 24:00`, or without times' },
  );
}

function readDays(context: Context, ranges: readonly DayRange[]): Days | undefined {
  const read = ranges.map((range) => readRange(context, range));
  const sound = allSound(read);
  if (sound === undefined) return undefined;
  const named = new Set(sound.flatMap((each) => each.weekdays));
  return { weekdays: [...named].sort(), dates: sound.flatMap(({ dates }) => dates) };
}

function readRange(context: Context, { first, last, span }: DayRange): Days | undefined {
  if (first.text === 'every day') return everyDay;
  if (isDate(first) !== isDate(last ?? first)) {
    return reportError(
      context,
      'invalid-time',
      span,
      'a day of the week and a date are no two ends of one thing',
      { help: 'write `monday to friday`, or `2026-12-24 to 2027-01-01`' },
    );
  }
  return isDate(first) ? readDates(context, first, last ?? first) : readWeekdays(context, first, last);
}

const isDate = ({ text }: Name): boolean => /^[0-9]/.test(text);

function readDates(context: Context, first: Name, last: Name): Days | undefined {
  const [begin, end] = [resolveDayNumber(context, first), resolveDayNumber(context, last)];
  if (begin === undefined || end === undefined) return undefined;
  if (begin <= end) return { weekdays: [], dates: [[begin, end]] };
  return reportError(context, 'invalid-time', last.span, `\`${last.text}\` is before \`${first.text}\``, {
    help: 'write the earlier day first',
  });
}

/** From one day of the week to another, over its end where that is needed. */
function readWeekdays(context: Context, first: Name, last: Name | undefined): Days | undefined {
  const begin = readWeekday(context, first);
  const end = last === undefined ? begin : readWeekday(context, last);
  if (begin === undefined || end === undefined) return undefined;
  const days = Array.from({ length: ((end - begin + 7) % 7) + 1 }, (_, index) => (begin + index) % 7);
  return { weekdays: days, dates: [] };
}

function readWeekday(context: Context, { text, span }: Name): number | undefined {
  const index = (weekdays as readonly string[]).indexOf(text);
  if (index >= 0) return index;
  const short = weekdays.find((each) => text.length >= 2 && each.startsWith(text.toLowerCase()));
  return reportError(context, 'unknown-word', span, `there is no day \`${text}\``, {
    help:
      others[text.toLowerCase()] ??
      (short === undefined
        ? (suggestion(text, weekdays) ??
          'days are `monday` to `sunday`, `every day`, or dates such as `2026-12-24`')
        : `did you mean \`${short}\`?`),
  });
}

/** What people write for several days. */
const others: Readonly<Record<string, string>> = {
  weekdays: 'write `monday to friday`',
  workdays: 'write `monday to friday`',
  weekend: 'write `saturday, sunday`',
  weekends: 'write `saturday, sunday`',
  daily: 'write `every day`',
};
