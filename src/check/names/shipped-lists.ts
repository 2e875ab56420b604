/** The lists that come with bylaw, by the file that has them below `packs/lists/`, where `bylaw init` writes it. */
export const shippedLists: Readonly<Record<string, readonly string[]>> = {
  clouds: [
    ...[
      'destroying-environments',
      'destroying-machines',
      'deleting-by-second-word',
      'deleting-by-third-word',
      'deleting-by-fourth-word',
      'deleting-by-fifth-word',
    ],
    ...[
      'destroying-in-clouds',
      'destroying-by-cmdlet',
      'destroying-at-hosts',
      'small-in-clouds',
      'destroying',
    ],
  ],
  places: [
    ...[
      'temporary',
      'caches',
      'plans',
      'application-files',
      'shell-profiles',
      'startup-places',
      'access-files',
    ],
    ...[
      'system-places',
      'disks',
      'memories',
      'devices',
      'guards',
      'agent-tools',
      'ci-files',
      'project-start-files',
    ],
  ],
  programs: [
    ...['downloaders', 'interpreters', 'reaching-machines', 'entering-containers', 'reaching-others'],
    ...['reaching-elsewhere', 'leading-elsewhere', 'bringing-settings', 'settings-of-clients', 'engines'],
  ],
  secrets: [
    ...['private-keys', 'cloud-credentials', 'service-credentials', 'registry-credentials', 'keychains'],
    ...[
      'env-files',
      'credentials',
      'secrets',
      'typed-commands',
      'forge-tokens',
      'database-passwords',
      'service-tokens',
    ],
    'printed-tokens',
  ],
};
