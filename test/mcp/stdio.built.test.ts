import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { withFolder } from '../cli/command.ts';
import { command, filesystemServer, notesServer, policy, script, startProxy } from './proxy.ts';

const policies = { 'policies/dev.policy': policy };

/** A real client that has started a server, until the callback is done. */
async function connected(
  cwd: string,
  args: readonly string[],
  use: (client: Client) => Promise<void>,
): Promise<string> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
    cwd,
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (text) => {
    stderr += text;
  });
  const client = new Client({ name: 'test-client', version: '1' }, { capabilities: { roots: {} } });
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: `file://${cwd}` }] }));
  await client.connect(transport);
  try {
    await use(client);
  } finally {
    await client.close();
  }
  return stderr;
}

const echo = script('process.stdin.pipe(process.stdout)');
const request = (id: number, method = 'ping'): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}"}\n`;

describe('a real client and a real server', () => {
  test('of files, with a call that passes and one that is denied', async () => {
    await withFolder({ ...policies, 'a.txt': 'hello' }, async (cwd) => {
      const server = [filesystemServer, cwd];
      let direct: unknown;
      await connected(cwd, server, async (client) => {
        direct = { tools: await client.listTools(), server: client.getServerVersion() };
      });
      await connected(cwd, [command, 'mcp', '--', process.execPath, ...server], async (client) => {
        const seen = { tools: await client.listTools(), server: client.getServerVersion() };
        expect(seen).toEqual(direct);
        const path = join(cwd, 'a.txt');
        const read = await client.callTool({ name: 'read_text_file', arguments: { path } });
        expect(read.content).toEqual([{ type: 'text', text: 'hello' }]);
        const written = await client.callTool({
          name: 'write_file',
          arguments: { path: join(cwd, 'b.txt'), content: 'x' },
        });
        expect(written).toEqual({
          content: [{ type: 'text', text: 'No writing: write_file. [com.example.dev.writing]' }],
          isError: true,
        });
        expect(existsSync(join(cwd, 'b.txt'))).toBe(false);
        const failed = await client.callTool({
          name: 'read_text_file',
          arguments: { path: join(cwd, 'none') },
        });
        expect(failed.isError).toBe(true);
      });
    });
  });

  test('of notes, with a resource that passes and one that is denied', async () => {
    await withFolder(policies, async (cwd) => {
      await connected(cwd, [command, 'mcp', '--', process.execPath, notesServer], async (client) => {
        const read = await client.readResource({ uri: 'note://today' });
        expect(read.contents).toEqual([{ uri: 'note://today', text: 'the note note://today' }]);
        await expect(client.readResource({ uri: 'note://secret' })).rejects.toMatchObject({
          code: -32003,
          message: expect.stringContaining('[com.example.dev.secrets]'),
        });
        const added = await client.callTool({ name: 'add_note' });
        expect(added.isError).toBe(true);
        const failed = await client.callTool({ name: 'fail' });
        expect(failed.content).toEqual([{ type: 'text', text: 'no notes today' }]);
      });
    });
  });

  test('are distinguished by the name that a person gives, else by the one the server gives', async () => {
    const byServer =
      'policy com.example.dev\ndeny notes\n  when mcp "notes" tool "fail"\n  test\n    denies mcp "notes" "fail"\n';
    await withFolder({ 'policies/dev.policy': byServer }, async (cwd) => {
      const texts: unknown[] = [];
      for (const name of [[], ['--name', 'other']]) {
        await connected(
          cwd,
          [command, 'mcp', ...name, '--', process.execPath, notesServer],
          async (client) => {
            texts.push((await client.callTool({ name: 'fail' })).content);
          },
        );
      }
      expect(texts).toEqual([
        [{ type: 'text', text: expect.stringContaining('[com.example.dev.notes]') }],
        [{ type: 'text', text: 'no notes today' }],
      ]);
    });
  });
});

describe('what passes, octet for octet', () => {
  const odd = [
    '{"jsonrpc":"2.0","id":1,"method":"ping"}\r\n',
    '\uFEFF {  "id" : 1.0e0 ,"method":"tools\\/list" , "params":{"ü":"\\u00fc\\ud800","__proto__":{}}}  \n',
    '\n \t\r\n',
    '[ {"id":1,"method":"ping"} ,\t{"id":"x","method":"tools/call","params":{"arguments":{"b":1e999},"name":"read"}} ]\n',
    `{"jsonrpc":"2.0","method":"big","params":{"text":"${'\u2028 ü'.repeat(500_000)}"}}\n`,
    '{"id":12345678901234567890,"result":{}}\n',
    '{"jsonrpc":"2.0","method":"no newline"}',
  ].join('');

  test('from the client to the server and back', async () => {
    await withFolder(policies, async (cwd) => {
      const proxy = startProxy(cwd, echo);
      proxy.child.stdin.end(odd);
      const { stdout } = await proxy.ended();
      // The last requests come back as they went, and are no answers: those are added.
      expect(stdout.subarray(0, Buffer.byteLength(odd)).equals(Buffer.from(odd))).toBe(true);
    });
  });

  test('from the server, whatever it writes', async () => {
    const octets = Buffer.concat([
      Buffer.from('Listening…\r\n\n{"a":1,"a":2}\n'),
      Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a]),
      Buffer.alloc(17 * 1024 * 1024, 'x'),
      Buffer.from('\n[[[{"id":1'),
    ]);
    await withFolder({ ...policies, odd: octets }, async (cwd) => {
      const proxy = startProxy(cwd, script("require('fs').createReadStream('odd').pipe(process.stdout)"));
      const { code, stdout } = await proxy.ended();
      expect(stdout.equals(octets)).toBe(true);
      expect(code).toBe(1);
    });
  });

  test('and the environment, the folder and the standard error of the server', async () => {
    await withFolder(policies, async (cwd) => {
      const text = 'console.error(process.env.SECRET_OF_TEST, process.cwd()); process.stdin.resume()';
      const proxy = startProxy(cwd, script(text), { SECRET_OF_TEST: 'blue' });
      proxy.child.stdin.end();
      expect(await proxy.ended()).toEqual({ code: 0, stdout: Buffer.alloc(0), stderr: `blue ${cwd}\n` });
    });
  });
});

// `stdio.test.ts` has the other ways to end.
describe('a side that ends', () => {
  test('the server: what it owes is answered with errors, and the proxy ends with 1', async () => {
    await withFolder(policies, async (cwd) => {
      const text = `process.stdin.once('data', () => { process.stdout.write('{"id":1,"result":{}}\\n{"cut', () => process.exit(3)) })`;
      const proxy = startProxy(cwd, script(text));
      proxy.child.stdin.write(
        `${request(1)}${request(2)}{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"x"}}\n`,
      );
      const { code, stdout, stderr } = await proxy.ended();
      expect(stdout.toString().split('\n')).toEqual([
        '{"id":1,"result":{}}',
        '{"cut',
        '{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"The MCP server ended with exit code 3."}}',
        '{"jsonrpc":"2.0","id":"a","error":{"code":-32000,"message":"The MCP server ended with exit code 3."}}',
        '',
      ]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: 'bylaw: the MCP server ended with exit code 3\n' });
    });
  });

  test('the client, while the server writes: the server does not stay behind', async () => {
    await withFolder(policies, async (cwd) => {
      const text = `setInterval(() => process.stdout.write('{"method":"tick"}\\n'), 1); process.stdout.on('error', () => {})`;
      const proxy = startProxy(cwd, script(text));
      await proxy.lines(1);
      proxy.child.stdout.destroy();
      // The server has the proxy's standard error, so this waits for both.
      expect((await proxy.ended()).code).toBe(0);
    });
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'the proxy, by %s, which the server gets too',
    async (signal) => {
      await withFolder(policies, async (cwd) => {
        const text = `process.on('${signal}', () => { console.error('got ${signal}'); process.exit(7) }); console.log('{}'); process.stdin.resume()`;
        const proxy = startProxy(cwd, script(text));
        await proxy.lines(1);
        proxy.child.kill(signal);
        const { code, stderr } = await proxy.ended();
        expect({ code, stderr }).toEqual({ code: 0, stderr: `got ${signal}\n` });
      });
    },
  );
});
