/** The line in which a server says that it is ready: where, by what, and for whom. */
import type { RunningServer } from '../../server/sockets/listen.ts';
import { countOf, ruleCount } from '../policies/policies.ts';
import type { PoliciesInForce } from './policies-in-force.ts';
import type { ServeSettings } from './serve-settings.ts';

/** Without the line feed. */
export function readyLine(
  { access, tls, log, mode }: ServeSettings,
  { use }: Pick<PoliciesInForce, 'use'>,
  server: RunningServer,
): string {
  const { loaded } = use;
  const counts = `${countOf(ruleCount(use), 'rule')} from ${countOf(loaded.sources.length, 'file')}`;
  const isPrivate = server.addresses.every((address) => /^unix:|^the Unix socket `socket` /.test(address));
  const openness = isPrivate
    ? 'for this user only'
    : access.anonymous
      ? 'no tokens, so this machine only'
      : tls?.clientName === undefined
        ? 'bearer tokens required'
        : 'certificates or bearer tokens required';
  const record = log === undefined ? 'decisions are not logged' : `decisions logged in ${log.folder}`;
  const watches = mode.watches === true ? 'it only watches and denies nothing; ' : '';
  const broken = loaded.broken.map(({ layer }) => `the layer ${layer.name} is not in force; `).join('');
  const names = [...use.layerStamps.keys()];
  const order = names.length < 2 ? '' : `, from the highest layer to the lowest ${names.join(', ')}`;
  return `bylaw is ready: ${describeAddresses(server)}; ${watches}${broken}${counts}${order}; ${openness}; ${record}`;
}

const describeAddresses = ({ addresses }: RunningServer): string =>
  addresses.map((address) => (address.startsWith('http') ? `${address}/hooks` : address)).join(' and ');
