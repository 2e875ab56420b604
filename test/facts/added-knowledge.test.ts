// Blocks that describe commands and tools, from the text of a policy to its verdict.
import { describe, expect, test } from 'vitest';
import { compile, deriveFor, type Program } from '../../src/compile/program.ts';
import { evaluate } from '../../src/engine/evaluate.ts';
import { eventOf } from '../../src/scenario/call.ts';
import { checkSources } from '../check/case-file.ts';

/** The rules of every policy here; each test adds blocks to them. */
const rules = `
defaults
  when unsure note
deny force-push
  when runs "git push" with --force
deny delete-cluster
  when runs "kubectl delete"
deny deploy-host
  when connects to "deploy.example.com"
deny write-secret
  when writes "/srv/secret/**"
deny read-secret
  when reads "/srv/secret/**"
deny delete-secret
  when deletes "/srv/secret/**"
deny elevate
  severity low
  when elevates
deny install
  when installs any package
deny spawn
  when spawns any agent
deny production
  when runs "acme-deploy" with "prod"
`;

function programWith(...blocks: readonly string[]): Program {
  const text = `policy com.example.dev\n${blocks.join('\n')}\n${rules}`;
  const { bundle, diagnostics } = checkSources([{ path: 'main.policy', text }]);
  expect(diagnostics).toEqual([]);
  if (bundle === undefined) throw new Error('a policy without errors is a bundle');
  return compile(bundle);
}

type Call = Parameters<typeof eventOf>[0] | string;

/** The rule that denies a call, `unsure` and the rules that are, or `pass`. */
function verdict(program: Program, call: Call): string {
  const event = eventOf(typeof call === 'string' ? { kind: 'command', command: call } : call, new Map());
  const { effect, code, unsure } = evaluate(program, deriveFor(program, event));
  const name = (each: string): string => each.replace('com.example.dev.', '');
  if (effect === 'deny') return name(code ?? '');
  return unsure.length > 0 ? `unsure ${unsure.map((each) => name(each.code)).join(' ')}` : 'pass';
}

/** Each line is a command, an arrow and what becomes of it. */
function table(program: Program, lines: string): void {
  const rows = lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +-> +/));
  const verdicts = rows.map(([command = '']) => `${command} -> ${verdict(program, command)}`);
  expect(verdicts).toEqual(rows.map(([command = '', expected = '']) => `${command} -> ${expected}`));
}

const mcp = (server: string, tool: string, input: Record<string, string>): Call => ({
  kind: 'mcp',
  server,
  tool,
  input,
});

describe('a wrapper', () => {
  test('runs the command that follows it', () => {
    table(
      programWith('wrapper "acmebox run" "acme exec --" "hold"'),
      `
      acmebox run git push --force              -> force-push
      acmebox run git push -f origin main       -> force-push
      acmebox run -- git push -uf origin main   -> force-push
      acme exec -- kubectl delete ns x         -> delete-cluster
      acme exec kubectl delete ns x            -> delete-cluster
      hold sudo git push -f                    -> force-push
      /opt/bin/hold git push -f                -> force-push
      hold bash -c 'git push --force'          -> force-push
      sudo acmebox run git push -f              -> force-push
      acmebox run cat /srv/secret/a             -> read-secret
      acmebox run git push                      -> pass
      acmebox run echo git push --force         -> pass
      acmebox list git push --force             -> pass
      echo acmebox run git push --force         -> pass
      git commit -m 'acmebox run git push -f'   -> pass
      `,
    );
  });

  test('is a program like others where nothing says that it is one', () => {
    expect(verdict(programWith(), 'acmebox run git push --force')).not.toBe('force-push');
  });
});

describe('an alias', () => {
  test('is replaced by the words of its alias', () => {
    table(
      programWith('alias k = kubectl', 'alias gpf = "git push --force"', 'alias kd = "k delete"'),
      `
      k delete ns x                  -> delete-cluster
      k -n prod delete pod x         -> delete-cluster
      kd ns x                        -> delete-cluster
      gpf origin main                -> force-push
      sudo gpf                       -> force-push
      \\k delete ns x                 -> delete-cluster
      "k" delete ns x                -> delete-cluster
      /usr/local/bin/k delete ns x   -> delete-cluster
      echo x | xargs k delete ns     -> delete-cluster
      cd a && k delete ns x          -> delete-cluster
      k get pods                     -> unsure deploy-host
      echo k delete ns x             -> pass
      `,
    );
  });

  test('of itself ends, and so do two of each other', () => {
    const program = programWith('alias kubectl = "kubectl --context dev"', 'alias a = b', 'alias b = a');
    table(
      program,
      `
      kubectl delete ns x  -> delete-cluster
      `,
    );
    expect(['pass', 'unsure']).toContain(verdict(program, 'a x').split(' ')[0]);
  });
});

describe('a command', () => {
  const program = programWith(
    'command "acme-deploy"',
    '  options with values: --env/-e --region',
    '  options: --dry-run/-n',
    '  connects to "deploy.example.com"',
    'command "acme-sync"',
    '  options with values: --log',
    '  reads first operand',
    '  writes last operand',
    '  writes value of --log',
    'command "acme wipe"',
    '  deletes operands',
    '  elevates',
    'command "acme fetch"',
    '  connects to value of --from',
    '  writes "/srv/secret/cache"',
    'command "acme add"',
    '  installs operands',
    'command "acme restore"',
    '  installs',
    'command "acme ask"',
    '  spawns',
  );

  test('connects to what its block says, however it is called', () => {
    table(
      program,
      `
      acme-deploy                                -> deploy-host
      acme-deploy --env staging                  -> deploy-host
      env A=1 acme-deploy -e staging             -> deploy-host
      echo acme-deploy                           -> pass
      `,
    );
  });

  test('takes the values of its options, which are no operands', () => {
    const withoutHost = programWith('command "acme-deploy"', '  options with values: --env/-e --region');
    table(
      withoutHost,
      `
      acme-deploy prod                  -> production
      acme-deploy --env staging prod    -> production
      acme-deploy -e prod               -> pass
      acme-deploy --env prod            -> pass
      acme-deploy --env=prod            -> pass
      acme-deploy --region prod web     -> pass
      `,
    );
  });

  test('reads, writes and deletes what its block says', () => {
    table(
      program,
      `
      acme-sync /srv/secret/a /tmp/b               -> read-secret
      acme-sync /tmp/a /srv/secret/b               -> write-secret
      acme-sync --log /srv/secret/log /tmp/a /tmp/b -> write-secret
      acme-sync --log=/srv/secret/log /tmp/a /tmp/b -> write-secret
      acme-sync /tmp/a /tmp/b                      -> pass
      acme wipe /tmp/x                             -> elevate
      acme fetch --from https://deploy.example.com/x -> deploy-host
      acme fetch                                   -> write-secret
      `,
    );
    const deletes = programWith('command "acme wipe"', '  deletes operands');
    table(
      deletes,
      `
      acme wipe /tmp/x /srv/secret/a -> delete-secret
      acme wipe /tmp/x               -> pass
      acme keep /tmp/x               -> pass
      `,
    );
  });

  test('installs packages and starts agents', () => {
    table(
      program,
      `
      acme add left-pad   -> install
      acme restore        -> install
      acme ask something  -> spawn
      `,
    );
  });

  test('that is known already is described anew', () => {
    table(
      programWith('command "curl"', '  reads operands'),
      `
      curl https://deploy.example.com  -> pass
      curl /srv/secret/a               -> read-secret
      `,
    );
  });
});

describe('a tool', () => {
  test('of an MCP server does with its input what its block says', () => {
    const program = programWith(
      'tool "save_note" of mcp "notes"',
      '  writes input.file',
      '  reads input.sources[0].path',
      'tool "shell_*" of mcp "notes"',
      '  runs input.line',
    );
    expect([
      verdict(program, mcp('notes', 'save_note', { file: '/srv/secret/a' })),
      verdict(program, mcp('notes', 'save_note', { file: '/tmp/a' })),
      verdict(program, mcp('other', 'save_note', { file: '/srv/secret/a' })),
      verdict(program, mcp('notes', 'read_note', { file: '/srv/secret/a' })),
      verdict(program, mcp('notes', 'shell_run', { line: 'true && git push --force' })),
      verdict(program, mcp('notes', 'shell_run', { line: 'echo git push --force' })),
      verdict(program, {
        kind: 'mcp',
        server: 'notes',
        tool: 'save_note',
        input: { file: '/tmp/a', sources: [{ path: '/srv/secret/b' }] },
      }),
    ]).toEqual([
      'write-secret',
      'pass',
      // The block is about neither of these two.
      'unsure delete-secret read-secret write-secret',
      'unsure delete-secret read-secret write-secret',
      'force-push',
      'pass',
      'read-secret',
    ]);
  });

  test('of the harness has a kind, and connects to what it always connects to', () => {
    const program = programWith(
      'tool "Deploy" kind fetch',
      '  connects to "deploy.example.com"',
      'tool "Ask"',
      '  spawns',
      'tool "Root"',
      '  elevates',
      'tool "Add"',
      '  installs input.package',
      'tool "Fetch2"',
      '  connects to input.url',
    );
    const native = (name: string, input: Record<string, string> = {}): Call => ({
      kind: 'tool',
      name,
      toolKind: undefined,
      input,
    });
    expect([
      verdict(program, native('Deploy')),
      verdict(program, native('Ask')),
      verdict(program, native('Root')),
      verdict(program, native('Add', { package: 'left-pad' })),
      verdict(program, native('Fetch2', { url: 'https://deploy.example.com/x' })),
      verdict(program, native('Fetch2', { url: 'https://example.org/x' })),
      verdict(program, native('Other')),
    ]).toEqual(['deploy-host', 'spawn', 'elevate', 'install', 'deploy-host', 'pass', 'pass']);
  });
});

test('blocks of one file hold for the rules of all others', () => {
  const sources = [
    { path: 'a.policy', text: 'policy com.example.a\nwrapper "acmebox run"\n' },
    { path: 'b.policy', text: 'policy com.example.b\ndeny x\n  when runs "git push"\n' },
  ];
  const { bundle } = checkSources(sources);
  if (bundle === undefined) throw new Error('a policy without errors is a bundle');
  expect(verdict(compile(bundle), 'acmebox run git push')).toBe('com.example.b.x');
});
