import { expect, test } from 'vitest';
import { remotePages } from '../../src/cli/log/remote-log.ts';
import type { RemoteServer } from '../../src/cli/options/remote-server.ts';

/** A server that gives the same page again and again. */
const serverOf = (status: number, text: string, headers: Readonly<Record<string, string>>) =>
  ({ origin: 'http://h', ask: async () => ({ status, text, headers }) }) as unknown as RemoteServer;

async function firstPages(server: RemoteServer): Promise<number> {
  let pages = 0;
  for await (const { hasMore } of remotePages(server, {}, new AbortController().signal)) {
    pages++;
    if (!hasMore || pages === 3) break;
  }
  return pages;
}

test('pages follow each other', async () => {
  expect(await firstPages(serverOf(200, '{}\n', { 'bylaw-next': 'a', 'bylaw-more': 'true' }))).toBe(3);
});

test('a server that has more without end, and gives nothing, is an error', async () => {
  const server = serverOf(200, '', { 'bylaw-next': 'a', 'bylaw-more': 'true' });
  await expect(firstPages(server)).rejects.toThrow('says that there are more records, and gives none');
});

test('lines that are no records are an error', async () => {
  const server = serverOf(200, 'not json\n', { 'bylaw-next': 'a' });
  await expect(firstPages(server)).rejects.toThrow('no records of a log');
});

test('what a server says of an error cannot steer a terminal', async () => {
  const server = serverOf(500, '\u001b[2J\u202eboom', {});
  await expect(firstPages(server)).rejects.toThrow('\\u{1b}[2J\\u{202e}boom');
});
