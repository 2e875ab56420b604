// The steps of the build, in their order. The parser and the validators are made from the grammar and the schemas;
// the bundles are made from the sources; the types are those of the library.
import { bundle } from './bundle.mjs';
import { generateParser } from './parser.mjs';
import { bundleTypes } from './types.mjs';
import { generateValidators } from './validators.mjs';

/** The build itself, and the versions of what builds. */
const tools = ['scripts/build', 'package-lock.json'];
const grammar = 'grammar/policy.peggy';

/** @type {readonly import('./up-to-date.mjs').Step[]} */
export const steps = [
  {
    name: 'parser',
    says: 'the parser from the grammar',
    inputs: [grammar, 'scripts/build/parser.mjs', 'package-lock.json'],
    make: async () => generateParser(),
  },
  {
    name: 'validators',
    says: 'the validators from the schemas',
    inputs: ['src/protocol', 'scripts/build/validators.mjs', 'package-lock.json'],
    make: generateValidators,
  },
  {
    name: 'command',
    says: 'the command, the hook and the library',
    inputs: ['src', grammar, 'package.json', ...tools],
    make: bundle,
    executable: ['dist/bylaw.cjs'],
  },
  {
    name: 'types',
    says: 'the types of the library',
    inputs: ['src', grammar, 'tsconfig.json', ...tools],
    make: bundleTypes,
  },
];
