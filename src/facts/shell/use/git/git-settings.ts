/** Settings of git that commands make: `git config`, `git remote add`, and `-c` for one command. */
import { below, type PathShape, readPathShape } from '../../../../pattern/path/path-shape.ts';
import { staticText, textShape } from '../../../../pattern/text/shape.ts';
import type { Command, CommandOperand } from '../../../effect/effect.ts';
import { hasHappened } from '../../../effect/way.ts';
import type { Invocation } from '../../../knowledge/words/invocation.ts';
import { type GitSetting, writeGitSetting } from '../../../repository/git-config.ts';
import type { Repository } from '../../../repository/repository.ts';
import { noOrigins, streamOf, unknownStream } from '../../word.ts';
import type { Running } from '../running/running.ts';
import { filesSoFar } from '../written/disk-script.ts';

/** The text of an operand; undefined if it is unknown, or if there is none. */
export const operandText = (operands: readonly CommandOperand[], at: number): string | undefined => {
  const operand = operands[at];
  return operand === undefined ? undefined : staticText(operand.value);
};

/** Whether a command changes settings of git. */
export const makesSettings = ({ words: [first] }: Invocation): boolean =>
  first === 'config' || first === 'remote';

/** The settings that an earlier command of the call has made; undefined for an unknown one. */
export function settingsOf({ words, operands }: Command): readonly (GitSetting | undefined)[] {
  const [first, second] = words;
  const setting = (at: number, nameOf: (text: string) => string): readonly (GitSetting | undefined)[] => {
    const [name, value] = [operandText(operands, at), operandText(operands, at + 1)];
    if (operands.length <= at + 1) return [];
    return [name === undefined || value === undefined ? undefined : { name: nameOf(name), value }];
  };
  // Since git 2.46: `git config set NAME VALUE`.
  if (first === 'config') return setting(operandText(operands, 0) === 'set' ? 1 : 0, settingName);
  if (first !== 'remote' || (second !== 'add' && second !== 'set-url')) return [];
  return setting(0, (name) => `remote.${name}.url`);
}

/** `git -c a.b=c`. */
export const givenSettings = ({ options }: Invocation): readonly GitSetting[] =>
  options.flatMap(({ names, value }) => {
    const [, name, text = 'true'] =
      names.includes('-c') && value !== undefined
        ? (/^([^=]+)(?:=(.*))?$/s.exec(staticText(value) ?? '') ?? [])
        : [];
    return name === undefined ? [] : [{ name: settingName(name), value: text }];
  });

/** A setting's name with its section and key in lower case, and its subsection unchanged. */
function settingName(name: string): string {
  const [first, last] = [name.indexOf('.'), name.lastIndexOf('.')];
  if (first < 0) return name.toLowerCase();
  return name.slice(0, first).toLowerCase() + name.slice(first, last) + name.slice(last).toLowerCase();
}

/**
 * Writes what a command sets into the file of settings, for later commands and calls. This is for repositories
 * that only the session knows; a disk has the file itself.
 */
export function keepSettings(repository: Repository, running: Running): void {
  const { shell, state, command } = running;
  const { recorder } = shell;
  const made = recorder.effects.commands[command];
  const settings = made === undefined ? [] : settingsOf(made);
  if (made === undefined || settings.length === 0) return;
  const file = settingsFile(repository, running);
  const before = filesSoFar(running).text(file);
  const lines = settings.map((setting) => setting && writeGitSetting(setting));
  const isKnown = (before.is === 'text' || before.is === 'unseen') && !lines.includes(undefined);
  const text = (before.is === 'text' ? before.text : '') + lines.join('');
  const isSure = made.via.length === 0 && hasHappened(recorder.effects.moments.get(made), 'on success');
  state.write(file, isKnown ? streamOf(textShape(text), noOrigins) : unknownStream(noOrigins), isSure);
  recorder.filesLeft.hold(file, isKnown ? text : { why: 'printed' }, !isSure);
}

/** Later commands read the files of settings that this one includes. */
export function readIncluded(repository: Repository, running: Running): void {
  const { shell, span, command } = running;
  const made = shell.recorder.effects.commands[command];
  for (const setting of made === undefined ? [] : settingsOf(made)) {
    if (setting === undefined || !/^include(?:if\..*)?\.path$/is.test(setting.name)) continue;
    const file = settingsFile(repository, running);
    const base = { ...file, segments: file.segments.slice(0, -1) };
    shell.recorder.path({ use: 'read', path: textShape(setting.value), base, certain: false, span, command });
  }
}

/** The file to which a command writes settings: that of the user, a named one, or that of the repository. */
function settingsFile({ common }: Repository, { invocation, base }: Running): PathShape {
  const { options } = invocation;
  const named = options.find(({ names }) => names.includes('-f') || names.includes('--file'))?.value;
  if (named !== undefined) return readPathShape(named, base);
  const has = (name: string): boolean => options.some(({ names }) => names.includes(name));
  if (has('--global')) return { anchor: 'home', segments: ['.gitconfig'] };
  return has('--system') ? { anchor: 'root', segments: ['etc', 'gitconfig'] } : below(common, 'config');
}
