// Addresses by their spelling, and where an image or a package is.
import { describe, expect, test } from 'vitest';
import { addressesIn } from '../../src/pattern/address.ts';
import { readHost } from '../../src/pattern/host.ts';
import { readImage } from '../../src/pattern/image.ts';
import { readPackage } from '../../src/pattern/package.ts';
import { showShape, textShape } from '../../src/pattern/text/shape.ts';

const hostsIn = (word: string): readonly (string | undefined)[] =>
  addressesIn(textShape(word)).map((address) => readHost(address)?.value?.name);

describe('the addresses in a word', () => {
  test.each([
    ['https://a.example/x', ['a.example']],
    ['--url=https://a.example', ['a.example']],
    ['git::ssh://git@a.example/x', ['a.example']],
    ['https://a.example,https://b.example|direct', ['a.example', 'b.example']],
    ['url.https://a.example/.insteadOf', ['a.example']],
    ['user@a.example:x', ['a.example']],
    ['a.example:/x', ['a.example']],
    ['a.example:8443', ['a.example']],
    ['key=a.example:8443', ['a.example']],
    ['localhost:80', ['localhost']],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.1:80', ['10.0.0.1']],
    ['[::1]:80', ['::1']],
  ])('%s', (word, hosts) => {
    expect(hostsIn(word)).toEqual(hosts);
  });

  test.each([
    'see https://a.example',
    'file:///etc/passwd',
    'src/a.ts',
    'a.b:c',
    'C:/x',
    'org.example:artifact:1.0',
    'redis:7',
    '8080:80',
    'a.py::test_b',
    '10.0.0.0/8',
    '255.255.255.0',
    '1.2.3',
    '',
  ])('`%s` has none', (word) => {
    expect(hostsIn(word)).toEqual([]);
  });

  test('of a word with very many, those that are not looked at are not known', () => {
    const word = Array.from({ length: 40 }, (_, at) => `https://h${at}.example`).join(',');
    expect(addressesIn(textShape(word)).map(showShape).at(-1)).toBe('…');
    expect(addressesIn(textShape(`https://${'a'.repeat(10_000)}`)).map(showShape)).toEqual(['…']);
  });
});

test.each([
  ['alpine', 'default'],
  ['team/app:2', 'default'],
  ['docker://alpine', 'default by docker'],
  ['library://team/app', 'default by library'],
  ['ghcr.io/team/app', 'ghcr.io'],
  ['localhost/app', 'localhost'],
  ['host:5000/app', 'host:5000'],
  ['docker://ghcr.io/app', 'ghcr.io'],
  ['https://charts.example/web.tgz', 'charts.example'],
  ['type=registry,ref=ghcr.io/app:cache', 'ghcr.io'],
  ['type=gha', 'here'],
  ['web=quay.io/app', 'quay.io'],
  ['scratch', 'here'],
  ['./chart', 'here'],
  ['app.sif', 'here'],
  ['docker-archive:a.tar', 'here'],
])('the image %s is in the registry: %s', (reference, expected) => {
  const place = readImage(reference);
  const shown = place.kind === 'host' ? place.host : place.kind;
  const by = place.kind === 'default' && place.transport !== undefined ? ` by ${place.transport}` : '';
  expect(`${shown}${by}`).toBe(expected);
});

test.each([
  ['npm', 'left-pad', undefined],
  ['npm', 'github:a/b', 'https://github.com/a/b'],
  ['npm', 'gitlab:a/b', 'https://gitlab.com/a/b'],
  ['npm', 'a/b#main', 'https://github.com/a/b#main'],
  ['npm', 'x@git+ssh://git@a.example/x.git', 'git+ssh://git@a.example/x.git'],
  ['npm', 'x@npm:y', undefined],
  ['pip', 'x @ git+https://a.example/x', 'git+https://a.example/x'],
  ['go', 'a.example/x@latest', 'https://a.example/x'],
  ['go', './cmd/x', undefined],
  ['winget', 'Git.Git', undefined],
])('the package of %s, %s, is at %s', (manager, spec, place) => {
  expect(readPackage(manager, spec).place).toBe(place);
});
