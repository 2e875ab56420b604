// Which steps of the build are out of date. A step is up to date when its inputs have the content that they had when
// it ran last, and its outputs have the content that it wrote then. Times of files say nothing: a checkout changes
// them, and a copy keeps them.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { root } from './root.mjs';

/** What was built, by step. It is beside the build, so that both are deleted together. */
const stampFile = 'dist/.build.json';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} says what it makes, for whoever waits
 * @property {readonly string[]} inputs files and folders below the root; a folder's generated files are not of it
 * @property {() => Promise<Readonly<Record<string, string | Buffer>>>} make the outputs, by their paths below the root
 * @property {readonly string[]} [executable] outputs that a shell may start
 */

/** Files in the build that no step has made: left from an earlier build, or made by something else. */
export function unknownFiles(folder = root) {
  const made = new Set(Object.values(readStamps(folder)).flatMap(({ outputs }) => Object.keys(outputs)));
  return filesBelow('dist', folder).filter((path) => path !== stampFile && !made.has(path));
}

/** The names of the steps that have to run again, in their order. */
export function outOfDate(/** @type {readonly Step[]} */ steps, folder = root) {
  const stamps = readStamps(folder);
  return steps.filter((step) => !isUpToDate(step, stamps[step.name], folder)).map(({ name }) => name);
}

/** Runs a step, writes what it made, and removes what it made before and no longer does. */
export async function runStep(/** @type {Step} */ { name, inputs, make, executable = [] }, folder = root) {
  const stamps = readStamps(folder);
  const before = digestOfInputs(inputs, folder);
  const made = await make();
  for (const path of Object.keys(stamps[name]?.outputs ?? {}))
    if (!(path in made)) rmSync(join(folder, path), { force: true });
  for (const [path, content] of Object.entries(made)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    rmSync(join(folder, path), { force: true });
    writeFileSync(join(folder, path), content, { mode: executable.includes(path) ? 0o755 : 0o644 });
  }
  const outputs = Object.fromEntries(Object.entries(made).map(([path, content]) => [path, digest(content)]));
  stamps[name] = { inputs: before, outputs };
  mkdirSync(join(folder, dirname(stampFile)), { recursive: true });
  writeFileSync(join(folder, stampFile), `${JSON.stringify(stamps, undefined, 2)}\n`);
}

function isUpToDate({ inputs, executable = [] }, stamp, folder) {
  if (stamp === undefined || stamp.inputs !== digestOfInputs(inputs, folder)) return false;
  // A step always makes something.
  if (Object.keys(stamp.outputs).length === 0) return false;
  if (
    process.platform !== 'win32' &&
    executable.some(
      (path) => ((statSync(join(folder, path), { throwIfNoEntry: false })?.mode ?? 0) & 0o100) === 0,
    )
  )
    return false;
  return Object.entries(stamp.outputs).every(([path, content]) => {
    const file = join(folder, path);
    return (
      statSync(file, { throwIfNoEntry: false })?.isFile() === true && digest(readFileSync(file)) === content
    );
  });
}

/** @returns {Record<string, { inputs: string, outputs: Record<string, string> }>} nothing where there is no build, or none that can be read */
function readStamps(folder) {
  try {
    const stamps = JSON.parse(readFileSync(join(folder, stampFile), 'utf8'));
    const isStamp = (stamp) =>
      typeof stamp?.inputs === 'string' && typeof stamp.outputs === 'object' && stamp.outputs;
    return Object.fromEntries(Object.entries(stamps).filter(([, stamp]) => isStamp(stamp)));
  } catch {
    return {};
  }
}

function digestOfInputs(inputs, folder) {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => filesBelow(input, folder)).sort())
    hash.update(`${path}\0${digest(readFileSync(join(folder, path)))}\n`);
  return hash.digest('hex');
}

/** The files of a folder and of the folders in it, without `generated`; a file itself; nothing for what is not there. */
function filesBelow(path, folder) {
  const found = statSync(join(folder, path), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(folder, path)).flatMap((name) =>
    name === 'generated' ? [] : filesBelow(`${path}/${name}`, folder),
  );
}

const digest = (content) => createHash('sha256').update(content).digest('hex');
