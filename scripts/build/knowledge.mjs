// knowledge/* → the modules that have the tables as texts: the form for people becomes one line for each
// form of a command, with the groups of options written out.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { importSource } from '../import-source.mjs';
import { root } from './root.mjs';

/** Tables of commands whose names are folded. */
const windows = ['powershell', 'dos'];

/** @returns the generated files, by their paths below the root; throws with the place of the first mistake. */
export async function generateTables() {
  const { readTable, programsOnLine } = await importSource(
    `export { readTable, programsOnLine } from './src/facts/knowledge/table/format.ts';`,
  );
  const files = filesOf('.commands').map(([name, text]) => {
    const groups = new Map();
    return { name, text, groups, lines: [...writeOut(text, `knowledge/${name}.commands`, groups)] };
  });
  addWays(files, programsOnLine);
  const commands = files.map(({ name, text, groups, lines }) => {
    // As long as the text, so that a mistake has the number of the line where it is.
    const numbered = Array.from({ length: text.split('\n').length }, () => '');
    for (const { number, line } of lines) if (number <= numbered.length) numbered[number - 1] ||= line;
    readTable(numbered.join('\n'), `knowledge/${name}.commands`);
    readTable(lines.map(({ line }) => line).join('\n'), `knowledge/${name}.commands and .also`);
    return [name, fold(lines, groups).join('\n')];
  });
  const isWindows = ([name]) => windows.includes(name);
  return {
    'src/facts/knowledge/generated/tables.ts': [
      constant('tables', Object.fromEntries(commands.filter((each) => !isWindows(each))), record),
      constant('windowsTables', Object.fromEntries(commands.filter(isWindows)), windowsRecord),
    ].join(''),
    'src/facts/knowledge/generated/registries.ts': constant(
      'registryTable',
      filesOf('.registries')
        .map(([, text]) => onePerLine(text))
        .join('\n'),
      'string',
    ),
    'src/facts/knowledge/generated/manners.ts': [
      `import type { Manners } from '../table/entry.ts';\n`,
      `const all: Readonly<Record<string, Manners>> = ${JSON.stringify(mannersIn(filesOf('.traits')), null, 1)};\n`,
      'export const manners: ReadonlyMap<string, Manners> = new Map(Object.entries(all));\n',
    ].join(''),
    'src/facts/knowledge/generated/variables.ts': constant(
      'variableTable',
      variablesIn(filesOf('.variables')),
      'string',
    ),
    'src/facts/tool/generated/tables.ts': constant(
      'toolTables',
      Object.fromEntries(filesOf('.tools').map(([name, text]) => [name, onePerLine(text)])),
      `Readonly<Record<'native' | 'servers', string>>`,
    ),
  };
}

const record = 'Readonly<Record<string, string>>';
const windowsRecord = `Readonly<Record<'powershell' | 'dos', string>>`;
const constant = (name, value, type) =>
  `export const ${name}: ${type} = ${JSON.stringify(value, null, 1)};\n`;

/** The tables with an ending: name and text. */
const filesOf = (ending) =>
  readdirSync(join(root, 'knowledge'))
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => [basename(file, ending), readFileSync(join(root, 'knowledge', file), 'utf8')]);

const onePerLine = (text) =>
  joinLines(text)
    .map(({ line }) => line)
    .join('\n');

/**
 * Adds each line of the `.also` files to the table of its programs; lines of programs in no table go into
 * one of them. Throws at a line with `given`: it would take the place of the form without these options.
 */
function addWays(files, programsOnLine) {
  const tables = files.filter(({ name }) => !windows.includes(name));
  const tableOf = new Map();
  for (const table of tables)
    for (const { line } of table.lines) for (const name of programsOnLine(line)) tableOf.set(name, table);
  const others = tables.find(({ name }) => name === 'systems');
  for (const [file, text] of filesOf('.also'))
    for (const { line, number } of joinLines(text)) {
      const [, names = '', rest = ''] = /^(\S+)(.*)$/.exec(line) ?? [];
      const [words, columns] = [rest.slice(0, rest.indexOf(' :')), rest.slice(rest.indexOf(' :'))];
      if (/\sgiven\s/.test(words))
        throw new Error(
          `knowledge/${file}.also:${number}: a form that options choose (\`given\`) belongs into the table of its program: ${line}`,
        );
      for (const table of new Set(names.split(',').map((name) => tableOf.get(name)))) {
        const own = names.split(',').filter((name) => tableOf.get(name) === table);
        const to = table ?? others;
        const also = table === undefined ? '' : ' also';
        to.lines.push({
          line: `${own.join(',')}${words}${also}${columns}`,
          number: Number.POSITIVE_INFINITY,
        });
        for (const name of own) tableOf.set(name, to);
      }
    }
}

/** Traits that are lists. */
const lists = [
  'awake',
  'begins',
  'between',
  'consoles',
  'early',
  'endsBy',
  'fills',
  'folders',
  'holds',
  'idle',
  'images',
  'unnaming',
  'loading',
  'building',
  'plain',
  'printsLast',
  'includes',
  'keys',
  'last',
  'layout',
  'finds',
  'names',
  'naming',
  'history',
  'library',
  'lines',
  'listsIn',
  'loads',
  'local',
  'makes',
  'mutes',
  'few',
  'inPlace',
  'obeys',
  'options',
  'remote',
  'requests',
  'settings',
  'starts',
  'tasks',
  'unnamed',
  'variables',
  'works',
];

/** A line for each kind of variables: their use, and their names. */
function variablesIn(files) {
  return files
    .flatMap(([file, text]) =>
      joinLines(text).map(({ line, number }) => {
        const [, names, uses] = /^(\S+) : (\S+)$/.exec(line) ?? [];
        if (names === undefined)
          throw new Error(`knowledge/${file}.variables:${number}: no names and uses: ${line}`);
        return `${uses} ${names}`;
      }),
    )
    .join('\n');
}

/** The traits of each program by its name; the types list the traits. */
function mannersIn(files) {
  const manners = {};
  for (const [file, text] of files)
    for (const { line, number } of joinLines(text)) {
      const [, names, traits] = /^(\S+) : (.+)$/.exec(line) ?? [];
      if (names === undefined)
        throw new Error(`knowledge/${file}.traits:${number}: no names and traits: ${line}`);
      for (const name of names.split(',')) {
        manners[name] ??= {};
        const own = manners[name];
        for (const trait of traits.split(/\s+/)) {
          const [, key, value = ''] = /^([^=]*)=?(.*)$/.exec(trait) ?? [];
          if (key in own)
            throw new Error(`knowledge/${file}.traits:${number}: \`${name}\` has \`${key}\` twice`);
          own[key] = lists.includes(key) ? value.split(',') : value;
        }
      }
    }
  return manners;
}

/**
 * Replaces groups of options in lines by their names again, and lists the groups: each line is short, and
 * is read when it is needed.
 */
function fold(lines, groups) {
  const bySize = [...groups].sort(([, a], [, b]) => b.length - a.length);
  const folded = lines.map(({ line }) =>
    bySize.reduce(
      (rest, [name, options]) => `${rest} `.replaceAll(` ${options} `, ` @${name} `).trimEnd(),
      line,
    ),
  );
  const used = [...groups].filter(([name]) => folded.some((line) => ` ${line} `.includes(` @${name} `)));
  return [...used.map(([name, options]) => `@${name} : ${options}`), ...folded].map(shortened);
}

/** Most options with a value take a text: `--name=text` becomes `--name=`. Keys (`of==text`) stay as they are. */
const shortened = (line) => line.replace(/(?<=\s-[^\s=:[]+)=text(?=\s|$)/g, '=');

/**
 * The lines of a table of commands, as the loader reads them.
 * - `@group : OPTION …` is a group of options, which `@group` among the options of a form means.
 * - `gcloud also under beta/alpha` has all forms of a program behind another word too.
 * - `kubectl get/delete named pod,pods,po …` are other names of an operand, also of `pod/x`.
 * @param {string} text
 * @param {string} file for messages
 * @param {Map<string, string>} groups where the groups of options are kept
 * @returns {readonly { line: string, number: number }[]} with the number of the line where each begins
 */
export function writeOut(text, file, groups = new Map()) {
  const lines = [];
  for (const { line, number } of joinLines(text)) {
    const fail = (message) => {
      throw new Error(`${file}:${number}: ${message}: ${line.slice(0, 120)}`);
    };
    if (/\s-[^\s=:[]+=(?:\s|$)/.test(line)) fail('an option has no use behind its `=`');
    const group = /^@([a-z0-9-]+) :\s*(.*)$/.exec(line);
    const written = line.replace(/(?<=\s)@([a-z0-9-]+)(?=\s|$)/g, (_, name) => {
      const options = groups.get(name);
      return options ?? fail(`there is no group \`@${name}\` above this line`);
    });
    if (group !== null) {
      if (groups.has(group[1])) fail(`the group \`@${group[1]}\` is there twice`);
      groups.set(group[1], written.slice(written.indexOf(' :') + 2).trim());
      continue;
    }
    for (const each of alsoUnder(written) ?? namedAs(written) ?? [written])
      lines.push({ line: each, number });
  }
  return lines;
}

function alsoUnder(line) {
  const [, program, words] = /^(\S+) also under (\S+)$/.exec(line) ?? [];
  return words?.split('/').map((word) => `${program} ${word} = ${program}`);
}

function namedAs(line) {
  const [, program, verbs, names] = /^(\S+) (\S+) named (.+)$/.exec(line) ?? [];
  return names?.split(' ').flatMap((each) => {
    const [name, ...others] = each.split(',');
    const all = [...others, ...[name, ...others].map((one) => `${one}/*`)].join(',');
    return verbs.split('/').map((verb) => `${program} ${verb} ${all} ~ ${program} ${verb} ${name}`);
  });
}

/** Lines that begin with a blank go on with the one before; a line that begins with `#` is a comment. */
function joinLines(text) {
  const lines = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const last = lines[lines.length - 1];
    // A list continues after its comma or slash.
    if (/^\s/.test(line) && last !== undefined)
      last.line += `${/[,/]$/.test(last.line) ? '' : ' '}${line.trim()}`;
    else lines.push({ line: line.trim(), number: index + 1 });
  }
  return lines;
}
