// What a bench is asked for: a mistake in its options, or a file that it cannot read, is a sentence and exit code 3.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** A mistake of whoever runs a bench, as a sentence. */
export class WrongUsage extends Error {}

/**
 * Runs a bench, and ends the process with the exit code that it resolves to, or with 3 after saying what was wrong.
 *
 * @param {() => Promise<number>} main
 */
export async function runBench(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    console.error(error.message);
    process.exitCode = 3;
  }
}

/**
 * The options on the command line. A bench takes no other arguments.
 *
 * @template {import('node:util').ParseArgsOptionsConfig} Options
 * @param {Options} options
 * @throws {WrongUsage}
 */
export function readOptions(options) {
  return parsedArguments({ options, allowPositionals: false }).values;
}

/**
 * What a bench is given that takes numbers in a certain order: the numbers by their names, and the options. `--help`,
 * or a mistake, ends the process here, so ask before anything is made or measured.
 *
 * @param {string} help
 * @param {readonly GivenNumber[]} numbers
 * @param {import('node:util').ParseArgsOptionsConfig} [options]
 * @typedef {{ name: string, usual: number | readonly number[], least: number, form?: 'list' | 'rest' }} GivenNumber
 *   `usual` where none is given; a `list` is one argument with commas, and the `rest` are all arguments that are left
 */
export function readGiven(help, numbers, options = {}) {
  try {
    const { values, positionals } = parsedArguments({
      options: { ...options, help: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    if (!values.help) return { ...values, ...numbersOf(numbers, positionals) };
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    refuse(error.message);
  }
  console.log(help);
  process.exit(0);
}

/**
 * Says what is wrong with what a bench is asked for, and ends the process.
 *
 * @param {string} sentence
 * @returns {never}
 */
export function refuse(sentence) {
  console.error(sentence);
  process.exit(3);
}

/**
 * A whole number, as an option says it.
 *
 * @param {string} name of the option
 * @param {string} text
 * @param {number} least that makes sense
 * @throws {WrongUsage}
 */
export function wholeNumber(name, text, least) {
  return numberFrom(`--${name}`, text, least);
}

/**
 * Some of the names that there are, with commas between them.
 *
 * @param {string} name of the option
 * @param {string} text
 * @param {readonly string[]} known
 * @throws {WrongUsage}
 */
export function someOf(name, text, known) {
  const chosen = text.split(',');
  const stray = chosen.find((each) => !known.includes(each));
  if (stray === undefined) return chosen;
  throw new WrongUsage(`\`--${name}\` knows no \`${stray}\`; it takes ${known.join(', ')}.`);
}

/**
 * The cases that `--only` and `--rules` name; all where they are not given.
 *
 * @template {{ readonly plan: { readonly family: string, readonly rules: number } }} Case
 * @param {readonly Case[]} cases
 * @param {{ readonly only?: string | undefined, readonly rules?: string | undefined }} options
 * @throws {WrongUsage} also where there is no such case
 */
export function chosenCases(cases, { only, rules }) {
  const unique = (/** @type {readonly (string | number)[]} */ all) => [...new Set(all.map(String))];
  const families = only && someOf('only', only, unique(cases.map(({ plan }) => plan.family)));
  const counts = rules && someOf('rules', rules, unique(cases.map(({ plan }) => plan.rules)));
  const chosen = cases.filter(
    ({ plan }) =>
      (families || [plan.family]).includes(plan.family) &&
      (counts || [String(plan.rules)]).includes(String(plan.rules)),
  );
  if (chosen.length > 0) return chosen;
  throw new WrongUsage(`No workload of \`--only ${only}\` has \`--rules ${rules}\`: leave one of them out.`);
}

/**
 * A value that a bench has written before.
 *
 * @param {string} name of the option
 * @param {string} path
 * @param {string} member a list that the value has
 * @throws {WrongUsage}
 */
export function readFigures(name, path, member) {
  const value = parsed(name, path);
  if (Array.isArray(value?.[member])) return value;
  throw new WrongUsage(
    `\`--${name} ${path}\` is no file that a bench wrote for it: it has no \`${member}\`.`,
  );
}

/**
 * Writes a value for a later run.
 *
 * @param {string} name of the option
 * @param {string} path
 * @param {unknown} value
 * @param {number} indent
 * @throws {WrongUsage}
 */
export function writeFigures(name, path, value, indent) {
  try {
    writeFileSync(path, `${JSON.stringify(value, null, indent)}\n`);
  } catch (error) {
    throw new WrongUsage(`\`--${name} ${path}\` cannot be written: ${reasonOf(error)}.`);
  }
}

/** @param {import('node:util').ParseArgsConfig} config */
function parsedArguments(config) {
  try {
    return parseArgs({ ...config, strict: true });
  } catch (error) {
    const [first] = String(error instanceof Error ? error.message : error).split(/\.\s|\n/);
    throw new WrongUsage(`${first?.replace(/\.$/, '').replace(/'/g, '`')}. \`--help\` lists the options.`);
  }
}

/** @param {readonly GivenNumber[]} numbers @param {readonly string[]} texts */
function numbersOf(numbers, texts) {
  const left = [...texts];
  const found = numbers.map(({ name, usual, least, form }) => {
    const own = form === 'rest' ? left.splice(0) : left.splice(0, 1);
    if (own.length === 0) return [name, usual];
    const read = own
      .flatMap((text) => (form === 'list' ? text.split(',') : text))
      .map((text) => numberFrom(name.toUpperCase(), text, least));
    return [name, form === undefined ? read[0] : read];
  });
  if (left.length > 0)
    throw new WrongUsage(`\`${left[0]}\` is an argument too many. \`--help\` lists what there is.`);
  return Object.fromEntries(found);
}

/** @param {string} what it is the number of @param {string} text @param {number} least that makes sense */
function numberFrom(what, text, least) {
  const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least) return number;
  throw new WrongUsage(`\`${what}\` takes whole numbers from ${least} up, not \`${text}\`.`);
}

/** @param {string} name @param {string} path */
function parsed(name, path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is not JSON' : reasonOf(error);
    throw new WrongUsage(`\`--${name} ${path}\` cannot be read: ${why}.`);
  }
}

/** @param {unknown} error */
function reasonOf(error) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file or folder';
  if (code === 'EISDIR') return 'it is a folder';
  return code === 'EACCES' ? 'it is not for this user' : String(code ?? error);
}
