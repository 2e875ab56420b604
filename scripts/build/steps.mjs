// The steps of the build, in their order. The parser, the validators and the tables are made from the grammar, the
// schemas and `knowledge/`; the bundles are made from the sources; the shipped policies are tested by the bundles; the
// types are those of the library.
import { bundle } from './bundle.mjs';
import { generateTables } from './knowledge.mjs';
import { generateParser } from './parser.mjs';
import { testShippedPolicies } from './tested-policies.mjs';
import { bundleTypes } from './types.mjs';
import { generateValidators } from './validators.mjs';

/** The build itself, the installed packages, and the required ones. */
const installed = ['package-lock.json', 'node_modules/.package-lock.json'];
const tools = ['scripts/build', 'scripts/import-source.mjs', 'tsconfig.json', ...installed];
const grammar = 'grammar/policy.peggy';

/** @type {readonly import('./up-to-date.mjs').Step[]} */
export const steps = [
  {
    name: 'parser',
    says: 'the parser from the grammar',
    inputs: [grammar, 'src/vocabulary', 'scripts/build/parser.mjs', ...installed],
    make: generateParser,
  },
  {
    name: 'validators',
    says: 'the validators from the schemas',
    inputs: ['src/protocol', 'scripts/build/validators.mjs', ...installed],
    make: generateValidators,
  },
  {
    name: 'tables',
    says: 'the tables of what programs and tools do',
    inputs: ['knowledge', 'src/facts/knowledge', 'scripts/build/knowledge.mjs', ...installed],
    make: generateTables,
  },
  {
    name: 'command',
    says: 'the command, the hook and the library',
    inputs: ['src', 'knowledge', grammar, 'package.json', ...tools],
    make: bundle,
    executable: ['dist/bylaw.cjs'],
  },
  {
    name: 'policies',
    says: 'the list of shipped policies that pass their tests',
    // The name of the build changes with its code and its tables.
    inputs: ['policies', 'dist/build.txt', 'scripts/build/tested-policies.mjs'],
    make: testShippedPolicies,
  },
  {
    name: 'types',
    says: 'the types of the library',
    inputs: ['src', 'knowledge', grammar, ...tools],
    make: bundleTypes,
  },
];
