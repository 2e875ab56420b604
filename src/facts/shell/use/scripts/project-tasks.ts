/**
 * Runs what a tool runs because of a file of the project: `npm test` runs the scripts of `package.json`, and
 * `make` the recipes of a makefile. The call writes or names the file, or it is on the disk.
 */
import { type PathShape, parentShape, readPathShape } from '../../../../pattern/path/path-shape.ts';
import { staticText, textShape } from '../../../../pattern/text/shape.ts';
import type { Invocation } from '../../../knowledge/words/invocation.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { taskFamilies } from '../../../tasks/families.ts';
import type { AskedTasks, Task, TaskFamily } from '../../../tasks/family.ts';
import { readTasks } from '../../../tasks/read-tasks.ts';
import { isWordList } from '../../state/choice.ts';
import { emptyStream, type Stream, streamOf, type Word } from '../../word.ts';
import { isFor, type Running, readsInput, recordPipes } from '../running/running.ts';
import { filesSoFar, scriptOnDisk, withFileRead } from '../written/disk-script.ts';
import { executeTaskFiles } from './loaded-files.ts';
import { executeSources, runStream } from './script-stream.ts';

/** Runs the tasks of a project that a command selects. Gives whether files were found that say all of it. */
export function runTasks(running: Running): boolean {
  const { tasks = [] } = mannersOf(running.invocation.program);
  let isSaid = false;
  for (const name of tasks) {
    const family = taskFamilies.get(name);
    const { words = running.invocation.words[0] } = family ?? {};
    if (family === undefined || words !== running.invocation.words[0]) continue;
    if (runFamily(name, family, running) === 'said') isSaid = true;
  }
  return isSaid;
}

/** Whether the tasks of a command say what else it does: which folders it sees, or what an option may do. */
export const tasksComeFirst = (invocation: Invocation): boolean =>
  invocation.traits.sees.includes('tasks') || settledOptions(invocation).length > 0;

/** The options whose file says all that they do. */
const settledOptions = ({ program, values }: Invocation): readonly string[] =>
  (mannersOf(program).tasks ?? []).flatMap((name) => {
    const { option, saysAll } = taskFamilies.get(name) ?? {};
    return saysAll && option !== undefined && values.some((value) => value.option === option) ? [option] : [];
  });

/**
 * Runs the tasks of such a command. Gives the command: it sees unknown folders unless the project says which, and does
 * what an option may do unless its file says it.
 */
export function runTasksFirst(running: Running): Running {
  const { invocation } = running;
  const isSaid = runTasks(running);
  if (invocation.traits.sees.includes('tasks'))
    return {
      ...running,
      invocation: { ...invocation, traits: { ...invocation.traits, sees: isSaid ? [] : ['?'] } },
    };
  if (!isSaid) return running;
  const settled = settledOptions(invocation);
  const values = invocation.values.map((value) =>
    value.option !== undefined && settled.includes(value.option)
      ? { ...value, uses: value.uses.filter(({ certain }) => certain) }
      : value,
  );
  return { ...running, invocation: { ...invocation, values } };
}

/** Whether files were found: none, some that do not say all, or some that do. */
type Found = 'none' | 'open' | 'said';

function runFamily(name: string, family: TaskFamily, running: Running): Found {
  const brought = broughtFiles(family, running);
  if (brought !== undefined)
    return runFiles(name, family.joins === true ? joined(brought) : brought, family, running);
  const { state, shell, io } = running;
  // A tool that looks in the folders above follows the real folder, and not the link that leads to it.
  const base = running.base && (shell.recorder.disk.realOf(running.base) ?? running.base);
  const { disk, filesLeft } = shell.recorder;
  const isEmpty = state.files.size === 0 && !disk.isThere && !filesLeft.hasMade;
  if (base === undefined || io.elsewhere) return 'none';
  if (isEmpty) {
    runUnseen(name, family, base, running);
    return 'none';
  }
  let all = 'none' as Found;
  // The tool reads its files before what they start changes anything.
  const found = placesOf(family, base, running).map((folders) =>
    folders.map((folder) => ({
      files: foundIn(folder, family.files, running),
      also: foundIn(folder, family.also ?? [], running),
    })),
  );
  for (const folders of found) {
    for (const { files, also } of folders) {
      let here: Found = 'none';
      for (const file of files) {
        here = runFiles(name, [file], family, running);
        if (here !== 'none') break;
      }
      if (here === 'none') continue;
      const isOpen = runFiles(name, also, family, running) === 'open';
      all = isOpen || here === 'open' || all === 'open' ? 'open' : 'said';
      break;
    }
  }
  if (all === 'none' && !disk.isThere) runUnseen(name, family, base, running);
  if (all === 'none' && family.hasOwn === true)
    runFiles(name, [{ content: emptyStream, folder: base, name: '' }], family, running);
  return all;
}

/** Runs what a command may run, and touches what it may touch, where the file of the project cannot be seen. */
function runUnseen(name: string, family: TaskFamily, folder: PathShape, running: Running): void {
  const { unseen, touches } = family;
  const asked = unseen === undefined ? [] : readTasks(name, unseen, askedOf(family, running));
  if (asked === undefined || asked === 'absent') return;
  const isTouching =
    touches !== undefined && running.invocation.options.some(({ names }) => names.includes(touches));
  const possible = { ...running, io: { ...running.io, certain: false }, base: folder };
  for (const task of isTouching ? [...asked, touchesAny] : asked)
    runTask(task, emptyStream, family.files[0] ?? '', family, possible);
}

/** Writes some files of the project. */
const touchesAny: Task = { script: 'for file in **/*; do : >> "$file"; done' };

/** Lists of folders. In each list, the first folder with the file counts. */
function placesOf({ upwards, along }: TaskFamily, base: PathShape, running: Running): readonly PathShape[][] {
  const upTo = (path: PathShape, least: number): PathShape[] =>
    path.segments
      .slice(least)
      .map((_, at) => ({ ...path, segments: path.segments.slice(0, path.segments.length - at) }));
  if (upwards) return [[...upTo(base, 0), { ...base, segments: [] }]];
  if (!along) return [[base]];
  const named = running.invocation.values.flatMap(({ option, value }) => {
    const path = option === undefined ? readPathShape(value, base) : undefined;
    return path?.anchor === base.anchor ? upTo(path, base.segments.length).map((each) => [each]) : [];
  });
  return [[base], ...named];
}

interface FoundFile {
  /** Undefined if it is unknown. */
  readonly content: Stream | undefined;
  readonly folder: PathShape;
  readonly name: string;
}

const foundIn = (folder: PathShape, names: readonly string[], running: Running): readonly FoundFile[] =>
  names.flatMap((name) => fileIn(folder, name, running) ?? []);

/** A file in a folder that the call wrote, or that is on the disk. */
function fileIn(folder: PathShape, name: string, running: Running): FoundFile | undefined {
  const path = readPathShape(textShape(name), folder);
  const written = withFileRead(running.state.file(path), running);
  if (written !== undefined) return { content: written, folder, name };
  // Without a disk the file may or may not exist. It is then as unknown as any other file.
  if (['absent', 'unseen'].includes(filesSoFar(running).entry(path))) return undefined;
  return { content: scriptOnDisk(path, running), folder, name };
}

/** The files and texts that the words of the command name; undefined if there are none. */
function broughtFiles(family: TaskFamily, running: Running): readonly FoundFile[] | undefined {
  const { invocation, words, io, base, state, shell } = running;
  const named = invocation.values.filter(
    ({ option, at }, index, values) =>
      (family.operands === true
        ? option === undefined
        : family.option !== undefined && option === family.option) &&
      // A word with several uses is one file.
      values.findIndex((other) => other.at === at && other.option === option) === index,
  );
  const texts = invocation.options.filter(
    ({ names: [first] }) => first !== undefined && first === family.text,
  );
  if (family.executes) {
    const files = named.filter(
      ({ value, at }) => words[at]?.stream === undefined && !readsInput(staticText(value)),
    );
    executeTaskFiles(named.length > 0 ? files : undefined, family.files, running);
  }
  const here = base ?? state.cwd;
  if ((named.length === 0 && texts.length === 0) || here === undefined) return undefined;
  const files = named.flatMap(({ value, at }): readonly FoundFile[] => {
    const name = value.source;
    // What comes in from elsewhere may say anything.
    if (readsInput(staticText(value)) && io.stdin === undefined && family.saysAll) return [];
    if (readsInput(staticText(value)))
      return [{ content: { ...(io.stdin ?? emptyStream), from: [] }, folder: here, name }];
    const path = readPathShape(value, here);
    const content =
      words[at]?.stream ?? withFileRead(state.file(path), running) ?? scriptOnDisk(path, running);
    const isThere =
      content !== undefined ||
      (!io.elsewhere && !['absent', 'unseen'].includes(shell.recorder.disk.entry(path)));
    const folder = family.here ? here : parentShape(path);
    return isThere ? [{ content, folder, name }] : [];
  });
  return [
    ...files,
    ...texts.map(({ value }) => ({
      content: streamOf(value ?? textShape('')),
      folder: here,
      name: family.text ?? '',
    })),
  ];
}

/** Joins several files into one text. */
function joined(files: readonly FoundFile[]): readonly FoundFile[] {
  const [first] = files;
  const texts = files.map(({ content }) => (content === undefined ? undefined : staticText(content.shape)));
  if (first?.content === undefined || files.length === 1 || texts.includes(undefined)) return files;
  return [{ ...first, content: { ...first.content, shape: textShape(texts.join('\n')) } }];
}

/** Runs the tasks in files. Gives whether they say something about the tool, and all of it. */
function runFiles(family: string, files: readonly FoundFile[], place: TaskFamily, running: Running): Found {
  let found = 'none' as Found;
  for (const { content, folder, name } of files) {
    const { shell, command, io, span, base } = running;
    // It runs nothing of what it writes itself: `npm pkg set`.
    if (content?.from.includes(command) === true) continue;
    if (content !== undefined) executeSources(content, running);
    if (content !== undefined) recordPipes(content.from, command, shell, io, span);
    const text = content === undefined ? undefined : staticText(content.shape);
    const around = { ...running, base: place.here ? base : folder };
    const asked = text === undefined ? undefined : readTasks(family, text, askedOf(place, around));
    if (asked === 'absent') continue;
    const isOpen = asked === undefined || asked.some((task) => task.isOpen);
    found = isOpen || found === 'open' ? 'open' : 'said';
    if (isOpen) shell.unknown('file', name, 'what it runs from this file is not known', span);
    if (place.isHidden && content?.file !== undefined) shell.recorder.hidden.hideText(content.file);
    for (const task of asked ?? []) runTask(task, content ?? emptyStream, name, place, around);
  }
  return found;
}

function runTask(task: Task, content: Stream, name: string, place: TaskFamily, running: Running): void {
  const { script, language = 'shell', folder, elsewhere } = task;
  if (script === '') return;
  const { base, io, invocation } = running;
  const given = wordsFor(task, place, running);
  const stream = {
    ...streamOf(textShape(given.length === 0 ? script : `${script} "$@"`), { ...content, from: [] }),
    file: content.file ?? name,
  };
  const within: Running = {
    ...running,
    base: folder === undefined ? base : readPathShape(textShape(folder), base),
    // Nothing is left of an input that is the file itself: `make -f -`.
    io: {
      ...io,
      elsewhere: elsewhere || io.elsewhere,
      ...(content.shape === io.stdin?.shape ? { stdin: undefined } : {}),
    },
    // The file is read on this machine, wherever the command of the tool runs.
    invocation: { ...invocation, traits: { ...invocation.traits, elsewhere: elsewhere ?? false } },
  };
  runStream(stream, language, within, false, { name: undefined, words: given });
}

/** The words of the command that are passed to a task, behind its last command. */
function wordsFor(
  { wordsFrom, passesOptions, allWords }: Task,
  place: TaskFamily,
  running: Running,
): readonly Word[] {
  if (allWords) {
    const { invocation, words } = running;
    const { values } = invocation;
    const own = values.filter(({ option }) => option === place.option).map(({ at }) => at);
    return words.filter(
      (_, at) => !(own.includes(at) || (own.includes(at + 1) && values.every((each) => each.at !== at))),
    );
  }
  if (wordsFrom === undefined) return [];
  const operands = operandWords(place, running);
  const named = passesOptions === true ? operands[wordsFrom - 1] : undefined;
  return named === undefined
    ? operands.slice(wordsFrom)
    : running.words.slice(running.words.indexOf(named) + 1);
}

/** The operands; behind one that takes all words, or is a command itself, all words. */
function operandWords({ passesWords }: TaskFamily, { invocation, words }: Running): readonly Word[] {
  const operands = invocation.values.filter(({ option }) => option === undefined);
  const last = passesWords ? operands[0] : operands.find(({ uses }) => isFor(uses, 'run'));
  const before = operands.slice(0, last === undefined ? operands.length : operands.indexOf(last));
  return [
    ...before.flatMap(({ at }) => words[at] ?? []),
    ...(last === undefined ? [] : words.slice(last.at)),
  ];
}

function askedOf(family: TaskFamily, running: Running): AskedTasks {
  const { invocation, state, shell, base, io } = running;
  const { program, words, options } = invocation;
  const { disk } = shell.recorder;
  const at = (path: string): PathShape => readPathShape(textShape(path), base);
  return {
    program,
    words,
    operands: operandWords(family, running).map(({ shape, splits }) =>
      splits ? undefined : staticText(shape),
    ),
    options: new Set(options.map(({ names: [name = ''] }) => name)),
    values: (name) =>
      options
        .filter(({ names }) => names[0] === name)
        .map(({ value }) => (value === undefined ? undefined : staticText(value))),
    variable(name) {
      const value = state.get(name);
      if (value === undefined) return { is: 'unset' };
      const text = isWordList(value) ? undefined : staticText((value as Word).shape);
      return text === undefined ? { is: 'unknown' } : { is: 'set', text };
    },
    read(path) {
      const file = at(path);
      const written = withFileRead(state.file(file), running);
      const content = written ?? (io.elsewhere ? undefined : scriptOnDisk(file, running));
      if (content !== undefined) {
        executeSources(content, running);
        return staticText(content.shape);
      }
      return disk.isThere && disk.entry(file) === 'absent' ? 'absent' : undefined;
    },
    names(folder) {
      const names = io.elsewhere ? undefined : disk.names(at(folder));
      return names === 'unseen' ? undefined : names;
    },
    entry(path) {
      const file = at(path);
      if (state.file(file) !== undefined) return 'file';
      const is = io.elsewhere ? 'unseen' : disk.entry(file);
      return is === 'unseen' ? 'unknown' : is;
    },
  };
}
