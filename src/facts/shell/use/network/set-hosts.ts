/**
 * Hosts that come from files of settings: the server of a context, and registries in place of the default ones.
 * `knowledge/manners.traits` says which programs use which settings.
 */
import {
  type PathShape,
  parentShape,
  pathShapeOfText,
  readPathShape,
  showPathShape,
} from '../../../../pattern/path/path-shape.ts';
import { anyShape, type Shape, staticText, textShape } from '../../../../pattern/text/shape.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import type { AskedSettings, SetHost } from '../../../settings/asked.ts';
import { readContext } from '../../../settings/contexts.ts';
import { readRegistries, type SetRegistries } from '../../../settings/registries.ts';
import { isWordList } from '../../state/choice.ts';
import type { Word } from '../../word.ts';
import { nestedIo } from '../commands/nested.ts';
import { isFor, type Running } from '../running/running.ts';
import { filesSoFar } from '../written/disk-script.ts';
import { hostOfSettings, staysHere } from './network.ts';
import { useSshHost } from './ssh-hosts.ts';

/** Connects to the server that a command uses by its context, and runs the commands that this needs. */
export function connectByContext(running: Running): void {
  const { invocation, shell, state, span, command } = running;
  const { context, local = [], server } = mannersOf(invocation.program);
  if (local.includes(firstWord(running))) return;
  const connectToOneOfSettings = (): void => {
    if (server !== undefined && !asksNamed(running))
      shell.recorder.connect(hostOfSettings, {
        ...{ certain: false, span, command },
        from: 'what its settings name',
      });
  };
  if (context === undefined || !mayAsk(running)) {
    connectToOneOfSettings();
    return;
  }
  const { asked, isOpen } = askFor(running);
  const found = readContext(context, asked);
  // With these options it only says what it would do, or nothing about the server.
  const isSure = !['--dry-run', '--help', '--client', '--version'].some(asked.given);
  for (const host of found.hosts) connectTo({ ...host, certain: host.certain && isSure }, running);
  if (isOpen())
    connectTo({ url: undefined, what: 'the server of a context that is not known', certain: false }, running);
  // Without a disk only the files that the session wrote have been asked.
  else if (!shell.recorder.disk.isThere && found.hosts.length === 0) connectToOneOfSettings();
  for (const command of found.commands)
    shell.recorder.inFile('the settings of the context', () =>
      state.unsurely(() =>
        shell.runText({ shape: textShape(command), sources: [], from: [] }, state.child(), {
          ...nestedIo(running),
          certain: false,
        }),
      ),
    );
}

/** The subcommand, also one that the tables do not list. */
const firstWord = ({ invocation: { words, values } }: Running): string =>
  words[0] ?? staticText(values.find(({ option }) => option === undefined)?.value ?? anyShape('')) ?? '';

/** Whether its words say which server it asks, or that it asks none. */
const asksNamed = (running: Running): boolean =>
  running.hosts.length + running.mayGet.length > 0 ||
  running.invocation.traits.offline ||
  running.invocation.options.some(({ names }) => names.includes('--client')) ||
  staysHere(running.invocation);

/** The registries that settings name; undefined if the program uses no such settings, or they cannot be read. */
export function registriesSet(running: Running, isNamed: boolean): SetRegistries | undefined {
  const { invocation } = running;
  const { traits, values } = invocation;
  const [family = '', mark] = mannersOf(invocation.program).registries?.split(/(?=\?$)/) ?? [];
  if (family === '' || !mayAsk(running)) return undefined;
  const { asked, isOpen } = askFor(running);
  const publishes = traits.connects.length > 0;
  const asks = publishes || traits.installs || values.some(({ uses }) => isFor(uses, 'package'));
  const found = readRegistries(family, { ...asked, isNamed, publishes, asks });
  const isSure = mark === undefined && !mayBeOthers(running);
  const open: SetHost = { url: undefined, what: 'a registry of settings that are not known', certain: false };
  return {
    hosts: [
      ...found.hosts.map((host) => ({ ...host, certain: host.certain && isSure })),
      ...(isOpen() ? [open] : []),
    ],
    replaces: found.replaces && isSure && !isOpen(),
  };
}

/** Connects to a host of settings. `sends`: the command also sends its data there. */
export function connectTo({ url, what, certain }: SetHost, running: Running, sends = false): void {
  const { shell, io, span, command } = running;
  const value = url === undefined ? anyShape(what) : textShape(originOf(url));
  if (useSshHost(value, certain, running)) return;
  const about = { certain: io.certain && certain && !mayBeOthers(running), span, command, from: what };
  const host = shell.recorder.connect(value, about);
  if (sends && host !== undefined) running.hosts.push(host);
}

/** An address up to its host. The parts in front of the host and behind it may contain a password. */
const originOf = (url: string): string =>
  url.replace(/^([A-Za-z][\w+.-]*:\/\/)(?:[^/?#]*@)?([^/?#]*).*$/s, '$1$2');

const mayAsk = ({ shell, io, state }: Running): boolean =>
  !io.elsewhere && (shell.recorder.disk.isThere || state.files.size > 0);

/**
 * Whether the settings may be others: another user may have another home, and an unknown folder has unknown
 * settings.
 */
const mayBeOthers = ({ shell, io, span, base }: Running): boolean =>
  base === undefined ||
  base.anchor === 'floating' ||
  (io.via.length > 0 && shell.recorder.effects.elevates.some((each) => each.span.end >= span.start));

/** The questions that the readers of settings may ask. `isOpen` says whether an answer was missing. */
function askFor(running: Running): { readonly asked: AskedSettings; readonly isOpen: () => boolean } {
  const { invocation, shell, state, span, base } = running;
  const { options, words } = invocation;
  const files = filesSoFar(running);
  let isOpen = false;
  const known = (text: string | undefined): string | undefined => {
    isOpen ||= text === undefined;
    return text;
  };
  const programWord = shell.recorder.effects.commands[running.command]?.programWord;
  const program = programWord === undefined ? undefined : staticText(programWord);
  const asked: AskedSettings = {
    words,
    base: base && (shell.recorder.disk.realOf(base) ?? base),
    home: homeOf(running),
    programFolder:
      program?.includes('/') === true ? parentShape(pathShapeOfText(program, state.cwd)) : undefined,
    operands: invocation.values.flatMap(({ option, value }) =>
      option === undefined ? (staticText(value) ?? []) : [],
    ),
    given: (name) => options.some(({ names }) => names.includes(name)),
    option(...asNamed) {
      const found = options.findLast(({ names }) => names.some((name) => asNamed.includes(name)));
      return found?.value === undefined ? undefined : known(writtenText(found.value));
    },
    variable(name) {
      const value = state.get(name);
      if (value === undefined) return undefined;
      return known(isWordList(value) ? undefined : writtenText((value as Word).shape));
    },
    earlier: (...wanted) =>
      shell.recorder.effects.commands
        .slice(0, running.command)
        .filter(
          (each) =>
            each.program === invocation.program && wanted.every((word, at) => each.words[at] === word),
        )
        .map(({ operands }) => operands.flatMap(({ value }) => staticText(value) ?? [])),
    path: (text, from) => readPathShape(textShape(text), from),
    has: (path) => files.entry(path) === 'file' || files.entry(path) === 'folder',
    text(file) {
      const text = files.text(file);
      if (text.is === 'unknown' && files.entry(file) !== 'folder')
        shell.unknown('file', showPathShape(file), `these settings are not read, because ${text.why}`, span);
      return text.is === 'text' ? text.text : undefined;
    },
    names(folder) {
      const names = shell.recorder.disk.names(folder);
      if (names === undefined)
        shell.unknown('file', showPathShape(folder), 'which settings there are is not known', span);
      return names === undefined || names === 'unseen' ? [] : names;
    },
    unread: (file) =>
      shell.unknown('file', showPathShape(file), 'the content of these settings is not known', span),
  };
  return { asked, isOpen: () => isOpen };
}

/** The text of a word, with `~` for the home at its beginning. */
function writtenText(shape: Shape): string | undefined {
  const [first, ...pieces] = shape.pieces;
  const rest = first?.kind === 'home' ? staticText({ ...shape, pieces }) : undefined;
  return rest === undefined ? staticText(shape) : `~${rest}`;
}

/** The home that the call sets, or else that of the user. */
function homeOf({ state }: Running): PathShape {
  const value = state.get('HOME');
  const text = value === undefined || isWordList(value) ? undefined : staticText((value as Word).shape);
  return text === undefined ? { anchor: 'home', segments: [] } : pathShapeOfText(text, state.cwd);
}
