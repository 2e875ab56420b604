/**
 * Trial calls, with which `bylaw doctor` proves that a hook answers. They are no news of an agent, so no log has them. They are
 * known by their session, which takes the key of the user to make: a call that only says that it is one is written down.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Event } from '../../facts/event/event.ts';
import { makeServerKey, readServerKey } from './server-key.ts';

type Env = Readonly<Record<string, string | undefined>>;

const mark = 'bylaw-doctor-';

const sessionOf = (number: string, key: string): string =>
  `${mark}${number}-${createHash('sha256').update(`${number} ${key}`).digest('hex').slice(0, 32)}`;

/** A session for one trial: two trials are never the same call. Where no key can be kept it is one like any other. */
export function trialSession(env: Env): string {
  const number = randomBytes(8).toString('hex');
  try {
    return sessionOf(number, makeServerKey(env));
  } catch {
    return `${mark}${number}`;
  }
}

/** Distinguishes trials of this user from all other events. */
export const trialsOf =
  (env: Env) =>
  ({ session }: Event): boolean => {
    const id = session?.id ?? '';
    if (!id.startsWith(mark)) return false;
    const key = readServerKey(env);
    return key !== undefined && id === sessionOf(id.slice(mark.length, id.lastIndexOf('-')), key);
  };
