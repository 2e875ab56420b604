/** Values that no single word has: commands for found files, an entry point with its arguments, the files of downloads. */
import { joinPieces, type Shape, showShape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { commandText } from '../notation/command-text.ts';
import { partsOf } from '../notation/notation.ts';
import { behind, startOf } from '../notation/value-part.ts';
import type { ArgumentReading } from './argument-reading.ts';
import { certainly } from './argument-reading.ts';
import { commandsForFiles } from './each-file.ts';
import { mannersOf } from './manners.ts';
import { hostFolder, savedName } from './saved-name.ts';

/** Writes out the commands that run for each found file, now that the searched directories are known. */
export function addFileCommands(reading: ArgumentReading): void {
  if (reading.fileCommands.length === 0) return;
  const valuesOf = (role: string): readonly Shape[] =>
    reading.values.flatMap((each) => (each.role === role ? [each.value] : []));
  const has = (name: string): boolean => reading.options.some(({ names }) => names.includes(name));
  const search = {
    pattern: valuesOf('pattern')[0],
    isGlob: has('--glob') && !has('--regex'),
    extensions: valuesOf('extension'),
    roots: valuesOf('path'),
  };
  for (const { words, at } of reading.fileCommands) {
    const source = showShape(words[0] ?? { pieces: [], source: '' });
    const value = commandsForFiles(words, search, source);
    reading.values.push({ value, uses: [certainly('shell')], role: undefined, at, option: '--exec' });
  }
}

/**
 * `docker run --entrypoint sh image -c cmd`, `su -s sh user -- -c cmd`: the operands are arguments of the entry point.
 * `su -c cmd` gives the entry point a `-c`.
 */
export function addEntrypoint(reading: ArgumentReading): void {
  const given = reading.values.find(({ role }) => role === 'entrypoint');
  const own = reading.form.traits.entrypoint;
  if (given === undefined && own === undefined) return;
  const at = reading.values.findIndex(
    ({ option, uses }) => option === undefined && uses.some(({ name }) => name === 'run'),
  );
  const run = reading.values[at];
  const entry = given?.value ?? (run === undefined ? undefined : textShape(own ?? ''));
  if (entry === undefined || staticText(entry) === '') return;
  // Behind the image, no word is an option.
  const image = reading.values.find(({ role, option }) => role === 'image' && option === undefined);
  const script = own === undefined ? undefined : reading.values.find(({ option }) => option === '-c')?.value;
  const words = [
    ...(script === undefined ? [] : [textShape('-c'), script]),
    ...(image === undefined && run === undefined ? [] : reading.words.slice(image ? image.at + 1 : run?.at)),
  ];
  const value = commandText([...(wordsInJson(entry) ?? [entry]), ...words], entry.source);
  const whole = { value, uses: [certainly('shell')], role: run?.role, at: run?.at ?? given?.at ?? 0 };
  if (run === undefined) reading.values.push({ ...whole, option: '--entrypoint' });
  else reading.values[at] = { ...whole, option: undefined };
}

/** The words of an entry point that is a list in JSON: `["sh","-c"]`. */
function wordsInJson(entry: Shape): readonly Shape[] | undefined {
  const text = staticText(entry);
  if (text === undefined || !/^\s*\[\s*"/.test(text)) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map((each) => textShape(String(each), entry.source)) : undefined;
  } catch {
    return undefined;
  }
}

/** `aws … --item file://a`, `az … --body @a`: files in any word, also where the table takes that word for text. */
export function addFilesInWords(reading: ArgumentReading): void {
  const { words } = mannersOf(reading.name);
  if (words === undefined) return;
  for (const [at, word] of reading.words.entries()) {
    const [option = ''] = /^--[\w-]+=/.exec(startOf(word)) ?? [];
    for (const { value, uses, role } of partsOf(words, behind(word, option.length))) {
      const isThere = reading.values.some(
        (each) => each.at >= at - 1 && each.at <= at && showShape(each.value) === showShape(value),
      );
      if (!isThere) reading.addPart(value, uses, role, at, undefined);
    }
  }
}

/** `split file`: the files that it makes, where no word says how their names begin. */
export function addNamed(reading: ArgumentReading): void {
  const { names } = reading.form.traits;
  if (names === undefined || reading.values.some(({ role }) => role === 'prefix')) return;
  const value = joinPieces([{ kind: 'text', text: names }, { kind: 'name' }], names);
  reading.values.push({ value, uses: [certainly('write')], role: 'prefix', at: 0, option: '--prefix' });
}

/** `curl -O url`, `wget url`: files are saved under the last names of their addresses. */
export function addDownloads(reading: ArgumentReading): void {
  const { saves, mirrors } = reading.form.traits;
  if (saves === false) return;
  const isSaved =
    saves === true || reading.options.some(({ names }) => names.some((name) => saves.includes(name)));
  if (!isSaved) return;
  const directory = reading.values.find(({ role }) => role === 'directory')?.value;
  for (const { value, uses, at } of [...reading.values]) {
    if (!uses.some(({ name }) => name === 'url')) continue;
    const isBelow = reading.options.some(({ names }) => names.some((name) => mirrors.includes(name)));
    const [file, use] = isBelow
      ? [hostFolder(value, directory), certainly('into')]
      : [savedName(value, directory), certainly('write')];
    reading.values.push({ value: file, uses: [use], role: undefined, at, option: '' });
  }
}
