/** Names of hosts that the settings of ssh give to others: `ssh prod`, `git clone gh:a/b`. */
import { type PathShape, pathShapeOfText } from '../../../pattern/path-shape.ts';
import { type Shape, staticText, textShape } from '../../../pattern/shape.ts';
import { mannersOf } from '../../knowledge/manners.ts';
import { readSshConfig, type SshHost } from '../../settings/ssh-config.ts';
import { withFileRead } from './disk-script.ts';
import { nestedIo } from './nested.ts';
import type { Running } from './running.ts';

/** So many files of settings include one another. */
const mostFiles = 8;

/**
 * Connects to where the settings say that a name leads, and runs what they say for it. True where the name is none of a
 * host itself.
 */
export function useSshHost(value: Shape, certain: boolean, running: Running): boolean {
  const { shell, io, span, command, invocation, state } = running;
  const text = staticText(value);
  if ((!shell.recorder.disk.isThere && state.files.size === 0) || io.elsewhere || text === undefined)
    return false;
  if (mannersOf(invocation.program).connects !== 'ssh') return false;
  if (/^(?!(?:git\+)?(?:ssh|scp|sftp):)[A-Za-z][\w+.-]*:\/\//.test(text)) return false;
  const [, name] = /^(?:(?:(?:git\+)?ssh|scp|sftp):\/\/)?(?:[^@/\s]+@)?([\w.-]+)(?:$|[:/])/.exec(text) ?? [];
  if (name === undefined) return false;
  const given = invocation.values.find(({ option }) => option === '-F')?.value;
  const files = given === undefined ? usual : [pathShapeOfText(staticText(given) ?? '', running.base)];
  let isOther = false;
  for (const found of settingsFor(name, files, running)) {
    const about = {
      certain: certain && io.certain,
      span,
      command,
      from: 'the host that the settings of ssh name',
    };
    for (const host of [found.host, ...found.jumps]) {
      if (host === name) continue;
      const known = shell.recorder.connect(textShape(host.replace(/^.*@/, '')), about);
      if (known !== undefined) running.hosts.push(known);
    }
    isOther ||= found.host !== name && !found.isOpen;
    for (const each of found.commands)
      shell.recorder.inFile('~/.ssh/config', () =>
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

function settingsFor(name: string, files: readonly PathShape[], running: Running): readonly SshHost[] {
  const { shell, span, state } = running;
  const { disk } = shell.recorder;
  const open = [...files];
  const found: SshHost[] = [];
  for (let read = 0; read < mostFiles; read++) {
    const file = open.shift();
    if (file === undefined) break;
    const written = withFileRead(state.file(file), running);
    const known = written && staticText(written.shape);
    const onDisk = written === undefined ? disk.text(file) : undefined;
    const text = known ?? (onDisk?.is === 'text' ? onDisk.text : undefined);
    const isUnknown = written === undefined ? disk.isThere && onDisk?.is === 'unknown' : known === undefined;
    if (isUnknown) shell.unknown('file', name, 'the settings of ssh cannot be read', span);
    if (text === undefined) continue;
    const settings = readSshConfig(text, name);
    found.push(settings);
    const home: PathShape = { anchor: 'home', segments: ['.ssh'] };
    open.push(
      ...settings.includes.filter((each) => !/[*?[]/.test(each)).map((each) => pathShapeOfText(each, home)),
    );
  }
  return found;
}
