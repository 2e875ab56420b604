/** Hosts that the settings of ssh have under other names: `ssh prod`, `git clone gh:a/b`. */
import {
  below,
  type PathShape,
  parentShape,
  pathShapeOfText,
  readPathShape,
  showPathShape,
} from '../../../../pattern/path/path-shape.ts';
import { type Shape, staticText, textShape } from '../../../../pattern/text/shape.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { matches, readSshConfig, type SshHost } from '../../../settings/ssh-config.ts';
import { nestedIo } from '../commands/nested.ts';
import type { Running } from '../running/running.ts';
import { filesSoFar } from '../written/disk-script.ts';
import { runWritten } from '../written/written-module.ts';

/** The most files of settings that are read by `Include`. */
const mostFiles = 8;

/**
 * Connects to the host that the settings have for a name, and runs their commands for it. Gives true if the
 * name is not itself a host.
 */
export function useSshHost(value: Shape, certain: boolean, running: Running): boolean {
  const { shell, io, invocation, state } = running;
  const text = staticText(value);
  if ((!shell.recorder.disk.isThere && state.files.size === 0) || io.elsewhere || text === undefined)
    return false;
  const { connects } = mannersOf(invocation.program);
  if (connects === undefined || (connects === 'address' && !throughSsh.test(text))) return false;
  if (/^(?!(?:git\+|svn\+)?(?:ssh|scp|sftp):)[A-Za-z][\w+.-]*:\/\//.test(text)) return false;
  const [, name] =
    /^(?:(?:(?:git\+|svn\+)?ssh|scp):\/\/|sftp:(?:\/\/)?)?(?:[^@/\s]+@)?([\w.-]+)(?:$|[:/])/.exec(text) ?? [];
  if (name === undefined) return false;
  running.sshNames.push({ name, certain });
  const given = settingsGiven(running);
  return useSettings(name, given === undefined ? usual : [given], given !== undefined, certain, running);
}

/** The addresses for which programs start `ssh` that take others as well. */
const throughSsh = /^(?:(?:git\+|svn\+)?ssh|scp|sftp):/;

/**
 * Uses the settings of a `ssh` that a command starts, if its own command line names them, for the hosts of that command:
 * `rsync -e 'ssh -F FILE' a host:`. To be called when all of the command has been used.
 */
export function useStartedSsh(running: Running): void {
  const { shell, io, sshNames } = running;
  const given = settingsGiven(running);
  if (given !== undefined) {
    if (sshNames.length === 0 && io.via.length > 0) shell.sshSettings.push(given);
    return;
  }
  if (shell.sshSettings.length === 0) return;
  for (const { name, certain } of sshNames) useSettings(name, shell.sshSettings, true, certain, running);
  // Which host is meant may be in a file: `GIT_SSH_COMMAND='ssh -F FILE' git fetch`.
  if (sshNames.length === 0 && mannersOf(running.invocation.program).connects === 'ssh')
    useSettings(undefined, shell.sshSettings, true, false, running);
}

/** The file of settings that an option of ssh names; undefined if none does. */
function settingsGiven({ invocation, base }: Running): PathShape | undefined {
  if (mannersOf(invocation.program).connects !== 'ssh') return undefined;
  const given = invocation.values.find(({ option }) => option === '-F')?.value;
  return given && readPathShape(given, base);
}

/** `name`: none for any host. `isHidden`: an option has named the files, and may name any file, also one that the agent may not read. */
function useSettings(
  name: string | undefined,
  files: readonly PathShape[],
  isHidden: boolean,
  certain: boolean,
  running: Running,
): boolean {
  const { shell, io, span, command, state } = running;
  let isOther = false;
  for (const found of settingsFor(name, files, running)) {
    if (isHidden) shell.recorder.hidden.hideText(found.file);
    const about = {
      certain: certain && io.certain,
      span,
      command,
      from: 'the host that the settings of ssh name',
    };
    for (const host of [found.host, ...found.jumps]) {
      if (host === name) continue;
      const address = textShape(host.replace(/^.*@/, ''));
      const known = shell.recorder.inFile(isHidden ? found.file : undefined, () =>
        shell.recorder.connect(address, about),
      );
      if (known !== undefined) running.hosts.push(known);
    }
    isOther ||= found.host !== name && !found.isOpen;
    for (const library of found.libraries.map((each) => textShape(each))) {
      shell.recorder.execute(library, running.base, { certain: false, span, command });
      runWritten(readPathShape(library, running.base), 'other', shell, state, io, command);
    }
    for (const each of found.commands)
      shell.recorder.inFile(found.file, () =>
        state.unsurely(() =>
          shell.runText({ shape: textShape(each.text), sources: [], from: [] }, state.child(), {
            ...nestedIo(running),
            certain: about.certain && each.certain,
          }),
        ),
      );
  }
  return isOther;
}

const usual: readonly PathShape[] = [
  { anchor: 'home', segments: ['.ssh', 'config'] },
  { anchor: 'root', segments: ['etc', 'ssh', 'ssh_config'] },
];

interface FoundSettings extends SshHost {
  /** The shown path of the file that has them, or that includes it. */
  readonly file: string;
}

function settingsFor(
  name: string | undefined,
  files: readonly PathShape[],
  running: Running,
): readonly FoundSettings[] {
  const { shell, span } = running;
  // `first`: the file that begins with it. What it includes is its text, and not shown.
  const open = files.map((file) => ({ file, first: showPathShape(file) }));
  const found: FoundSettings[] = [];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { file, first } = next;
    const text = filesSoFar(running).text(file);
    if (text.is === 'unknown' || found.length >= mostFiles)
      shell.unknown('file', first, 'not all settings of ssh are read', span);
    if (found.length >= mostFiles) break;
    if (text.is !== 'text') continue;
    const settings = readSshConfig(text.text, name);
    found.push({ ...settings, file: first });
    for (const each of settings.includes)
      open.push(...included(each, first, running).map((path) => ({ file: path, first })));
  }
  return found;
}

/**
 * The files that `Include` names, relative to the folder of the user's settings. `config.d/*` becomes the files
 * on the disk.
 */
function included(pattern: string, first: string, { shell, span }: Running): readonly PathShape[] {
  const path = pathShapeOfText(pattern, { anchor: 'home', segments: ['.ssh'] });
  const last = path.segments.at(-1);
  if (typeof last !== 'string' || !/[*?[]/.test(pattern)) return [path];
  const names = shell.recorder.disk.names(parentShape(path));
  const isKnown = names !== undefined && !/[*?[].*\/|\[/.test(pattern);
  if (!isKnown) shell.unknown('file', first, 'which settings of ssh it includes is not known', span);
  if (!isKnown || names === 'unseen') return [];
  return names.filter((name) => matches(last, name)).map((name) => below(parentShape(path), name));
}
