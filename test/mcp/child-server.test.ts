/** What a server does that does not want to end, and a client that does not read; in this process, with little patience. */
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { startChildServer } from '../../src/mcp/child-server.ts';
import { openClientOutput } from '../../src/mcp/client-output.ts';
import { Gate } from '../../src/mcp/gate.ts';
import { relay } from '../../src/mcp/relay.ts';

/** Runs a server of one line of JavaScript; `input` is the client's. */
async function relaying(text: string, stop = new AbortController()) {
  const input = new PassThrough();
  const stdout = new PassThrough();
  const notices: string[] = [];
  const gate = new Gate({
    engine: {
      decide: () => {
        throw new Error('no policy here');
      },
      observe: () => {},
    },
    name: 'x',
    usualName: 'x',
    connection: {},
    cwd: '/',
    run: 'run',
    now: () => '2026-11-21T10:00:00Z',
  });
  const shared = {
    gate,
    output: openClientOutput(stdout, () => {}),
    notify: async (sentence: string) => void notices.push(sentence),
    grace: 50,
  };
  const command = { command: process.execPath, args: ['-e', text], cwd: process.cwd() };
  const upstream = await startChildServer(command, shared);
  const done = relay(upstream, { ...shared, input, stop: stop.signal });
  const firstLine = new Promise<string>((resolve) => {
    stdout.once('data', (chunk) => resolve(String(chunk)));
  });
  return { input, notices, done, firstLine, ended: upstream.ended };
}

describe('a server that does not want to end', () => {
  const stubborn =
    "for (const s of ['SIGTERM', 'SIGINT']) process.on(s, () => {}); setInterval(() => {}, 1000); console.log('{}')";

  test('when its input does is ended by signals', async () => {
    const { input, firstLine, done, ended } = await relaying(stubborn);
    await firstLine;
    input.end();
    expect(await done).toBe(true);
    expect(await ended).toBe('the MCP server was ended by SIGKILL');
  });

  test('when the proxy is asked to is ended by harder signals', async () => {
    const stop = new AbortController();
    const { firstLine, done, ended } = await relaying(stubborn, stop);
    await firstLine;
    stop.abort('SIGINT');
    expect(await done).toBe(true);
    expect(await ended).toBe('the MCP server was ended by SIGKILL');
  });

  test('but says nothing any more is ended, and its requests are answered', async () => {
    const text = "process.stdin.once('data', () => require('fs').closeSync(1)); setInterval(() => {}, 1000)";
    const { input, firstLine, notices, done } = await relaying(text);
    input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    expect(await done).toBe(false);
    expect(notices).toEqual(['the MCP server was ended by SIGTERM']);
    expect(JSON.parse(await firstLine)).toMatchObject({ id: 1, error: { code: -32000 } });
  });

  test('but has left its output to a process of its own is over all the same', async () => {
    const text = `
      const { spawn } = require('child_process');
      const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'inherit', 'ignore'] });
      console.log(child.pid);
      process.stdin.once('data', () => process.exit(4));`;
    const { input, firstLine, notices, done } = await relaying(text);
    const pid = Number(await firstLine);
    input.write('{"jsonrpc":"2.0","method":"x"}\n');
    expect(await done).toBe(false);
    expect(notices).toEqual(['the MCP server ended with exit code 4']);
    try {
      process.kill(pid);
    } catch {
      // It has read the end of its input already.
    }
  });
});

test('a program that is not there is an error before anything is relayed', async () => {
  const output = openClientOutput(new PassThrough(), () => {});
  const gate = { fromServer: () => {} } as unknown as Gate;
  const options = { gate, output, notify: async () => {}, grace: 50 };
  const command = { command: 'no-such-program-of-bylaw', args: [], cwd: process.cwd() };
  await expect(startChildServer(command, options)).rejects.toMatchObject({ code: 'ENOENT' });
});

describe('a client that reads slowly', () => {
  /** A stream that takes one write at a time, when it is told to. */
  function slowStream() {
    const taken: string[] = [];
    let release = (): void => {};
    const stream = new Writable({
      highWaterMark: 1,
      write(chunk, _encoding, done) {
        taken.push(String(chunk));
        release = done;
      },
    });
    return { stream, taken, release: () => release() };
  }

  const settled = () => new Promise((resolve) => setImmediate(resolve));

  test('is not written to before it has read', async () => {
    const { stream, taken, release } = slowStream();
    const output = openClientOutput(stream, () => {});
    const passed = [output.pass(Buffer.from('a\n')), output.pass(Buffer.from('b\n')), output.answer('c')];
    await settled();
    expect([taken, stream.writableLength]).toEqual([['a\n'], 2]);
    for (const _ of passed) {
      release();
      await settled();
    }
    await Promise.all(passed);
    expect(taken).toEqual(['a\n', 'b\n', 'c\n']);
  });

  test('gets no answer in the midst of a long line', async () => {
    const stream = new PassThrough();
    const output = openClientOutput(stream, () => {});
    const long = await output.longLine();
    await long.write(Buffer.from('begin'));
    const answered = output.answer('answer');
    await long.write(Buffer.from('-end\n'));
    long.end();
    await answered;
    expect(String(stream.read())).toBe('begin-end\nanswer\n');
  });

  test('gets an answer on a line of its own after a line that was cut', async () => {
    const stream = new PassThrough();
    const output = openClientOutput(stream, () => {});
    await output.pass(Buffer.from('cut'));
    await output.answer('answer');
    expect(String(stream.read())).toBe('cut\nanswer\n');
  });

  test('is waited for by everybody who writes at once', async () => {
    const { stream, taken, release } = slowStream();
    const output = openClientOutput(stream, () => {});
    const all = [output.flush(), output.answer('a'), output.flush(), output.answer('b')];
    for (const _ of all) {
      await settled();
      release();
    }
    await Promise.all(all);
    expect(taken.join('')).toBe('a\nb\n');
  });

  test('and then goes away keeps no one waiting', async () => {
    const { stream } = slowStream();
    const gone: string[] = [];
    const output = openClientOutput(stream, () => gone.push('gone'));
    const passed = [output.pass(Buffer.from('a\n')), output.answer('b')];
    await settled();
    stream.destroy(Object.assign(new Error('broken'), { code: 'EPIPE' }));
    await Promise.all(passed);
    expect([gone, output.gone]).toEqual([['gone'], true]);
  });
});
