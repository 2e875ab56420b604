/** What the proxy says and passes on where either side ends or is denied; `stdio.built.test.ts` has the process itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFolder } from '../cli/command.ts';
import { policy, script } from './proxy.ts';
import { startProxyHere } from './proxy-here.ts';

const policies = { 'policies/dev.policy': policy };

const request = (id: number, method = 'ping'): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}"}\n`;
const write = (id: number): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"write_file","arguments":{}}}\n`;

test('and nothing of a call that is denied, or of a line over the limit', async () => {
  await withFolder(policies, async (cwd) => {
    const proxy = startProxyHere(cwd, script("process.stdin.pipe(require('fs').createWriteStream('seen'))"));
    proxy.stdin.write(`{"method":"x","id":1,"params":"${'x'.repeat(16 * 1024 * 1024)}"}\n`);
    proxy.stdin.end(`${write(2)}nonsense\n{"method":"last"}\n`);
    const { code, stdout } = await proxy.ended();
    expect(readFileSync(join(cwd, 'seen'), 'utf8')).toBe('{"method":"last"}\n');
    const answers = stdout.toString().trimEnd().split('\n');
    expect(answers.map((each) => JSON.parse(each))).toMatchObject([
      { id: null, error: { code: -32600, message: expect.stringContaining('larger than 16 MiB') } },
      { id: 2, result: { isError: true } },
      { id: null, error: { code: -32700 } },
    ]);
    expect(code).toBe(0);
  });
});

test('the server, before it has said what it is called: what waits for that is answered, too', async () => {
  await withFolder(policies, async (cwd) => {
    const proxy = startProxyHere(cwd, script("process.stdin.once('data', () => process.exit(5))"));
    proxy.stdin.write(`${request(1, 'initialize')}${request(2)}${write(3)}`);
    const { code, stdout } = await proxy.ended();
    const answers = stdout
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toHaveLength(3);
    expect(answers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 1, error: expect.objectContaining({ code: -32000 }) }),
        expect.objectContaining({ id: 2, error: expect.objectContaining({ code: -32000 }) }),
        expect.objectContaining({ id: 3, result: expect.objectContaining({ isError: true }) }),
      ]),
    );
    expect(code).toBe(1);
  });
});

test('the server, by a signal', async () => {
  await withFolder(policies, async (cwd) => {
    const proxy = startProxyHere(
      cwd,
      script("process.stdin.once('data', () => process.kill(process.pid, 'SIGKILL'))"),
    );
    proxy.stdin.write(request(1));
    const { code, stderr } = await proxy.ended();
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'bylaw: the MCP server was ended by SIGKILL\n' });
  });
});

test('the client: the server reads the end of its input, and what it still says is passed on', async () => {
  await withFolder(policies, async (cwd) => {
    const text = `process.stdin.resume().on('end', () => console.log('{"id":1,"result":"bye"}'))`;
    const proxy = startProxyHere(cwd, script(text));
    proxy.stdin.end(request(1));
    const { code, stdout, stderr } = await proxy.ended();
    expect({ code, stdout: stdout.toString(), stderr }).toEqual({
      code: 0,
      stdout: '{"id":1,"result":"bye"}\n',
      stderr: '',
    });
  });
});

test('the client, with a request that the server leaves without an answer', async () => {
  await withFolder(policies, async (cwd) => {
    const proxy = startProxyHere(cwd, script('process.stdin.resume()'));
    proxy.stdin.end(request(1));
    const { code, stdout, stderr } = await proxy.ended();
    expect(JSON.parse(stdout.toString())).toMatchObject({ id: 1, error: { code: -32000 } });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'bylaw: the MCP server ended without an answer\n',
    });
  });
});

test('the client, with a request that it has cancelled, which is fine', async () => {
  await withFolder(policies, async (cwd) => {
    const proxy = startProxyHere(cwd, script('process.stdin.resume()'));
    const cancelled = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}';
    proxy.stdin.end(`${request(1)}${cancelled}\n`);
    const { code, stdout, stderr } = await proxy.ended();
    expect({ code, stdout: stdout.toString(), stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

test('the proxy holds a call back until the server has said what it is called', async () => {
  const named =
    'policy com.example.dev\ndeny all-of-late\n  when mcp server is "late"\n  test\n    denies mcp "late" "x"\n';
  await withFolder({ 'policies/dev.policy': named }, async (cwd) => {
    const answer = '{"id":1,"result":{"serverInfo":{"name":"late","version":"1"}}}';
    const text = `process.stdin.once('data', () => console.log('${answer}')).on('end', () => process.exit())`;
    const proxy = startProxyHere(cwd, script(text));
    proxy.stdin.end(`${request(1, 'initialize')}${write(2)}`);
    const { stdout } = await proxy.ended();
    const denied = stdout
      .toString()
      .split('\n')
      .find((line) => line.includes('"id":2'));
    expect(denied).toContain('[com.example.dev.all-of-late]');
  });
});
