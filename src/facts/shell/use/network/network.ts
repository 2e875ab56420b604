/** Records what a command connects to, what it sends there, and which packages it installs. */
import type { HostShape } from '../../../../pattern/host.ts';
import { readPackage } from '../../../../pattern/package.ts';
import { readPathShape, showPathShape } from '../../../../pattern/path/path-shape.ts';
import {
  anyShape,
  joinPieces,
  type Shape,
  showShape,
  staticText,
  textShape,
} from '../../../../pattern/text/shape.ts';
import type { PathEffect } from '../../../effect/effect.ts';
import { mayHaveDrives, remoteHost } from '../../../effect/remote-host.ts';
import type { Invocation } from '../../../knowledge/words/invocation.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { isSpent } from '../../shell.ts';
import { mergeOrigins, noOrigins, type Origins } from '../../word.ts';
import { isOfSession } from '../files/own-sources.ts';
import { keepBefore, usePath, withEarlierContent } from '../files/paths.ts';
import { type Running, readsInput } from '../running/running.ts';
import { downloadedName, isDirectoryName } from '../text/derived-name.ts';
import { writtenBelow, writtenText } from '../written/written-module.ts';
import { registrySource } from './package-source.ts';
import { useSshHost } from './ssh-hosts.ts';

/** The host of a command that names none: `kubectl`, `vault`. */
export const hostOfSettings = anyShape('a host of its settings');

/** Records a connection to a host, and adds the host to those that the command sends to. */
export function connect(url: Shape, certain: boolean, running: Running): void {
  const { shell, io, span, command } = running;
  if (useSshHost(url, certain, running)) return;
  const host = shell.recorder.connect(url, { certain: io.certain && certain, span, command });
  if (host !== undefined) running.hosts.push(host);
}

/** The address to connect to. git reads `host:path` as a machine, and many programs read `sftp:user@host:path`. */
export const urlToConnect = (value: Shape, { program }: Invocation): Shape =>
  mannersOf(program).hosts === 'paths' || /^(?:sftp|rest|s3|rclone):/i.test(staticText(value) ?? '')
    ? (remoteHost(value) ?? value)
    : value;

/** The machine of a place as this command reads it. */
const hostOf = (value: Shape, { shell, base }: Running): Shape | undefined =>
  remoteHost(value, mayHaveDrives([base, ...(shell.roots ?? [])]));

/** An address, and not a place in the form of `scp`. */
const address = /^[A-Za-z][A-Za-z0-9+.-]+:\/\//;

/** Connects to a remote that is given by its address; a push sends there. */
export function useGitRemote(value: Shape, running: Running): void {
  const text = staticText(value);
  const host = text !== undefined && address.test(text) ? value : hostOf(value, running);
  if (host === undefined) return;
  connect(host, true, running);
  if (running.invocation.traits.pushes) running.uploads.push(noOrigins);
}

/** Uses `[user@]host:path`, or a path on this machine. */
export function useRemote(writes: boolean, value: Shape, running: Running): void {
  const text = staticText(value);
  const known = text ?? (value.pieces[0]?.kind === 'text' ? value.pieces[0].text : undefined);
  const path = (certain: boolean): void => {
    if (writes) usePath({ name: 'write', certain }, value, running);
    else running.carried.push({ sources: readWithBelow(certain, value, running), from: [] });
  };
  const host = hostOf(value, running);
  if (host !== undefined) connect(host, true, running);
  else if (known !== undefined && address.test(known)) connect(value, true, running);
  else if (text !== undefined || value.pieces[0]?.kind !== 'any') {
    path(true);
    if (writes) {
      keepBefore(value, running);
      keepDownloads(value, running);
    }
  } else {
    connect(value, false, running);
    path(false);
  }
}

/** Reads a file that is sent, and what lies below a folder where the program sends that. */
export function readWithBelow(certain: boolean, path: Shape, running: Running): readonly PathEffect[] {
  const before = running.reads.length;
  const named = usePath({ name: 'read', certain }, path, running);
  const isFolder = running.invocation.traits.recursive === 'perhaps';
  const below = isFolder ? running.reads.slice(before).filter((each) => !named.includes(each)) : [];
  return [...named, ...below];
}

/** Keeps what `scp host:a .` and `scp a b/` bring in the directory, under its name. */
function keepDownloads(directory: Shape, running: Running): void {
  const isDirectory = isDirectoryName(directory);
  for (const { value, uses } of running.invocation.values) {
    if (!uses.some(({ name }) => name === 'remote-read')) continue;
    const text = staticText(value) ?? '';
    const isHere = hostOf(value, running) === undefined && !address.test(text);
    if (isHere)
      running.shell.recorder.filesLeft.move(
        readPathShape(value, running.base),
        readPathShape(directory, running.base),
      );
    if (isHere && (!isDirectory || text.endsWith('/'))) continue;
    const file = downloadedName(value, directory);
    if (file === undefined) continue;
    const effects = usePath({ name: 'write', certain: isDirectory }, file, running);
    running.writes.push(...effects);
  }
}

/** Reads what an upload sends: `@path`, `name=@path`, `name=<path`, or plain data. */
export function upload(value: Shape, origins: Origins, running: Running): void {
  const [first, ...rest] = value.pieces;
  const [, before, path] =
    first?.kind === 'text' ? (/^((?:[^=@<]*[=])?[@<]|[^=@<\s]*@)(.*)$/s.exec(first.text) ?? []) : [];
  if (before === undefined || path === undefined || (path === '' && rest.length === 0)) {
    running.uploads.push(origins);
    return;
  }
  const file = joinPieces(
    [{ kind: 'text', text: path.replace(/;(?:type|filename)=.*$/, '') }, ...rest],
    value.source,
  );
  if (readsInput(staticText(file))) running.uploads.push(running.io.stdin ?? noOrigins);
  else running.uploads.push({ sources: usePath({ name: 'read', certain: true }, file, running), from: [] });
}

/** Records what the command sends: uploads, words with the content of files, and standard input if it is sent. */
export function recordSends(running: Running): void {
  const { hosts, mayGet, words, invocation, io, shell, span, command } = running;
  const uploads = [...running.uploads, ...running.carried];
  // An operand with the value takes the place of the input: `etcdctl put key value`.
  const hasValue = invocation.values.some(
    ({ role, option, value }) => role === 'value' && option === undefined && staticText(value) !== undefined,
  );
  const stdin = invocation.traits.sendsStdin && !hasValue ? io.stdin : undefined;
  const sends = uploads.length > 0 || stdin !== undefined;
  if (mayGet.length > 0) sendByCode(running);
  if (staysHere(invocation)) return;
  const own = mergeOrigins(...words);
  const isNamed = hosts.length + mayGet.length > 0 || invocation.traits.offline;
  if (!isNamed && sendsBySettings(stdin, own, running)) connect(hostOfSettings, true, running);
  if (hosts.length > 0) sendInputPerhaps(running);
  if (hosts.length === 0 && !(sends && mayGet.length > 0)) return;
  const sources = withEarlierContent(mergeOrigins(...uploads, own, stdin).sources, running.state);
  // Data in the command itself comes from no file; what a repository sends does.
  const isInline =
    stdin === undefined &&
    !uploads.some((each) => each === io.stdin || each === noOrigins) &&
    words.every(({ shape }) => staticText(shape) !== undefined);
  const about = { span, command };
  const inline = isInline ? { inline: true as const } : {};
  const sendTo = (host: HostShape, certain: boolean): void => {
    for (const source of sources)
      shell.recorder.send({ ...about, certain: certain && source.certain, source, host });
    if (sources.length === 0 && sends)
      shell.recorder.send({ ...about, certain, source: undefined, host, ...inline });
  };
  for (const host of hosts) if (!isSpent(shell, span)) sendTo(host, io.certain);
  for (const host of mayGet) if (!isSpent(shell, span)) sendTo(host, false);
}

/** Whether a command that names no host sends something to one that its settings name. */
function sendsBySettings(
  stdin: Origins | undefined,
  own: Origins,
  { uploads, invocation }: Running,
): boolean {
  const isServed = mannersOf(invocation.program).server === 'settings';
  // One that takes a host as an operand, and has none, gets it from what runs it: `rsync -e ssh`.
  const isInputSent = stdin !== undefined && !takesHost(invocation);
  const sent = [...uploads, ...(isInputSent ? [stdin] : []), ...(isServed ? [own] : [])];
  return sent.some(({ sources }) => sources.length > 0);
}

/** The tables do not say of each subcommand of a service whether it reads its input: `vercel env add X < .env`. */
function sendInputPerhaps({ invocation: { traits }, hosts, io, shell, span, command }: Running): void {
  const isSaid = traits.sendsStdin || traits.stdin !== 'none' || traits.connects.length === 0;
  if (isSaid || io.stdin === undefined) return;
  for (const host of hosts)
    for (const source of io.stdin.sources)
      shell.recorder.send({ span, command, certain: false, source, host });
}

/**
 * Sends what the statements of a database client read, and the statements on its input, to its server. That is only possible:
 * the file may be one of the server (`copy t from 'a'`, beside `\\copy`).
 */
export function sendReadsOfStatements(since: number, running: Running): void {
  const { invocation, hosts, shell, span, command, io } = running;
  if (invocation.traits.language !== 'sql') return;
  const read = shell.recorder.effects.paths
    .slice(since)
    .filter((effect) => effect.kind === 'read' && effect.command === command);
  for (const source of [...read, ...(io.stdin?.sources ?? [])])
    for (const host of hosts) shell.recorder.send({ span, command, certain: false, source, host });
}

const takesHost = ({ places }: Invocation): boolean =>
  places.some(({ uses }) => uses.some(({ name }) => name === 'host' || name === 'url'));

/** Whether an option that it surely has, and that nothing takes back, keeps it from sending anything. */
export function staysHere({ traits, options, values, open }: Invocation): boolean {
  return traits.unsent.some((text) => {
    const [wanted = '', value] = text.split('=', 2);
    const given = options.filter(({ names }) => names.includes(wanted));
    const isSo = (option: (typeof given)[number]): boolean =>
      option.certain &&
      option.mayBeValue !== true &&
      (value === undefined
        ? option.value === undefined || isOn(option.value)
        : (option.value && staticText(option.value)) === value);
    // `--no-dry-run`, and in `--dry-run false` the value of some parsers.
    const isTakenBack =
      options.some(({ names }) => names.includes(wanted.replace(/^--/, '--no-'))) ||
      values.some((each) => each.option === undefined && staticText(each.value) === 'false');
    return !open && !isTakenBack && given.length > 0 && given.every(isSo);
  });
}

const isOn = (value: Shape): boolean => /^(?:true|t|1|yes|y|on)$/i.test(staticText(value) ?? '');

/** What the code of a command sends, a proxy and the like may get too. */
function sendByCode({ mayGet, command, shell, invocation }: Running): void {
  if (invocation.traits.language === undefined) return;
  const sent = shell.recorder.effects.sends.filter((send) => send.command === command);
  for (const host of mayGet)
    for (const { kind: _, ...send } of sent) shell.recorder.send({ ...send, certain: false, host });
}

/** Records a package that a command installs, and the connection to its source. */
export function install(value: Shape, certain: boolean, running: Running): void {
  const { shell, state, span, command, invocation } = running;
  const manager = invocation.traits.manager ?? invocation.program;
  const text = staticText(value);
  const about = { certain, span, command, manager, text: showShape(value) };
  if (text === undefined) {
    shell.recorder.install({ ...about, name: undefined, source: 'unknown' });
    connect(value, false, running);
    return;
  }
  const { name, source, place } = readPackage(manager, text);
  shell.recorder.install({
    ...about,
    name,
    source: source === 'registry' ? registrySource(running) : source,
  });
  if (source === 'file') {
    const read = usePath({ name: 'read', certain }, value, running);
    shell.recorder.executeAll(read, { certain, span, command });
    // A package runs code of its own when it is installed.
    for (const { path } of read)
      if (
        isOfSession(path, shell.recorder.disk) ||
        [path, ...writtenBelow(path, shell, state)].some((file) => writtenText(file, shell, state))
      )
        shell.unknown('file', showPathShape(path), 'what this package runs is not known', span);
  }
  if (place !== undefined)
    connect(textShape(place, value.source), source === 'url' || source === 'git', running);
}
