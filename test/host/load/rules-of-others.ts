/**
 * Texts that the rules of others are made to find, from the expressions in their code. Lookarounds
 * say what stands beside a secret, and are left out: each text stands between spaces.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';

const code = readFileSync(
  new URL(import.meta.resolve('@secretlint/secretlint-rule-preset-recommend')),
  'utf8',
);

/** The expressions that are assigned to a name that says that they are of a secret. */
const expressions = (): readonly RegExp[] =>
  [...code.matchAll(/const \w*pattern\w* = \/(.+)\/([a-z]+);/gi)].flatMap(([, source = '', flags = '']) => {
    const plain = source
      .replace(/\(\?<?!(?:[^()[\]]|\[[^\]]*\])*\)/g, '')
      .replace(/\(\?<\w+>/g, '(?:')
      .replaceAll('\\b', '');
    return /secretlint-|\\\(/.test(plain) ? [] : [new RegExp(`^(?:${plain})$`, flags.replace(/[gim]/g, ''))];
  });

const ofEach = 20;

export const samplesOfRules = (): readonly string[] =>
  expressions().flatMap((expression) =>
    fc.sample(fc.stringMatching(expression), { numRuns: ofEach, seed: 7 }).map((text) => `x ${text} y`),
  );
