// grammar/policy.peggy and the verbs of src/vocabulary/effects.ts → src/language/generated/parser.js and its types.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import peggy from 'peggy';
import { importSource } from '../import-source.mjs';
import { root } from './root.mjs';

/** @returns the generated files, by their paths below the root. */
export async function generateParser() {
  const { effectTable } = await importSource("export { effectTable } from './src/vocabulary/effects.ts';");
  const grammar = readFileSync(join(root, 'grammar', 'policy.peggy'), 'utf8');
  const parser = peggy.generate(`${grammar}\n${verbRules(Object.entries(effectTable))}`, {
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

/**
 * The rules of the grammar that name verbs: one for each sort of object (`PathVerb`), and those for several sorts.
 * @param {readonly [string, import('../../src/vocabulary/effects.ts').VerbEntry][]} verbs
 */
function verbRules(verbs) {
  const literals = (words) => words.map((word) => `"${word}"`).join(' / ');
  const sorts = [...new Set(verbs.map(([, { object }]) => object))];
  const names = {
    ...Object.fromEntries(
      sorts.map((sort) => [capitalized(sort), verbs.filter(([, { object }]) => object === sort)]),
    ),
    Describing: verbs.filter(([, { describes }]) => describes),
  };
  const rules = Object.entries(names).map(([name, some]) => {
    // `connects to` is two words, of which the first names the verb.
    const isLong = ([word, { verb }]) => verb !== word;
    const [long, short] = [some.filter(isLong), some.filter((each) => !isLong(each))];
    const alternatives = [
      ...long.map(([word, { verb }]) => `text:$"${word}" End _ "${verb.slice(word.length + 1)}" End`),
      ...(short.length === 0 ? [] : [`text:$(${literals(short.map(([word]) => word))}) End`]),
    ];
    return `${name}Verb = ${alternatives.map((each) => `${each} { return { text, span: here() }; }`).join(' / ')}`;
  });
  // What a verb is about follows it, and never an operator: it is no field and no condition.
  const any = `EffectVerb = (${literals(verbs.map(([word]) => word))}) End`;
  const participles = verbs.flatMap(([, { participle }]) => participle ?? []);
  return [...rules, any, `Participle = ${literals(participles)}`].join('\n');
}

const capitalized = (word) => word[0].toUpperCase() + word.slice(1);

const types = `// Types of the generated parser: what each start rule returns, and what it throws.
import type { Clause, Declaration, LabelHead, LimitHead, RuleHead } from '../ast.ts';
import type { TestStep, TestsHeader, TestsSection } from '../test-tree.ts';

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
