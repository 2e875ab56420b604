/** What time it is in a test: `given time 2026-12-24 19:30 in "Europe/Berlin"`. */
import type { Given, GivenTime } from '../../language/test-tree.ts';
import { instantOf } from '../../pattern/local-time.ts';
import { type Context, reportError } from '../names/context.ts';
import type { Scene } from '../tree/checked-tests.ts';
import { resolveClockTime, resolveDayNumber, resolveZone } from '../values/times.ts';

/** When the calls after it are decided. */
export function addTime(context: Context, scene: Scene, { day, time, zone }: GivenTime): Scene {
  const inZone = resolveZone(context, zone, time);
  const date = resolveDayNumber(context, day);
  const minute = resolveClockTime(context, time, false);
  if (inZone === undefined || date === undefined || minute === undefined) return scene;
  const at = instantOf(inZone, { day: date, minute });
  if (at !== undefined) return withTime(scene, at);
  const span = { start: day.span.start, end: time.span.end };
  reportError(context, 'invalid-time', span, `the clock of ${inZone} is put forward past this time`, {
    help: 'that hour is left out on this day: write the one after it',
  });
  return scene;
}

/** The scene at a time, in milliseconds since 1970. */
export const withTime = (scene: Scene, at: number): Scene =>
  new Map(scene).set('time', [new Date(at).toISOString()]);

/** When the calls of a scene are decided; undefined where it does not say. */
export function sceneTime(scene: Scene): number | undefined {
  const given = scene.get('time');
  return given === undefined || given === 'missing' ? undefined : Date.parse(given[0] ?? '');
}

/** `given time "…"` reads like a field that is set. */
export function reportFieldTime(context: Context, scene: Scene, { span }: Given): Scene {
  reportError(context, 'syntax', span, '`given time` takes a day, a time of it and a zone', {
    help: 'such as `given time 2026-12-24 19:30 in "Europe/Berlin"`',
  });
  return scene;
}
