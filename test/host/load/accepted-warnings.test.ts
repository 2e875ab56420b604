import { expect, test } from 'vitest';
import { checkSources } from '../../../src/host/load/check-sources.ts';

test('what is accepted does not count among the warnings that are listed', () => {
  const rule = (name: string, accepts: boolean): string =>
    `${accepts ? '# bylaw: accept program-path because it is meant\n' : ''}deny ${name}\n  when runs "/usr/bin/${name}"\n  when unsure note\n`;
  const rules = Array.from({ length: 250 }, (_, at) => rule(`a${at}`, true)).join('');
  const text = `policy com.example.dev\n${rules}${rule('last', false)}`;
  const { diagnostics, accepted } = checkSources([{ path: 'a.policy', text }]);
  expect(accepted).toHaveLength(250);
  expect(diagnostics.map(({ code }) => code)).toEqual(['program-path']);
});
