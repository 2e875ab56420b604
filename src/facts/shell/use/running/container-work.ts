/**
 * Containers of well-known images whose commands work on the project alone: they fill no folder of this machine with anything
 * of the image.
 */
import { pathShapeOfText } from '../../../../pattern/path/path-shape.ts';
import { type Shape, showShape, staticText } from '../../../../pattern/text/shape.ts';
import type { Command } from '../../../effect/effect.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { runsNothing } from '../../../knowledge/words/uses-of-forms.ts';
import type { Word } from '../../word.ts';
import { given, isFor, type Running } from './running.ts';

/**
 * Whether all that a command runs in a container works on the project, and the image has nothing else that could be put there:
 * `docker run -v $PWD:/app node:20 npm ci`. What each of these commands brings is noted for itself.
 */
export function worksInContainer(running: Running): boolean {
  const { invocation, shell, command } = running;
  const { images = [] } = mannersOf(invocation.program);
  const { values, traits } = invocation;
  if (
    images.length === 0 ||
    given(traits.sees, running) !== undefined ||
    runsNothing(values) ||
    invocation.open
  )
    return false;
  const image = values.find(({ uses }) => isFor(uses, 'image'));
  const mounts = values.filter(({ uses }) => isFor(uses, 'mount'));
  // A volume may hold anything.
  if (
    image === undefined ||
    !images.includes(nameOf(image.value)) ||
    mounts.some(({ value }) => /^[\w-]/.test(showShape(value)))
  )
    return false;
  if (shell.recorder.filesLeft.mayBeBrought(imageStore)) return false;
  // What is written to a file may be of the image.
  if (running.words.some(({ shape }) => /[<>]/.test(showShape(shape)))) return false;
  const inside = shell.recorder.effects.commands.slice(command + 1);
  return inside.length > 0 && inside.every(worksOnProject);
}

/** The name of an image without its version; empty for one of another registry or user. */
const nameOf = (image: Shape): string =>
  /^([\w-]+)(?:[:@][\w.:-]+)?$/.exec(staticText(image) ?? '')?.[1] ?? '';

/** Where the engine keeps images. */
const imageStore = pathShapeOfText('/var/lib/containers', undefined);

/** Subcommands that give an image a name; `loading`: the name that its file says. */
const naming: ReadonlySet<string> = new Set(['tag', 'build', 'buildx', 'image', 'commit', 'bake', 'compose']);
const loading: ReadonlySet<string> = new Set(['load', 'import']);

/** Notes that another image may have the name of a well-known one: `docker tag x node`. */
export function noteImages({ invocation, shell, words }: Running): void {
  const { images = [] } = mannersOf(invocation.program);
  if (images.length === 0) return;
  const isKnownName = ({ shape }: Word): boolean => {
    const text = staticText(shape);
    return (
      text === undefined ||
      images.includes(nameOf({ ...shape, pieces: [{ kind: 'text', text: text.replace(/^-.*=/, '') }] }))
    );
  };
  const isLoading = words.some(({ shape }) => loading.has(staticText(shape) ?? ''));
  if (isLoading || (naming.has(invocation.words[0] ?? '') && words.some(isKnownName)))
    shell.recorder.filesLeft.make(imageStore, 'any');
}

/** Whether a command works on the project, and none of its words is an address or a folder to be filled. */
function worksOnProject({ program, words, known, open, args }: Command): boolean {
  const { works = [] } = mannersOf(program ?? '');
  const isPlain = ({ pieces }: Shape): boolean =>
    !pieces.some((piece) => piece.kind === 'text' && /@|:\/\/|^-(?:t|-target|-prefix)\b/.test(piece.text));
  return known && !open && (works.includes('*') || works.includes(words[0] ?? '')) && args.every(isPlain);
}
