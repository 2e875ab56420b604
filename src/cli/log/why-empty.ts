/** Why no record of a log is shown, and what to do about it: an empty log is no fault of a filter. */
import type { GivenOptions } from '../options/options.ts';
import { filterOptions } from './log-filter.ts';

type Filters = GivenOptions<typeof filterOptions>['values'];

/** A log without a decision; `place` is a folder or the address of a server. */
export const noDecisionIn = (place: string, isServer: boolean): string =>
  isServer
    ? `The log of ${place} has no decision: no client has asked this server yet. Each server has a log of its own, and its log begins where the server was started first.\n`
    : `The log ${place} has no decision: no hook or server that writes into it has been asked about a call. A hook without a server keeps a log only with \`--log default\`.\n`;

/** The log has decisions, and the filters fit none of them. */
export function noneLikeThat(place: string, filters: Filters): string {
  const given = Object.keys(filterOptions).flatMap((name) => {
    const value = filters[name as keyof Filters];
    return value === undefined || value === false ? [] : value === true ? `--${name}` : `--${name} ${value}`;
  });
  const code = filters.code === undefined || filters.code.endsWith('*') ? '' : codeHint;
  const asked = given.length === 0 ? '`-n 0` asks for none' : `none is like \`${given.join(' ')}\``;
  return `The log ${place} has decisions, and ${asked}.${code}\n`;
}

const codeHint = ' A code is written whole, as `com.example.dev.force-push`, or ends in `*`.';
