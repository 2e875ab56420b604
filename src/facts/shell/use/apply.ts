/**
 * Applies the tables to one command: the uses of each operand and option, and the traits that the program has
 * with any words.
 */
import { anyShape, joinPieces, type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { environmentSource } from '../../effect/environment-source.ts';
import type { Use } from '../../knowledge/table/entry.ts';
import type { UseName } from '../../knowledge/table/use-names.ts';
import type { Invocation, UsedValue } from '../../knowledge/words/invocation.ts';
import { mannersOf } from '../../knowledge/words/manners.ts';
import { pathInside } from '../../record/path-inside.ts';
import { type Stream, unknownStream } from '../word.ts';
import { bringFiles } from './files/bring.ts';
import { keepMounts } from './files/kept-mounts.ts';
import { isNamedByPatch } from './files/patch-input.ts';
import { makeParents, readBelow, relocate, usePath } from './files/paths.ts';
import { keepClone, keepUnpacked } from './files/repack.ts';
import { setFromFiles } from './files/set-from-files.ts';
import { connect, hostOfSettings, useGitRemote } from './network/network.ts';
import { hasIndex, registrySource } from './network/package-source.ts';
import { connectTo, registriesSet } from './network/set-hosts.ts';
import { newFile } from './output.ts';
import { possibleUses } from './possible-uses.ts';
import { comesFirst, isFor, type Running } from './running/running.ts';
import { noteMarkCode } from './scripts/mark-code.ts';
import { runModule } from './scripts/script.ts';
import { applyUse, handsOn, sendFile } from './use-value.ts';

/** Connects to the hosts of the form, or to those that settings replace them with. */
function connectByTrait(running: Running): void {
  const { traits } = running.invocation;
  if (traits.connects.length === 0) return;
  const set = registriesSet(running, hasIndex(running.invocation));
  for (const host of set?.hosts ?? []) connectTo(host, running, true);
  if (set?.replaces === true) return;
  for (const host of traits.connects) {
    const name = host.replace(/\?$/, '');
    if (name === '*' && namesHost(running.invocation)) continue;
    connect(name === '*' ? hostOfSettings : hostNamed(name), !host.endsWith('?'), running);
  }
}

/** A host, or with `*.` in front some host of that domain, such as the one of a region. */
const hostNamed = (name: string): Shape =>
  name.startsWith('*.')
    ? joinPieces(
        [
          { kind: 'text', text: 'https://' },
          { kind: 'name', isLabels: true },
          { kind: 'text', text: name.slice(1) },
        ],
        name,
      )
    : textShape(name);

/** Whether the command says which host it connects to, so that its settings do not. */
const namesHost = ({ values }: Invocation): boolean =>
  values.some(({ uses }) => isFor(uses, 'host') || isFor(uses, 'url'));

/** All variables, as a command prints them. For `env` it is left to rules about commands whether that shows secrets. */
function environmentOf({ words, span, invocation: { program } }: Running): Stream {
  const { variables } = mannersOf(program);
  const isShown =
    variables !== undefined && words.every(({ shape }) => variables.includes(staticText(shape) ?? ''));
  const source = environmentSource(span);
  return unknownStream({ sources: [isShown ? { ...source, isShown } : source], from: [] });
}

/** Applies what a program does with any words: connections, fixed files, packages. */
export function applyTraits(running: Running): void {
  const { invocation, shell, io, state, span, command, words } = running;
  const { traits } = invocation;
  const { certain } = io;
  if (traits.elevates) shell.recorder.elevate({ certain, span, command, by: invocation.program });
  if (traits.spawns) shell.recorder.spawn({ certain, span, command, agent: undefined });
  connectByTrait(running);
  if (traits.printsEnvironment && invocation.values.every(({ option }) => option !== undefined))
    running.outputs.push(environmentOf(running));
  for (const { use, path } of traits.fixed)
    if (use.name !== 'env-file') usePath(use, textShape(path), running);
  if (traits.implied.length > 0 && !hasPath(invocation)) {
    // Piped input takes the place of the files in this folder.
    const isPiped = traits.stdin === 'data' && io.stdin !== undefined;
    for (const { use, path } of traits.implied) {
      if (use.name === 'read' && isPiped) continue;
      if (use.name === 'upload') sendFile(use, textShape(path), running);
      else if (traits.recursive === 'perhaps') running.reads.push(...readBelow(textShape(path), running));
      else usePath(use, path === '*' ? (newFile(words, state) ?? anyShape('…')) : textShape(path), running);
    }
  }
  noteMarkCode(running);
  bringFiles(running);
  keepClone(running);
  keepMounts(running);
  if (!isNamedByPatch(running)) keepUnpacked(running);
  if (traits.installs && !invocation.values.some(({ uses }) => isFor(uses, 'package'))) {
    shell.recorder.install({
      ...{ certain, span, command },
      manager: traits.manager ?? invocation.program,
      name: undefined,
      text: '',
      source: registrySource(running),
    });
  }
}

/** Uses that do nothing in this folder. */
const idle: ReadonlySet<Use['name']> = new Set(['literal', 'image', 'location', 'set']);

/** Whether an operand, or a part of one, is used for something. */
const hasPath = ({ values }: Invocation): boolean =>
  values.some(({ option, uses }) => !option && uses.some(({ name }) => !idle.has(name)));

/** Applies the uses of every value. Gives true if standard input is thereby used as data. */
export function applyValues(running: Running): boolean {
  const fed: FedCommand[] = [];
  let handled = applyEach(running, fed);
  // What the program gives to these commands is from the files that its other words name.
  for (const [use, value] of fed) if (applyOne(use, value, running)) handled = true;
  return handled;
}

/** A command that gets its input from the program: `split --filter`. */
type FedCommand = readonly [use: Use, value: UsedValue];

const applyOne = (use: Use, value: UsedValue, running: Running): boolean =>
  applyUse(use, value, running) && !comesFirst(running.invocation.program, value);

/** The same, without the commands that the program feeds, which come into the list. */
function applyEach(running: Running, fed: FedCommand[]): boolean {
  const { invocation } = running;
  const { values } = invocation;
  let target: UsedValue | undefined;
  // A wrapper may have several words where its command could begin. Behind the last of these, all words belong
  // to the command.
  let lastRun: UsedValue | undefined;
  let moved = 0;
  for (const value of values) {
    const { uses, option } = value;
    if (isFor(uses, 'target')) target = value;
    // Behind an option whose words are only perhaps a command, they are first of all those of the program itself.
    if (uses.some(({ name, certain }) => name === 'run' && (certain || option === undefined)))
      lastRun = value;
    if (isFor(uses, 'move') || isFor(uses, 'copy')) moved++;
  }
  let handled = false;
  setFromFiles(running);
  for (const value of values) {
    if (value.role === 'module') runModule(value, running);
    if (value.role === 'remote') useGitRemote(value.value, running);
    for (const use of value.uses) {
      if (use.name === 'target') {
        if (moved === 0) {
          usePath({ ...use, name: 'write' }, value.value, running, value);
          makeParents(value.value, running);
        }
      } else if (use.name === 'move' || use.name === 'copy') relocate(use, value, target, moved, running);
      else if (use.name === 'shell' && !handsOn(invocation)) fed.push([use, value]);
      else if (applyOne(use, value, running)) handled = true;
      if (use.name === 'shell-words' || (use.name === 'run' && value === lastRun)) return true;
    }
  }
  linkHere(running);
  return handled;
}

/** `ln -s a/b` makes the link `b`, here. */
function linkHere(running: Running): void {
  const { traits, values } = running.invocation;
  if (traits.keeps !== 'link' || values.length !== 1) return;
  for (const { value, uses, role } of values)
    if (role === 'source')
      for (const use of uses)
        usePath(
          { ...use, name: 'write' },
          pathInside(textShape('.'), value, running.shell.recorder.disk.home),
          running,
        );
}

const sendingUses: readonly UseName[] = ['upload', 'upload-at', 'data', 'remote-write', 'sent-variable'];
const connectingUses: readonly UseName[] = [
  ...(['url', 'host', 'remote-read', 'location', 'image', 'index', 'further-index'] as const),
];

/** Records what unknown words may do: `dd $X` may write any file, `curl $X` may send any file anywhere. */
export function applyPossible(running: Running): void {
  const { invocation, shell, span, command, base } = running;
  const possible = possibleUses(running);
  if (possible.length === 0) return;
  const could = (names: readonly UseName[]): boolean => possible.some((name) => names.includes(name));
  if (could(['run', 'shell', 'shell-words', 'code', 'script', 'source', 'config'])) {
    shell.unknown('value', invocation.program, 'what it runs is not known', span);
    return;
  }
  const about = { certain: false, span, command };
  const nothing = anyShape('…');
  for (const [use, names] of [
    [
      'read',
      ['read', 'copy', 'move', 'upload', 'upload-at', 'remote-read', 'load', 'list', 'env-file', 'location'],
    ],
    ['write', ['write', 'into', 'target', 'remote-write']],
    ['delete', ['delete', 'move']],
  ] as const) {
    if (could(names)) shell.recorder.path({ use, path: nothing, base, ...about });
  }
  const sends =
    could(sendingUses) || (mannersOf(invocation.program).server === 'settings' && could(['read']));
  if (sends || could(connectingUses)) {
    const host = shell.recorder.connect(nothing, about);
    if (host !== undefined && sends) {
      shell.recorder.send({ ...about, source: undefined, host });
    }
  }
  if (could(['package'])) {
    const manager = invocation.traits.manager ?? invocation.program;
    shell.recorder.install({ ...about, manager, name: undefined, text: '…', source: 'unknown' });
  }
}
