/** The settings of bundles: the one in the place of policies, and the candidate that is compared with what decides. */
import { clusterWord } from '../../host/bundle/cluster-place.ts';
import type { ClusterMemory } from '../../host/remembering.ts';
import { type BundleSettings, noKeys } from './bundle-option.ts';
import { cannotBoth, mistake } from './invalid-config.ts';
import { namedBy, type ServerSettings } from './server-settings.ts';
import type { Shares } from './share.ts';

/** A candidate; `share`: percent of the sessions. */
export type ShadowSettings = BundleSettings & {
  readonly share: number;
  /** Percent of the sessions that it answers, to begin with. */
  readonly canaryShare: number;
};

/** The bundle that is compared with what decides. Throws `UsageError` and `InvalidConfig`. */
export function shadowFrom(
  settings: ServerSettings,
  cluster: ClusterMemory | undefined,
): ShadowSettings | undefined {
  const { get } = settings;
  const [from, keys] = [get('bundle.shadow'), get('bundle.keys')];
  const { compared: share, answers: canaryShare } = sharesIn(settings);
  if (from === undefined) {
    if (canaryShare === 0) return undefined;
    throw mistake(
      settings,
      'bundle.canary-share',
      `${namedBy(settings, 'bundle.canary-share')} is about a bundle that is compared: name it with ${namedBy(settings, 'bundle.shadow')}`,
      ['bundle.shadow'],
    );
  }
  if (keys === undefined) throw mistake(settings, 'bundle.keys', noKeys(namedBy(settings, 'bundle.keys')));
  if (from === clusterWord) refuseNoCluster('bundle.shadow', settings);
  return {
    ...{ from, keys, acceptsOlder: true, share, canaryShare, list: 'candidate' },
    cluster: from === clusterWord ? cluster : undefined,
  };
}

export const sharesIn = ({ get }: ServerSettings): Shares => ({
  compared: get('bundle.shadow-share') ?? 100,
  answers: get('bundle.canary-share') ?? 0,
});

/** A setting means the cluster by its word. Throws `UsageError` and `InvalidConfig`. */
function refuseNoCluster(key: 'bundle.from' | 'bundle.shadow', settings: ServerSettings): void {
  if (settings.get('cluster.servers') !== undefined) return;
  throw mistake(
    settings,
    key,
    `${namedBy(settings, key)} says \`${clusterWord}\`, and there is none: name its nodes with ${namedBy(settings, 'cluster.servers')}`,
    ['cluster.servers'],
  );
}

const precedence = { default: 0, file: 1, variable: 2, option: 3 } as const;

/** The bundle that takes the place of policies. Throws `UsageError` and `InvalidConfig`. */
export function bundleFrom(
  settings: ServerSettings,
  cluster: ClusterMemory | undefined,
): BundleSettings | undefined {
  const [from, keys] = [settings.get('bundle.from'), settings.get('bundle.keys')];
  if (from === undefined) {
    if (keys === undefined || settings.get('bundle.shadow') !== undefined) return undefined;
    throw mistake(
      settings,
      'bundle.keys',
      `${namedBy(settings, 'bundle.keys')} is about a bundle, and there is none: name it with ${namedBy(settings, 'bundle.from')}`,
      ['bundle.from', 'bundle.shadow'],
    );
  }
  const own = precedence[settings.origin('bundle.from').kind];
  const other = settings.policies === undefined ? 0 : precedence[settings.policies.origin.kind];
  // As everywhere: what the command line says goes before the environment, and that before a file.
  if (other > own) return undefined;
  if (other === own)
    throw cannotBoth(
      settings,
      [settings.origin('bundle.from'), settings.policies?.origin ?? { kind: 'default' }],
      `${namedBy(settings, 'bundle.from')} and other policies exclude each other: all layers are in the bundle`,
    );
  if (settings.file?.sections.has('clients') === true)
    throw mistake(
      settings,
      'bundle.from',
      `\`clients:\` in ${settings.file.source.path} is for the policies that the file names, and a bundle has its own: build it with them`,
    );
  if (keys === undefined) throw mistake(settings, 'bundle.keys', noKeys(namedBy(settings, 'bundle.keys')));
  if (from === clusterWord) refuseNoCluster('bundle.from', settings);
  const acceptsOlder = settings.get('bundle.accept-older') === true;
  return { from, keys, acceptsOlder, ...(from === clusterWord ? { cluster } : {}) };
}
