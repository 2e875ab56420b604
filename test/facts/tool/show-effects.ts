/** Effects as lines of text, for tests. */
import type { Effects } from '../../../src/facts/effect/effect.ts';
import type { HostShape } from '../../../src/pattern/host.ts';
import { showPathShape } from '../../../src/pattern/path/path-shape.ts';

const hostName = ({ value, suffix }: HostShape): string =>
  value?.name ?? (suffix === undefined ? 'an unknown host' : `…${suffix}`);
const verbs = {
  read: 'reads',
  write: 'writes',
  delete: 'deletes',
  empty: 'empties',
  move: 'moves',
  copy: 'copies',
} as const;

export function showEffects(effects: Effects): readonly string[] {
  const perhaps = (certain: boolean): string => (certain ? '' : 'perhaps ');
  return [
    ...effects.paths.map(
      ({ kind, path, certain, recursive, content }) =>
        `${perhaps(certain)}${verbs[kind]} ${showPathShape(path)}${recursive ? ' and below' : ''}` +
        (content === undefined || kind !== 'write' ? '' : ` = ${JSON.stringify(content)}`),
    ),
    ...effects.commands.map(({ text, certain }) => `${perhaps(certain)}runs ${text}`),
    ...effects.connects.map(({ host, certain }) => `${perhaps(certain)}connects ${hostName(host)}`),
    ...effects.sends.map(
      ({ source, host, certain }) =>
        `${perhaps(certain)}sends ${source === undefined ? 'data' : showPathShape(source.path)} to ${hostName(host)}`,
    ),
    ...effects.installs.map(({ name, certain }) => `${perhaps(certain)}installs ${name}`),
    ...effects.spawns.map(({ agent, certain }) => `${perhaps(certain)}spawns ${agent ?? 'an agent'}`),
    ...effects.elevates.map(({ by }) => `elevates by ${by}`),
    ...effects.unknowns.map(({ why }) => `unknown: ${why}`),
  ];
}
