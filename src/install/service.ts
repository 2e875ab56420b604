/**
 * What keeps a server of this user running, in the way of the system: a socket and a service of systemd, an agent of
 * launchd, or a task of Windows. The files are bylaw's alone; a person switches them on.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillTemplate } from '../host/machine/template.ts';
import { defaultSocket } from '../host/machine/user-folders.ts';
import { type HookCommand, policyWords, typedWord } from './command-line.ts';
import { type FileChange, fileChange } from './file-change.ts';
import { findProgram, type Machine, movedBy } from './machine.ts';

const mark = 'Written by bylaw init for its server; `bylaw uninstall` takes it away.';

interface ServiceFile {
  readonly path: string;
  readonly text: string;
}

interface Service {
  readonly files: readonly ServiceFile[];
  /** What a person types to switch it on, one after the other. */
  readonly start: readonly string[];
  /** And off. */
  readonly stop: readonly string[];
}

/** The way of this system; undefined where it has none that bylaw knows. */
export function serviceOf(machine: Machine, command: HookCommand): Service | undefined {
  if (machine.platform === 'darwin') return launchd(machine, command);
  if (machine.platform === 'win32') return windowsTask(machine, command);
  return machine.platform === 'linux' && findProgram('systemctl', machine) !== undefined
    ? systemd(machine, command)
    : undefined;
}

/** The files that `bylaw init --server` writes beside the hooks, without those that are right already. */
export function serviceChanges({ files }: Service): readonly FileChange[] {
  return files.flatMap(({ path, text }) => {
    const before = textAt(path);
    return before === text
      ? []
      : fileChange(path, before, text, before !== undefined && !before.includes(mark));
  });
}

/** What `bylaw uninstall` takes away: files that it wrote. One that others have added to is kept beside it. */
export function serviceRemovals({ files }: Service): readonly FileChange[] {
  return files.flatMap(({ path, text }) => {
    const before = textAt(path);
    if (before?.includes(mark) !== true) return [];
    return fileChange(path, before, undefined, withoutProgram(before) !== withoutProgram(text));
  });
}

/** The text without what differs from one `bylaw init` to the next. */
const withoutProgram = (text: string): string =>
  text.replace(/^ExecStart=.*$/m, '').replace(/<(array|Arguments)>.*?<\/\1>/s, '');

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The words that start the server: by the policies of the hooks, at the socket where they look. */
const serverWords = ({ node, script, policies, watch }: HookCommand): readonly string[] => [
  ...[node, script, 'serve', ...policyWords(policies)],
  ...(watch === true ? ['--watch'] : []),
];

function systemd(machine: Machine, command: HookCommand): Service {
  const folder = join(movedBy(machine, 'XDG_CONFIG_HOME', '.config'), 'systemd', 'user');
  const service = fillTemplate('bylaw.service', {
    mark,
    command: serverWords(command).map(forSystemd).join(' '),
  });
  const socket = fillTemplate('bylaw.socket', {
    mark,
    socket: defaultSocket(machine.env).replaceAll('%', '%%'),
  });
  return {
    files: [
      { path: join(folder, 'bylaw.service'), text: service },
      { path: join(folder, 'bylaw.socket'), text: socket },
    ],
    start: ['systemctl --user daemon-reload && systemctl --user enable --now bylaw.socket'],
    stop: ['systemctl --user stop bylaw.socket bylaw.service; systemctl --user daemon-reload'],
  };
}

/** A word as systemd.service(5) reads it. */
const forSystemd = (word: string): string =>
  `"${word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;

function launchd(machine: Machine, command: HookCommand): Service {
  const path = join(machine.home, 'Library', 'LaunchAgents', 'io.bylaw.serve.plist');
  const words = [...serverWords(command), '--socket', 'default'];
  const text = fillTemplate('io.bylaw.serve.plist', {
    mark,
    words: words.map((word) => `\t\t<string>${forXml(word)}</string>`).join('\n'),
    log: forXml(join(machine.home, 'Library', 'Logs', 'bylaw.log')),
  });
  const place = typedWord(path);
  return {
    files: [{ path, text }],
    start: [`launchctl bootstrap gui/$(id -u) ${place}`],
    stop: [`launchctl bootout gui/$(id -u) ${place}`],
  };
}

/**
 * A task that starts with the user and has no window. It is written in ASCII, so that no reader takes it for another encoding,
 * and for this user alone, so that no administrator is asked.
 */
function windowsTask(machine: Machine, command: HookCommand): Service {
  const { USERDOMAIN: domain, USERNAME: name = '', SystemRoot: system = 'C:\\Windows' } = machine.env;
  const user = forXml(domain === undefined ? name : `${domain}\\${name}`);
  const path = join(movedBy(machine, 'LOCALAPPDATA', 'AppData', 'Local'), 'bylaw', 'task.xml');
  const words = ['--headless', ...[...serverWords(command), '--socket', 'default'].map(forWindows)];
  const text = fillTemplate('task.xml', {
    mark,
    user,
    program: forXml(`${system}\\System32\\conhost.exe`),
    words: forXml(words.join(' ')),
  });
  return {
    files: [{ path, text }],
    start: [`schtasks /Create /TN bylaw /XML "${path}" /F`, 'schtasks /Run /TN bylaw'],
    stop: ['schtasks /End /TN bylaw', 'schtasks /Delete /TN bylaw /F'],
  };
}

/** A word as programs of Windows take a command line apart: backslashes mean themselves, but before a quote. */
const forWindows = (word: string): string =>
  `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;

const forXml = (text: string): string =>
  text.replace(/[&<>]|[^\x20-\x7e]/gu, (sign) => `&#${sign.codePointAt(0)};`);
