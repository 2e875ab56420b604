// The tables of commands and tools, split once instead of in every process. They become one text beside the
// bundles, of which a process reads the few lines that it needs.
import { createHash } from 'node:crypto';
import { importSource } from '../import-source.mjs';

/** The modules that have the tables as sources. */
const sources = {
  commands: 'src/facts/knowledge/table/tables.ts',
  tools: 'src/facts/tool/cut-tables.ts',
};

/** @returns the text of the tables, the name of its file, and the modules that read from it in place of the sources */
export async function cutTables() {
  let text = '';
  /** Adds a part to the text; returns an expression that reads it. */
  const add = (part) => {
    // Offsets count characters, and the file is read in octets.
    if (/[^\0-\x7f]/.test(part)) throw new Error('the tables have to be ASCII');
    text += part;
    return `${text.length - part.length}, ${part.length}`;
  };
  const parsed = (value) => `JSON.parse(read(${add(ascii(JSON.stringify(value)))}))`;

  const commands = (await functionsOf(sources.commands)).map(([name, pack]) => {
    const { index, text: textOf } = pack();
    const lines = add(textOf(0, Number.POSITIVE_INFINITY));
    const start = lines.split(',')[0];
    return `export const ${name} = () => ({
      index: ${parsed(index)},
      text: (start, end) => read(${start} + start, end - start),
    });`;
  });
  const tools = (await functionsOf(sources.tools)).map(
    ([name, lines]) => `export const ${name} = () => ${parsed(lines())};`,
  );
  // Its name has a digest of its content, so that no bundle reads the text of another.
  const file = `tables-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.txt`;
  const importing = (lines) => [`import { read } from 'tables-text';`, ...lines].join('\n');
  return { file, text, commands: importing(commands), tools: importing(tools) };
}

/**
 * An esbuild plugin that puts the modules that read from the file in place of the tables.
 * @param {Awaited<ReturnType<typeof cutTables>>} tables
 * @param {(file: string) => string} placeOf an expression for where the file is, which the bundle evaluates
 */
export const readingTables = (tables, placeOf) => ({
  name: 'reading tables',
  setup({ onResolve, onLoad }) {
    onLoad({ filter: /\/tool\/cut-tables\.ts$/ }, () => ({ contents: tables.tools, loader: 'js' }));
    onLoad({ filter: /\/knowledge\/table\/tables\.ts$/ }, () => ({
      contents: tables.commands,
      loader: 'js',
    }));
    onResolve({ filter: /^tables-text$/ }, ({ path }) => ({ path, namespace: 'tables' }));
    onLoad({ filter: /.*/, namespace: 'tables' }, () => ({
      contents: `import { openSync, readSync } from 'node:fs';
        let file;
        export function read(start, length) {
          file ??= openSync(${placeOf(tables.file)}, 'r');
          const octets = Buffer.allocUnsafe(length);
          if (readSync(file, octets, 0, length, start) !== length) throw new Error('a table is not whole');
          return octets.latin1Slice(0, length);
        }`,
      loader: 'js',
    }));
  },
});

/** The functions that a module exports, with their names. */
async function functionsOf(module) {
  const exported = await importSource(`export * from './${module}';`);
  return Object.entries(exported).filter(([, value]) => typeof value === 'function');
}

const ascii = (json) =>
  json.replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
