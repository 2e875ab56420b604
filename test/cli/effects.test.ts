/** What `bylaw eval --facts` says of what a call does. */
import { describe, expect, test } from 'vitest';
import { bylaw, denyShell, withFolder } from './command.ts';

const policies = { 'policies/dev.policy': denyShell };
const event = (tool: object): string => JSON.stringify({ tool, session: { id: 's', cwd: '/w/p' } });
const evaluate = async (stdin: string, ...args: string[]) => {
  let result: Awaited<ReturnType<typeof bylaw>> | undefined;
  await withFolder(policies, async (cwd) => {
    result = await bylaw(['eval', ...args, '-'], { cwd, stdin });
  });
  return result ?? { code: -1, stdout: '', stderr: '' };
};

describe('bylaw eval --facts', () => {
  test('says what a call does, how sure that is, and where in the input', async () => {
    const edits = [{ path: '../x', new_string: 'y' }];
    const { stdout } = await evaluate(event({ name: 'edit_files', input: { edits } }), '--facts');
    expect(stdout).toContain('  what the call does\n');
    expect(stdout).toContain('    writes /w/x (certain)  in input.edits.0.path "../x"\n');
  });

  test('says which files a command executes, and by what', async () => {
    const tool = { name: 'Bash', input: { command: 'cd sub && bash a.sh; ./b.sh' } };
    const { stdout } = await evaluate(event(tool), '--facts');
    expect(stdout).toContain('    executes /w/p/sub/a.sh (certain), by bash  in input.command "bash a.sh"\n');
    expect(stdout).toContain('    executes /w/p/sub/b.sh (certain), by b.sh  in input.command "./b.sh"\n');
  });

  test('says where a call does nothing that it knows of', async () => {
    const { stdout } = await evaluate(event({ name: 'TodoWrite', input: { todos: [] } }), '--facts');
    expect(stdout).toContain('  what the call does\n    none\n');
  });

  test('says what is not known, and why', async () => {
    const input = { input: '*** Begin Patch\nnonsense' };
    const { stdout } = await evaluate(event({ name: 'apply_patch', input }), '--facts');
    expect(stdout).toContain('unknown (code): the patch cannot be read  in input.input');
  });

  test('gives programs the same', async () => {
    const tool = { name: 'WebFetch', input: { url: 'https://docs.example.com/a', prompt: 'x' } };
    const { stdout } = await evaluate(event(tool), '--facts', '--json');
    expect(JSON.parse(stdout).effects).toEqual([
      {
        does: 'connects to',
        what: 'docs.example.com',
        certain: true,
        field: 'input.url',
        source: 'https://docs.example.com/a',
      },
    ]);
  });

  test('shows no secret, no control character and no more than a screen of each effect', async () => {
    const token = `ghp_${'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8xC0vB2nM4'}`;
    const input = { file_path: `/w/${token}/\u001b[2J${'x'.repeat(5000)}` };
    const { stdout } = await evaluate(event({ name: 'Read', input }), '--facts');
    const line = stdout.split('\n').find((each) => each.includes('reads ')) ?? '';
    expect(line).toContain('[redacted]');
    expect(line).not.toContain(token);
    expect(line).not.toContain('\u001b');
    expect(line.length).toBeLessThan(600);
  });

  test('counts what it does not show', async () => {
    const paths = Array.from({ length: 500 }, (_, index) => `f${index}`);
    const { stdout } = await evaluate(event({ name: 'read_files', input: { paths } }), '--facts');
    expect(stdout).toContain('    … and 300 more\n');
  });
});

describe('tools that are not in the tables', () => {
  test('are named once, at the end, on standard error', async () => {
    const frob = event({ name: 'frob', kind: 'file_write', input: { path: 'a' } });
    const other = event({ name: 'other\u001b[2J', kind: 'fetch', input: {} });
    const { stdout, stderr } = await evaluate(`${frob}\n${frob}\n${other}`, '--json');
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(stderr).toContain('2 tools of a known kind are not in the table, or not with these fields: ');
    expect(stderr.match(/frob/g)).toHaveLength(1);
    expect(stderr).not.toContain('\u001b');
  });

  test('are not mentioned where there are none', async () => {
    const { stderr } = await evaluate(event({ name: 'Read', input: { file_path: 'a' } }), '--json');
    expect(stderr).toBe('');
  });
});
