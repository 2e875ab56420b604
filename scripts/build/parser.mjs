// grammar/policy.peggy → src/language/generated/parser.js and its types.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import peggy from 'peggy';
import { root } from './root.mjs';

/** @returns the generated files, by their paths below the root. */
export function generateParser() {
  const parser = peggy.generate(readFileSync(join(root, 'grammar', 'policy.peggy'), 'utf8'), {
    output: 'source',
    format: 'es',
    allowedStartRules: [
      ...['File', 'LoneHead', 'LoneClause', 'LoneStep'],
      ...['TestsFile', 'LoneTestsHeader', 'LoneSection', 'LoneSectionStep'],
    ],
  });
  return {
    'src/language/generated/parser.js': parser,
    'src/language/generated/parser.d.ts': types,
  };
}

const types = `// Types of the generated parser: what each start rule returns, and what it throws.
import type {
  Clause,
  Declaration,
  LabelHead,
  LimitHead,
  RuleHead,
  TestStep,
  TestsHeader,
  TestsSection,
} from '../ast.ts';

export interface Expectation {
  readonly type: 'literal' | 'class' | 'any' | 'end' | 'other' | 'not' | 'and';
  readonly text?: string;
  readonly description?: string;
}

export declare class SyntaxError extends globalThis.SyntaxError {
  readonly expected: readonly Expectation[] | null;
  readonly found: string | null;
  readonly location: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } };
}

export interface StartRules {
  File: Declaration[];
  LoneHead: RuleHead | LabelHead | LimitHead;
  LoneClause: Clause;
  LoneStep: TestStep;
  TestsFile: { readonly header: TestsHeader; readonly sections: readonly TestsSection[] };
  LoneTestsHeader: TestsHeader;
  LoneSection: TestsSection;
  LoneSectionStep: TestStep;
}

export declare function parse<Start extends keyof StartRules>(
  text: string,
  options: { readonly startRule: Start; readonly base?: number },
): StartRules[Start];
`;
