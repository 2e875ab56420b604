/**
 * What a tool runs because a file of the project says so: `npm test` is the scripts of `package.json`. The file is one that
 * the call wrote, or one that the disk has.
 */
import type { PathShape } from '../../../pattern/path-shape.ts';
import { staticText, textShape } from '../../../pattern/shape.ts';
import { mannersOf } from '../../knowledge/manners.ts';
import { taskFamilies } from '../../tasks/families.ts';
import type { AskedTasks, TaskFamily } from '../../tasks/family.ts';
import { type Stream, streamOf, type Word } from '../word.ts';
import { scriptOnDisk, withFileRead } from './disk-script.ts';
import type { Running } from './running.ts';
import { executeSources, runStream } from './script.ts';

/** Runs the tasks of a project that a command asks for. */
export function runTasks(running: Running): void {
  const { state, shell, invocation, io, span, words } = running;
  const { tasks } = mannersOf(invocation.program);
  if (tasks === undefined || io.elsewhere) return;
  if (state.files.size === 0 && !shell.recorder.disk.isThere) return;
  const family = taskFamilies.get(tasks);
  const found = family === undefined ? undefined : findFile(family, running);
  if (family === undefined || found === undefined) return;
  const { content, folder, name } = found;
  executeSources(content, running);
  const text = staticText(content.shape);
  const asked = text === undefined ? undefined : family.tasksIn(text, askedOf(running));
  if (asked === undefined) {
    shell.unknown('file', name, 'what it runs of this file cannot be told', span);
    return;
  }
  const operands = invocation.values.filter(({ option }) => option === undefined);
  for (const { script, language = 'shell', wordsFrom } of asked) {
    const given: readonly Word[] =
      wordsFrom === undefined ? [] : operands.slice(wordsFrom).flatMap(({ at }) => words[at] ?? []);
    const stream = { ...streamOf(textShape(withWords(script, given)), content), file: content.file ?? name };
    runStream(stream, language, { ...running, base: folder }, false, { name: undefined, words: given });
  }
}

/** The words behind it are those of its last command. */
const withWords = (script: string, words: readonly Word[]): string =>
  words.length === 0 ? script : `${script} "$@"`;

function askedOf({ invocation: { words, values, options } }: Running): AskedTasks {
  return {
    words,
    operands: values.filter(({ option }) => option === undefined).map(({ value }) => staticText(value)),
    options: new Set(options.map(({ names: [name = ''] }) => name)),
  };
}

interface FoundFile {
  readonly content: Stream;
  readonly folder: PathShape;
  readonly name: string;
}

/** The file of a family that is nearest to where the command runs. */
function findFile({ files, upwards }: TaskFamily, running: Running): FoundFile | undefined {
  const { base, state, shell } = running;
  if (base === undefined) return undefined;
  const { disk } = shell.recorder;
  const highest = upwards ? 0 : base.segments.length;
  for (let depth = base.segments.length; depth >= highest; depth--) {
    const folder = { anchor: base.anchor, segments: base.segments.slice(0, depth) };
    for (const name of files) {
      const path = { ...folder, segments: [...folder.segments, name] };
      const written = withFileRead(state.file(path), running);
      if (written !== undefined) return { content: written, folder, name };
      if (!disk.isThere || disk.entry(path) === 'absent') continue;
      const content = scriptOnDisk(path, running);
      return content === undefined ? undefined : { content, folder, name };
    }
  }
  return undefined;
}
