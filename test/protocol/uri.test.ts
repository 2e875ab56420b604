import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isUri } from '../../src/protocol/uri.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_260_915 });

test.each([
  'https://harness.example/runtime/42',
  'urn:uuid:5b7de29e-a9e0-41a8-bf26-d94b05f0656d',
  'urn:test:harness',
  'urn:',
  'a:',
  'file:///home/me',
  'http://user:pass@host:8080/p;a=1/?q=/?#f/?',
  'http://host:/',
  'http://',
  "x-y+z.1://%41%7e/!$&'()*+,;=:@",
  'http://127.0.0.1/',
  'http://999.999.999.999/',
  'http://[::1]:80/',
  'http://[::]/',
  'http://[1:2:3:4:5:6:7:8]',
  'http://[1::8]',
  'http://[1:2:3:4:5:6:7::]',
  'http://[::ffff:192.0.2.1]/',
  'http://[1:2:3:4:5:6:1.2.3.4]/',
  'http://[v1.fe80:a]/',
])('%s is a URI', (text) => {
  expect(isUri(text)).toBe(true);
});

test.each([
  '',
  ':',
  'harness',
  '/path',
  '//host/path',
  '1a:b',
  'a_b:c',
  'é:b',
  'https://bad host/%zz',
  'http://host/ ',
  ' http://host/',
  'http://host/\n',
  'http://host/%zz',
  'http://host/%4',
  'http://host/%',
  'urn:a%2',
  'http://host/é',
  'http://host/<x>',
  'http://host/"x"',
  'http://host/a\\b',
  'http://host/{x}',
  'http://host/^',
  'http://host/`',
  'http://host/a|b',
  'http://host/a#b#c',
  'http://host/[x]',
  'http://a@b@c/',
  'http://host:80a/',
  'http://host:80:80/',
  'http://[::1/',
  'http://[]/',
  'http://[::1]x/',
  'http://::1/',
  'http://[:::1]/',
  'http://[1::2::3]/',
  'http://[1:2:3:4:5:6:7]/',
  'http://[1:2:3:4:5:6:7:8:9]/',
  'http://[1:2:3:4:5:6:7::8]/',
  'http://[12345::]/',
  'http://[::g]/',
  'http://[1.2.3.4::]/',
  'http://[::1.2.3]/',
  'http://[::1.2.3.256]/',
  'http://[::01.2.3.4]/',
  'http://[fe80::1%25eth0]/',
  'http://[v.x]/',
  'http://[vg.x]/',
  'http://[v1.]/',
])('%j is none', (text) => {
  expect(isUri(text)).toBe(false);
});

test('every web URL that a URL parser gives back is a URI, once brackets and the like are escaped', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
      expect(isUri(encodeURI(url).replaceAll('%25', '%'))).toBe(isUri(url));
      expect(isUri(encodeURI(new URL(url).href).replaceAll('%25', '%'))).toBe(true);
    }),
  );
});

test('a long text takes one pass', () => {
  expect(isUri(`http://[${':'.repeat(500_000)}]/`)).toBe(false);
  expect(isUri(`http://${'a:'.repeat(500_000)}`)).toBe(false);
  expect(isUri(`urn:${'%41'.repeat(300_000)}`)).toBe(true);
});
