/**
 * Words that generated policies and events have in common, so that rules are
 * hit, narrowly missed and left unsure about as often as each other.
 */
export const tools = [
  'Bash',
  'bash',
  'Ｂash',
  'Ba\u200bsh',
  'Read',
  'create_issue',
  'Create_Issue',
  'frobnicate',
];
export const toolPatterns = [
  'Bash',
  'bash',
  'create_*',
  '*_issue',
  'B*h',
  '*a*',
  'Read',
  'frob*cate',
  '*',
  'write_file',
];
export const servers = ['github', 'GitHub', 'jira', 'docs-internal', 'ｇithub'];
export const serverPatterns = ['github', 'jira', 'docs-*', '*hub', 'GITHUB'];
export const models = ['small-1', 'Small-2', 'large-9', 'agent-a', 'agent-B', 'example', '1.2'];
export const modelPatterns = ['small-*', 'large-9', 'agent-a', '*-?', 'AGENT-*', 'exam*', '*'];
export const texts = [
  'alpha',
  'Alpha',
  'alphabet',
  'beta',
  'prod',
  'caf\u00e9',
  'cafe\u0301',
  'a*b',
  'line\nend',
];
export const parts = ['alpha', 'a', 'bet', 'ph', 'prod', 'B', 'é', 'e\u0301', 'ash', 'src', '/', 'issue'];
/** Expressions that mean the same to RE2 and, with the flag `u`, to the built-in RegExp. */
export const regexes = [
  'alp',
  '^a',
  'bet$',
  '^[ab]+',
  'pro(d|f)',
  '^.{5}$',
  '[0-9]',
  'H',
  '(?:src|srv)\\/',
  'é',
  '_',
];
export const kinds = ['shell', 'file_read', 'file_write', 'search', 'mcp', 'other'];
export const foreignKinds = ['terminal', 'Terminal', 'frobnication'];
export const numbers = [0, 1, 2, 5, 600_000, 600_001, 1.5, -1];
export const rawNumbers = ['0', '1', '2', '5', '600000', '10m', '1.5', '-1', '1KB'];

export const paths = [
  '/srv/prod',
  '/srv/prod/a.ts',
  '/srv/Prod/src/a.ts',
  '/srv//./prod/../prod/.env',
  '/home/alice/proj/src/a.ts',
  '/home/alice/.ssh/id_rsa',
  '/root/.ssh/id_rsa',
  '/HOME/alice/.SSH/id_rsa',
  '/home',
  '/',
  'src/a.ts',
  './src/../src/lib/b.ts',
  '../prod/src/a.ts',
  '../../../../etc/passwd',
  'proj/src/a.ts',
  '.env',
  '.',
  '',
  '~',
  '~/.ssh/id_rsa',
  '~bob/proj/src/a.ts',
  '~/../../etc/passwd',
  '~/../bob/.ssh/id_rsa',
  'C:\\Users\\al\\.ssh\\id_rsa',
  'c:/Users/al/src/a.ts',
  'C:',
  'C:src',
  'src\\a.ts',
  '\\\\server\\share\\a.ts',
  'file:///srv/prod/%61.ts',
  '/srv/caf\u00e9/a.ts',
  '/srv/cafe\u0301/a.ts',
  '/etc/passwd',
];
export const longPath = `/srv/${'x/'.repeat(16_400)}a.ts`;

export const pathPatterns = [
  '/srv/prod',
  '/srv/**',
  '/srv/*/a.ts',
  '/SRV/**/*.ts',
  '/srv/café/*',
  '/home/alice/**',
  '/home/*/proj/**',
  '/etc/passwd',
  '/**',
  '/',
  '/root/.ssh/*',
  'C:/Users/**',
  'c:/',
  '~/.ssh/**',
  '~/.ssh/id_*',
  '~/proj/**/a.ts',
  '~/**',
  '~',
  '**/*.ts',
  '**/.env',
  '**/src/**/a.ts',
  '**/.SSH/*',
  '**',
  'src/**',
  'src/*.ts',
  './src/a.ts',
  '*.{ts,env}',
  '.env',
  '{src,lib}/**',
  '[a-s]*/a.ts',
  '?rc/a.ts',
  '!(lib)/a.ts',
  'src/',
  './**',
  '.',
  '*',
];

export const workingDirectories = [
  '/srv/prod',
  '/home/alice/proj',
  '~/proj',
  'C:\\Users\\al',
  'proj',
  '/',
  '/srv/prod/src',
];
export const workspaces = [
  '/srv/prod',
  '/srv',
  '/home/alice/proj',
  '/HOME/alice',
  '~/proj',
  'c:/users/al',
  '.',
  'src',
  '~',
];
