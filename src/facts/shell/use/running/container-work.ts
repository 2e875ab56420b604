/**
 * Containers of well-known images whose commands work on the project alone: they fill no folder of this machine with anything
 * of the image.
 */
import { pathShapeOfText, showPathShape } from '../../../../pattern/path/path-shape.ts';
import { anyShape, type Shape, showShape, staticText } from '../../../../pattern/text/shape.ts';
import type { Command } from '../../../effect/effect.ts';
import type { UsedValue } from '../../../knowledge/words/invocation.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { runsNothing } from '../../../knowledge/words/uses-of-forms.ts';
import type { Shell } from '../../shell.ts';
import type { ShellState } from '../../state/state.ts';
import type { Word } from '../../word.ts';
import { readMount } from './read-mount.ts';
import { given, isFor, type Running } from './running.ts';

/**
 * Whether all that a command runs in a container works on the project, and the image has nothing else that could be put there:
 * `docker run -v $PWD:/app -w /app node:20 npm ci`. What each of these commands brings is noted for itself.
 */
export function worksInContainer(running: Running): boolean {
  const { invocation, shell, command } = running;
  const { images = [], plain = [] } = mannersOf(invocation.program);
  const { values, traits, options } = invocation;
  if (
    images.length === 0 ||
    given(traits.sees, running) !== undefined ||
    runsNothing(values) ||
    invocation.open
  )
    return false;
  const image = values.find(({ uses }) => isFor(uses, 'image'));
  if (image === undefined || !images.includes(nameOf(staticText(image.value)))) return false;
  // Another option may choose other programs, and so may a variable.
  if (!options.every(({ names }) => names.some((name) => plain.includes(name)))) return false;
  const isPlainSetting = ({ value }: UsedValue): boolean =>
    plain.includes(/^\w*/.exec(firstText(value))?.[0] ?? '');
  if (!values.filter(({ role }) => role === 'env').every(isPlainSetting)) return false;
  if (!isInProject(values)) return false;
  if (shell.recorder.filesLeft.mayBeBrought(imageStore)) return false;
  // What is written to a file may be of the image.
  if (running.words.some(({ shape }) => /[<>]/.test(showShape(shape)))) return false;
  const inside = shell.recorder.effects.commands.slice(command + 1);
  return inside.length > 0 && inside.every((each) => worksOnProject(each, plain));
}

/** Whether a file of a container is copied to where it sees a folder of this machine: what the file holds is not known. */
export function leavesContainer(from: Shape, to: Shape, { io, shell, base }: Running): boolean {
  const { mounts } = shell.recorder;
  return io.elsewhere && mounts.seenAt(to, base).length > 0 && mounts.seenAt(from, base).length === 0;
}

/** Whether a container works in a folder of this machine, and sees nothing else than that and files of settings: `~/.m2:/root/.m2`. */
function isInProject(values: readonly UsedValue[]): boolean {
  const directory = staticText(values.findLast(({ role }) => role === 'workdir')?.value ?? anyShape('…'));
  const mounts = values.filter(({ uses }) => isFor(uses, 'mount')).map(({ value }) => readMount(value));
  let isSeen = false;
  for (const mount of mounts) {
    // A volume may hold anything.
    if (mount?.at === undefined) return false;
    const place = showPathShape(mount.at);
    if (directory === place || directory?.startsWith(`${place}/`)) isSeen = true;
    else if (!/^\/(?:root|home\/[\w-]+)\/\./.test(place) || !/(?:^|\/)\.\w/.test(lastText(mount.path)))
      return false;
    // The programs of the image are there.
    if (/^\/(?:$|(?:usr|bin|sbin|lib\w*|etc|proc|dev)(?:\/|$))/.test(place) && !/^\/usr\/src\/\w/.test(place))
      return false;
  }
  return isSeen && directory !== undefined && !directory.includes('..');
}

const firstText = ({ pieces: [first] }: Shape): string => (first?.kind === 'text' ? first.text : '');

const lastText = ({ pieces }: Shape): string => {
  const last = pieces.at(-1);
  return last?.kind === 'text' ? last.text : '';
};

/** The name of an image without its version; empty for one of another registry or user. */
const nameOf = (image: string | undefined): string =>
  /^(?:(?:docker\.io\/)?library\/|docker\.io\/)?([\w-]+)(?:[:@][\w.:-]+)?$/.exec(image ?? '')?.[1] ?? '';

/** Where the engine keeps images. */
const imageStore = pathShapeOfText('/var/lib/containers', undefined);

/** Notes that another image may have the name of a well-known one: `docker tag x node`. */
export function noteImages({ invocation, shell, state, words }: Running): void {
  const { images = [], unnaming = [], loading = [], building = [] } = mannersOf(invocation.program);
  if (images.length === 0) return;
  const isKnownName = ({ shape }: Word): boolean => {
    const text = staticText(shape);
    return text === undefined || namesIn(text).some((name) => images.includes(name));
  };
  const given = words.map(({ shape }) => staticText(shape) ?? '');
  const [first = '', second = ''] = given.filter((text) => !text.startsWith('-'));
  const subcommand = invocation.words[0] ?? first;
  const inGroup = `${subcommand}+${invocation.words[1] ?? second}`;
  const isNameless = unnaming.includes(subcommand) || unnaming.includes(inGroup);
  const isLoading = !isNameless && given.some((text) => loading.includes(text));
  // The files say which names these give.
  const isOfSession = given.some((text) => building.includes(text)) && namesImages(shell, state);
  if (isLoading || (!isNameless && (isOfSession || words.some(isKnownName))))
    shell.recorder.filesLeft.make(imageStore, 'any');
}

/** The names of images that a word may give: `-tnode:20`, `docker-daemon:node`, `localhost/node`. */
const namesIn = (text: string): readonly string[] => {
  const value = text.replace(/^--?[\w-]+=/, '');
  return [value, value.replace(/^-\w/, ''), value.replace(/^[a-z-]+:/, '')].map(
    (each) => /([\w-]+)(?:[:@][\w.:-]+)?$/.exec(each.slice(each.lastIndexOf('/') + 1))?.[1] ?? '',
  );
};

/** Whether the session has written a file that may say which names images get. */
const namesImages = ({ recorder }: Shell, { files }: ShellState): boolean =>
  recorder.filesLeft.hasMade ||
  [...files.paths, ...recorder.disk.session.paths].some((path) => /\.(?:ya?ml|hcl|json|env)$/.test(path));

/** Whether a command works on the project, and none of its words is an address, a path of the image or a folder to be filled. */
function worksOnProject(command: Command, plain: readonly string[]): boolean {
  const { program, programWord, words, known, open, args, assignments = [], sought } = command;
  const { works = [] } = mannersOf(program ?? '');
  const isPlain = ({ pieces }: Shape): boolean =>
    pieces.every(
      (piece) => piece.kind !== 'text' || !(leadsElsewhere.test(piece.text) || leadsOut.test(piece.text)),
    );
  return (
    known &&
    !open &&
    sought !== true &&
    (works.includes('*') || works.includes(words[0] ?? '')) &&
    [programWord, ...args].every(isPlain) &&
    assignments.every((each) => plain.includes(/^\w*/.exec(firstText(each))?.[0] ?? ''))
  );
}

const leadsElsewhere = /@|:\/\/|^-(?:t|-target|-prefix)\b/;

/** A path that is not below the directory: `/opt/x`, `-C/opt`, `../x`, `~/x`. */
const leadsOut = /(?:^|[^\w.-])\/|^-\w+\/|(?:^|[^\w.-]|^-\w)\.\.(?:\/|\s|$)|\/\.\.(?:\/|\s|$)|~/;
