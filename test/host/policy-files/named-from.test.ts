import { expect, test } from 'vitest';
import { brieflyNamedFrom, namedFrom } from '../../../src/host/policy-files/named-from.ts';
import { shownSource } from '../../../src/language/render.ts';

const noText = (): undefined => undefined;
const root = '/srv/shop/policies';

test('a file below the current folder is named from there', () => {
  for (const naming of [namedFrom, brieflyNamedFrom]) {
    expect(shownSource('teams/a.policy', naming(noText, { root, cwd: '/srv/shop' }))).toBe(
      'policies/teams/a.policy',
    );
    expect(shownSource('a.policy', naming(noText, { root, cwd: root }))).toBe('a.policy');
    expect(shownSource('.', naming(noText, { root, cwd: root }))).toBe('.');
  }
});

test('any other has its whole path, or the one below the root', () => {
  for (const cwd of ['/srv/shop/policies/teams', '/srv/shop2', '/home/sam', '/']) {
    expect(shownSource('a.policy', namedFrom(noText, { root, cwd }))).toBe('/srv/shop/policies/a.policy');
    expect(shownSource('a.policy', brieflyNamedFrom(noText, { root, cwd }))).toBe('a.policy');
  }
});

test('a text without such names keeps its path', () => {
  expect(shownSource('a.policy', noText)).toBe('a.policy');
});
