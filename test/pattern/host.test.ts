import { describe, expect, test } from 'vitest';
import { compileHost, compileHostClass, readHost } from '../../src/pattern/host.ts';
import { joinPieces, textShape } from '../../src/pattern/text/shape.ts';
import { truthName } from '../../src/pattern/text/truth.ts';

const hostsOf = (text: string): readonly string[] => {
  const host = readHost(textShape(text));
  return host === undefined ? [] : [host.value, ...host.others].flatMap((each) => each?.name ?? []);
};

describe('the host of an address, as browsers read it', () => {
  test.each([
    ['https://Example.COM:8080/x', ['example.com']],
    ['http:example.com/x', ['example.com', 'http']],
    ['http:/example.com/x', ['example.com']],
    ['http:\\\\example.com\\x', ['example.com', 'example.comx']],
    ['ht\ntp://exam\tple.com/', ['example.com']],
    ['  http://example.com  ', ['example.com']],
    ['\\\\example.com\\x', ['example.com', 'example.comx']],
    ['git@example.com:a/b', ['example.com']],
    ['http://good.example@evil.example/', ['evil.example']],
  ])('%j', (text, expected) => {
    expect(hostsOf(text)).toEqual(expected);
  });

  test('where programs differ, all hosts that one of them would take are kept', () => {
    expect(hostsOf('http://good.example%2f@evil.example/')).toEqual(
      expect.arrayContaining(['evil.example', 'good.example']),
    );
    const { pattern } = compileHost('good.example');
    const host = readHost(textShape('http://good.example%2f@evil.example/'));
    if (pattern === undefined || host === undefined) throw new Error('nothing is read');
    expect(truthName(pattern.test(host))).toBe('yes');
    expect(truthName(pattern.test(host, true))).toBe('no');
  });
});

describe('classes of hosts', () => {
  const classOf = (text: string): string =>
    ['loopback', 'private', 'link-local', 'metadata', 'public']
      .filter((word) => {
        const host = readHost(textShape(`http://${text}/`));
        return host !== undefined && truthName(compileHostClass(word).test(host)) === 'yes';
      })
      .join(' ');

  test.each([
    ['169.254.169.254', 'link-local metadata'],
    ['169.254.170.23', 'link-local metadata'],
    ['192.0.0.192', 'link-local metadata'],
    ['[fd00:ec2::23]', 'link-local metadata'],
    ['[fd00:ec2::254]', 'link-local metadata'],
    ['metadata.tencentyun.com', 'link-local metadata'],
    ['metadata.azure.internal', 'link-local metadata'],
    ['[::ffff:169.254.169.254]', 'link-local metadata'],
    ['[::ffff:0:169.254.169.254]', 'link-local metadata'],
    ['[::169.254.169.254]', 'link-local metadata'],
    ['[64:ff9b::a9fe:a9fe]', 'link-local metadata'],
    ['[64:ff9b:1::a9fe:a9fe]', 'link-local metadata'],
    ['[2002:a9fe:a9fe::1]', 'link-local metadata'],
    ['[64:ff9b::a00:1]', 'private'],
    ['[2002:7f00:1::]', 'loopback'],
    ['[64:ff9b::808:808]', 'public'],
    ['169.254.169.254.nip.io', 'link-local metadata'],
    ['a9fea9fe.nip.io', 'link-local metadata'],
    ['www.10-0-0-1.sslip.io', 'private'],
    ['example.nip.io', 'public'],
    ['[::1]', 'loopback'],
    ['[::]', 'loopback'],
    ['[2606:4700::1111]', 'public'],
    ['8.8.8.8', 'public'],
  ])('%s', (text, expected) => {
    expect(classOf(text)).toBe(expected);
  });
});

describe('a host of which only the ending is known', () => {
  const below = readHost(
    joinPieces(
      [
        { kind: 'text', text: 'https://' },
        { kind: 'name', isLabels: true },
        { kind: 'text', text: '.eu.example.com' },
      ],
      '',
    ),
  );
  const askedFor = (text: string): string => {
    const pattern =
      text === 'public' || text === 'private' ? compileHostClass(text) : compileHost(text).pattern;
    if (pattern === undefined || below === undefined) throw new Error('nothing is read');
    return truthName(pattern.test(below));
  };

  test.each([
    ['*', 'yes'],
    ['*.example.com', 'yes'],
    ['*.eu.example.com', 'yes'],
    ['*.a.eu.example.com', 'unknown'],
    ['a.eu.example.com', 'unknown'],
    ['eu.example.com', 'no'],
    ['example.com', 'no'],
    ['*.example.org', 'no'],
    ['10.0.0.0/8', 'no'],
    ['public', 'yes'],
    ['private', 'no'],
  ])('%s: %s', (text, expected) => {
    expect(askedFor(text)).toBe(expected);
  });

  test('its class is open where names below it have several', () => {
    const local = readHost(
      joinPieces(
        [
          { kind: 'text', text: 'https://' },
          { kind: 'name', isLabels: true },
          { kind: 'text', text: '.nip.io' },
        ],
        '',
      ),
    );
    if (local === undefined) throw new Error('nothing is read');
    expect(truthName(compileHostClass('private').test(local))).toBe('unknown');
  });
});
