/**
 * Functions of a module that are commands for the words behind the script: `ruby -run -e rm -- -r x`,
 * `perl -MExtUtils::Command -e rm_rf x`. The trait `offers` names the module.
 */
import { staticText } from '../../../../pattern/text/shape.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { wordOf } from '../../word.ts';
import { optionsGiven } from '../running/held-options.ts';
import { isFor, type Running } from '../running/running.ts';
import { nestedIo, nestedState } from './nested.ts';

/** Runs the commands that a script takes from such a module. */
export function runOffered(running: Running): void {
  const { invocation, words, shell, span } = running;
  const { offers } = mannersOf(invocation.program);
  if (offers === undefined || !loads(offers, running)) return;
  const given = invocation.values.filter(({ option }) => option === undefined).map(({ at }) => at);
  const dashes = words.findIndex(({ shape }) => staticText(shape) === '--');
  const start = dashes >= 0 ? dashes + 1 : Math.min(...given, words.length);
  for (const { value, uses } of invocation.values) {
    if (!isFor(uses, 'code')) continue;
    const code = staticText(value);
    if (code === undefined) shell.unknown('code', value.source, 'which command this is is not known', span);
    // `rm_rf` is `rm -rf`.
    for (const [name = ''] of code?.matchAll(/\b[a-z]+(?:_[a-z]+)?\b/g) ?? []) {
      const [program = '', option] = name.split('_');
      const command = [wordOf(program), ...(option === undefined ? [] : [wordOf(`-${option}`)])];
      if (shell.knowledge.programs.has(program))
        shell.runWords([...command, ...words.slice(start)], nestedState(running), nestedIo(running), span);
    }
  }
}

/** Whether an option loads the module: `-run`, `-r un`, `-MExtUtils::Command`. */
const loads = (module: string, running: Running): boolean =>
  [...running.invocation.options, ...optionsGiven(running)].some(({ value }) => {
    const text = value === undefined ? undefined : staticText(value);
    return text?.split(/[=\s]/, 1)[0] === module;
  });
