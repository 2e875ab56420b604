// grammar/policy.peggy → src/language/generated/parser.js and its types.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import peggy from 'peggy';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'src', 'language', 'generated');
const grammar = readFileSync(join(root, 'grammar', 'policy.peggy'), 'utf8');

const parser = peggy.generate(grammar, {
  output: 'source',
  format: 'es',
  allowedStartRules: [
    ...['File', 'LoneHead', 'LoneClause', 'LoneStep'],
    ...['TestsFile', 'LoneTestsHeader', 'LoneSection', 'LoneSectionStep'],
  ],
});

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

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'parser.js'), parser);
writeFileSync(join(folder, 'parser.d.ts'), types);
