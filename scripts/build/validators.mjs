// src/protocol/schemas/*.json → src/protocol/generated/validators.js and its types:
// one module of plain functions, so that nothing is compiled at run time and the
// schema compiler itself is not loaded.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { _ } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { root } from './root.mjs';

const protocol = join(root, 'src', 'protocol');

/** Export name → the definition that it checks. */
const validators = {
  interceptV01: '0.1.json#/$defs/intercept',
  toolBeforeV01: '0.1.json#/$defs/toolBefore',
  toolAfterV01: '0.1.json#/$defs/toolAfter',
  toolErrorV01: '0.1.json#/$defs/toolError',
  sessionStartV01: '0.1.json#/$defs/sessionStart',
  sessionEndV01: '0.1.json#/$defs/sessionEnd',
  interceptDraft: 'draft.json#/$defs/intercept',
  toolBeforeDraft: 'draft.json#/$defs/toolBefore',
  toolAfterDraft: 'draft.json#/$defs/toolAfter',
  sessionStartDraft: 'draft.json#/$defs/sessionStart',
  sessionEndDraft: 'draft.json#/$defs/sessionEnd',
  anyEventDraft: 'draft.json#/$defs/event',
};

/** @returns the generated files, by their paths below the root. */
export async function generateValidators() {
  const schemas = readdirSync(join(protocol, 'schemas'))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(protocol, 'schemas', file), 'utf8')));

  const ajv = new Ajv2020({
    schemas,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    // Properties of Object.prototype are no part of a message.
    ownProperties: true,
    inlineRefs: false,
    messages: false,
    code: { source: true, esm: true, formats: _`formats` },
  });
  // No schema of bylaw has `unevaluated…` or `$dynamicRef`; not looking for them halves the code.
  Object.assign(ajv.opts, { unevaluated: false, dynamicRef: false });
  for (const name of words(schemas, (key, value) => key === 'format' && [value])) {
    // The functions are those of formats.ts, which the generated code imports; this says only that they exist.
    ajv.addFormat(name, () => true);
  }

  const propertyNames = words(schemas, (key, value) => {
    if (key === 'properties') return Object.keys(value);
    return key === 'required' && value;
  });
  // The schemas only ask whether a text is empty, so its code points need not be counted.
  const lengthOf = /require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g;
  const code = `import { formats } from './formats.ts';
  ${standalone.default(ajv, validators).replace(lengthOf, '(text) => text.length')}
  export const propertyNames = new Set(${JSON.stringify(propertyNames)});
  `;

  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: protocol, sourcefile: 'validators.js', loader: 'js' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    legalComments: 'none',
    minify: true,
  });
  return {
    'src/protocol/generated/validators.js': outputFiles[0].text,
    'src/protocol/generated/validators.d.ts': types,
  };
}

const types = `// Types of the generated validators. A validator keeps its findings until it is called again.
export interface Finding {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The wrong key, if keys themselves are checked. */
  readonly propertyName?: string;
}

export interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly Finding[] | null;
}

${Object.keys(validators)
  .map((name) => `export declare const ${name}: Validator;`)
  .join('\n')}

/** Every property that a schema names: the only words of a message that an answer may repeat. */
export declare const propertyNames: ReadonlySet<string>;
`;

/** What `select` picks at any depth of the schemas, sorted, each once. */
function words(value, select, found = new Set()) {
  if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      for (const word of select(key, child) || []) found.add(word);
      words(child, select, found);
    }
  }
  return [...found].sort();
}
