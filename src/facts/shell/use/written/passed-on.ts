/**
 * Records that the content of a file goes into another file, unchanged or with parts left out: `cat a > b`, `dd
 * if=a of=b`, `ln -s a b`. A file that a command computes from its input (`grep x a > b`) is not included.
 */
import {
  isKnown,
  type PathShape,
  parentShape,
  pathShapeOfText,
  readPathShape,
  type Step,
} from '../../../../pattern/path/path-shape.ts';
import type { Shape } from '../../../../pattern/text/shape.ts';
import type { PathEffect } from '../../../effect/effect.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import type { Shell } from '../../shell.ts';
import type { Origins } from '../../word.ts';

/** Records a copy for every file whose content goes into another one nearly unchanged. */
export function recordPassedOn(
  { sources, from }: Origins,
  to: PathEffect,
  appends: boolean,
  { recorder }: Shell,
): void {
  if (sources.length === 0) return;
  const { commands } = recorder.effects;
  const passes = from.map((index) => mannersOf(commands[index]?.program ?? '').passes);
  if (passes.some((each) => each === undefined || each === 'changed')) return;
  const isWhole = sources.length === 1 && !appends && !passes.includes('part');
  for (const source of sources) {
    const certain = isWhole && source.certain && to.certain && to.keeps !== 'all';
    recorder.copy(source, to.path, { certain, whole: false, span: to.span });
  }
}

/** Records that a file or a folder is also available at a written path: at the path, or in it under its own name. */
export function recordLink(from: PathEffect, to: PathEffect, { recorder }: Shell): void {
  const about = { certain: from.certain && to.certain && to.keeps !== 'all', whole: true, span: to.span };
  recorder.copy(from, to.path, about);
  const name: Step | undefined = from.path.segments.at(-1);
  if (name !== undefined) recorder.copy(from, { ...to.path, segments: [...to.path.segments, name] }, about);
}

/**
 * Notes that a path may be a link from here on: `ln -s a b`. A relative link starts from the folder that
 * contains it.
 */
export function noteLink(from: PathEffect, to: PathEffect, { recorder }: Shell): void {
  const isRelative = isKnown(from.path) && !/^(?:[/~\\]|[A-Za-z]:)/.test(from.text);
  for (const link of namesOfLink(to.path, from.path.segments.at(-1)))
    recorder.disk.links.add(link, isRelative ? pathShapeOfText(from.text, parentShape(link)) : from.path);
}

/** The same for a link that a script makes: `base` is the directory from which a hard link finds its file. */
export function noteScriptLink(
  { path }: PathEffect,
  leads: Shape,
  { base, isHard }: { readonly base: PathShape | undefined; readonly isHard: boolean },
  { recorder }: Shell,
): void {
  const file = readPathShape(leads, base);
  for (const link of namesOfLink(path, file.segments.at(-1)))
    recorder.disk.links.add(link, isHard ? file : readPathShape(leads, parentShape(link)));
}

/** A link is made at a path, or in the folder there under its own name. */
const namesOfLink = (path: PathShape, name: Step | undefined): readonly PathShape[] =>
  name === undefined ? [path] : [path, { ...path, segments: [...path.segments, name] }];
