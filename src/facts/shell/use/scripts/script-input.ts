/** Runs standard input as a script. */
import { anyShape } from '../../../../pattern/text/shape.ts';
import { withText } from '../../expand/file-text.ts';
import { wordOf } from '../../word.ts';
import { argumentFiles, contentOf } from '../files/items.ts';
import { noteScript } from '../running/note-script.ts';
import { anySplits, type Running, runsInput } from '../running/running.ts';
import { withFileRead } from '../written/disk-script.ts';
import { endsOptions } from './script.ts';
import { type Called, executeSources, runStream, withoutInput } from './script-stream.ts';

/** Runs standard input in a shell or an interpreter that has no other script. */
export function runStdin(running: Running): void {
  const { invocation, io } = running;
  const { stdin, language, each: isParallel } = invocation.traits;
  const files = isParallel ? argumentFiles(running) : [];
  if (isParallel && (files.length > 0 || io.stdin?.isFile === true)) {
    // Without a command, each line is one.
    const streams =
      files.length > 0
        ? files.map((file) => contentOf(file, running))
        : [withText(io.stdin, running.shell, io)];
    for (const each of streams) {
      if (each !== undefined && !each.isFile) runStream(each, 'shell', running, false);
      else
        running.shell.unknown(
          'file',
          invocation.program,
          'the commands in the file are not known',
          running.span,
        );
    }
    return;
  }
  if (!runsInput(running) || io.stdin === undefined) return;
  executeSources(io.stdin, running);
  const input = withFileRead(io.stdin, running);
  if (input.isFile) {
    noteScript(anyShape(input.shape.source), running);
    return;
  }
  const called = stdin === 'shell' && language === 'shell' ? calledOnInput(running) : undefined;
  const of = stdin === 'shell' ? 'shell' : (language ?? invocation.program);
  runStream(input, of, withoutInput(running), false, called);
}

/**
 * `bash -s a b < file`: the script has the words behind it, and its `$0` is the shell. In `bash /dev/stdin a b` the first
 * one is the script.
 */
function calledOnInput({ invocation, words }: Running): Called | undefined {
  if (invocation.open || anySplits(words)) return undefined;
  const operands = invocation.values.filter(({ option }) => option === undefined);
  const all = operands.flatMap(({ at }) => words[at] ?? []);
  const given = all[0] !== undefined && endsOptions(all[0], words) ? all.slice(1) : all;
  if (invocation.options.some(({ names }) => names.includes('-s')))
    return { name: wordOf(invocation.program), words: given };
  return { name: given[0] ?? wordOf(invocation.program), words: given.slice(1) };
}
