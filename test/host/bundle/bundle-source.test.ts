/** Where bundles come from: what is older, late, endless or somewhere else is refused, and what was in force stays known. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { addBundle } from '../../../src/host/bundle/bundle-folder.ts';
import { BundleSource } from '../../../src/host/bundle/bundle-source.ts';
import { readAddress } from '../../../src/host/bundle/fetch-bundle.ts';
import { openBundle } from '../../../src/host/bundle/open-bundle.ts';
import { loadFresh } from '../../../src/host/load/load-fresh.ts';
import { withFolder } from '../../cli/command.ts';
import { bundleOf, contentOf, enveloped, keys } from './made-bundle.ts';

const release = keys();
const trust = { keys: release.open, version: '0.1.0' };
const octetsOf = (sequence: number, program?: string) => bundleOf(contentOf(sequence, program), release);

const sourceOf = (from: string, state: string, acceptsOlder = false, patience = 2000) =>
  new BundleSource({ from, trust, state, acceptsOlder, patience });

test('what was in force is the least that comes into force, also after a new start', () =>
  withFolder({ 'a.bundle': octetsOf(5) }, async (folder) => {
    const file = join(folder, 'a.bundle');
    const source = sourceOf(file, folder);
    source.keep(await source.look());
    writeFileSync(file, octetsOf(4));
    await expect(source.look()).rejects.toThrow('its sequence is 4, and one with 5 was in force');
    await expect(sourceOf(file, folder).look()).rejects.toThrow('its sequence is 4');
    writeFileSync(file, octetsOf(5, 'other'));
    await expect(source.look()).rejects.toThrow('another bundle with the sequence 5');
    rmSync(file);
    await expect(sourceOf(file, folder).look()).rejects.toThrow('it is not there');
    expect(sourceOf(file, folder).kept().content.sequence).toBe(5);
    writeFileSync(file, octetsOf(4));
    const told = sourceOf(file, folder, true);
    told.keep(await told.look());
    expect(sourceOf(file, folder).kept().content.sequence).toBe(4);
  }));

test('a place whose octets are made to be large as values is refused unparsed, and what is kept goes on', () => {
  return withFolder({ 'a.bundle': octetsOf(5) }, async (folder) => {
    const file = join(folder, 'a.bundle');
    const source = sourceOf(file, folder);
    source.keep(await source.look());
    writeFileSync(file, enveloped('{},'.repeat(1_000_000)));
    const parse = vi.spyOn(JSON, 'parse');
    try {
      await expect(source.look()).rejects.toThrow('more after its content than 32 signatures take');
      await expect(sourceOf(file, folder).look()).rejects.toThrow('more after its content');
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
    expect(sourceOf(file, folder).kept().content.sequence).toBe(5);
  });
});

test('of a folder the highest sequence counts, and a damaged one is no reason for the one before', () =>
  withFolder({}, async (folder) => {
    const published = join(folder, 'published');
    mkdirSync(published);
    const source = sourceOf(published, folder);
    await expect(source.look()).rejects.toThrow('there is no bundle in the folder');
    for (const sequence of [9, 10]) addBundle(published, openBundle(octetsOf(sequence), trust));
    expect((await source.look()).content.sequence).toBe(10);
    writeFileSync(join(published, '11-0123456789abcdef.bundle'), '{');
    await expect(source.look()).rejects.toThrow('it is no bundle');
    writeFileSync(join(published, '11-0123456789abcdef.bundle'), octetsOf(9));
    await expect(source.look()).rejects.toThrow('somebody has renamed it');
  }));

test('what is unpacked is a file of layers, and is made anew where anybody has changed it', () =>
  withFolder({ 'a.bundle': octetsOf(1) }, async (folder) => {
    const source = sourceOf(join(folder, 'a.bundle'), folder);
    const bundle = await source.look();
    const file = source.unpack(bundle);
    expect(loadFresh([file], folder).problems).toEqual([]);
    const policy = join(file, '..', 'company', 'a.policy');
    writeFileSync(policy, 'policy com.acme.security\n');
    writeFileSync(join(file, '..', 'company', 'more.policy'), 'policy com.acme.more\n');
    expect(source.unpack(bundle)).toBe(file);
    const { loaded } = loadFresh([file], folder);
    expect(loaded.sources.map(({ path, text }) => ({ path: path.split('/').at(-1), text }))).toEqual(
      contentOf(1).layers[0]!.files,
    );
  }));

test('of many bundles the last ones are kept, with what is unpacked of them', () =>
  withFolder({}, async (folder) => {
    const file = join(folder, 'a.bundle');
    const source = sourceOf(file, join(folder, 'state'));
    for (let sequence = 1; sequence <= 10; sequence++) {
      writeFileSync(file, octetsOf(sequence));
      const bundle = await source.look();
      source.unpack(bundle);
      source.keep(bundle);
    }
    const [place = ''] = readdirSync(join(folder, 'state', 'bundles'));
    const names = readdirSync(join(folder, 'state', 'bundles', place));
    expect(
      names
        .filter((name) => name.endsWith('.bundle'))
        .map(Number.parseFloat)
        .sort((a, b) => a - b),
    ).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(names).toHaveLength(16);
  }));

test('addresses are of https, or of this machine', () => {
  expect(readAddress('https://bundles.acme.example/a')).toBeInstanceOf(URL);
  expect(readAddress('http://127.0.0.1:1/a')).toBeInstanceOf(URL);
  for (const text of [
    'http://acme.example/',
    'ftp://acme.example',
    'http://localhost.acme.example/',
    'http://127.0.0.1.nip.example/',
  ])
    expect(readAddress(text)).toContain('bundles are fetched with');
  expect(readAddress('https://a:b@acme.example/')).toContain('no user and no password');
});

/** A server on this machine. */
async function serving(answer: RequestListener, use: (address: string) => Promise<void>): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const looks = (answer: RequestListener, patience = 2000): Promise<string> =>
  withFolder({}, async (folder) => {
    let said = '';
    await serving(answer, async (address) => {
      const source = sourceOf(address, folder, false, patience);
      said = await source.look().then(
        ({ content }) => `bundle ${content.sequence}`,
        (error: unknown) => String(error),
      );
    });
    return said;
  });

test('what an address answers with is a bundle, or refused', async () => {
  expect(await looks((_, response) => void response.end(octetsOf(3)))).toBe('bundle 3');
  expect(await looks((_, response) => void response.end('<html>'))).toContain('it is no bundle');
  expect(await looks((_, response) => void response.writeHead(404).end())).toContain('answers with 404');
  expect(await looks((_, response) => void response.writeHead(304).end())).toContain('answers with 304');
  expect(await looks((request) => void request.socket.destroy())).toContain('cannot be asked');
  expect(await looks(() => {}, 50)).toContain('has not answered within 0.05 s');
  expect(await looks((_, response) => void response.write('{'), 50)).toContain(
    'has not answered within 0.05 s',
  );
  const elsewhere = { location: 'http://127.0.0.1:9/' };
  expect(await looks((_, response) => void response.writeHead(302, elsewhere).end())).toContain(
    'not followed',
  );
  expect(await looks((_, response) => void response.writeHead(302, { location: '/a' }).end())).toContain(
    'on and on',
  );
});

test('an answer without an end is not read to its end', async () => {
  const part = Buffer.alloc(1024 * 1024, '{');
  const endless: RequestListener = (_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(part));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  expect(await looks(endless, 20_000)).toContain('it is larger than 64 MiB');
});

test('what an address says is unchanged is asked for once, and another ETag of the same is nothing new', async () => {
  let etag = '"1"';
  let sent = 0;
  const answer: RequestListener = (request, response) => {
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    sent++;
    response.writeHead(200, { etag }).end(octetsOf(2));
  };
  await withFolder({}, (folder) =>
    serving(answer, async (address) => {
      const source = sourceOf(address, folder);
      const first = await source.look();
      expect(await source.look()).toBe(first);
      expect(sent).toBe(1);
      etag = '"2"';
      expect(await source.look()).toBe(first);
      expect(sent).toBe(2);
    }),
  );
});
