/** Files that a source includes which the call itself has written: `#include "a.h"`, `.incbin "a.bin"`, `INPUT(a.o)`. */
import { type PathShape, readPathShape, showPathShape } from '../../../../pattern/path/path-shape.ts';
import { anyShape, staticText, textShape } from '../../../../pattern/text/shape.ts';
import type { InclusionLanguage } from '../../../knowledge/table/entry.ts';
import { mannersOf } from '../../../knowledge/words/manners.ts';
import { spend } from '../../budget.ts';
import { noOrigins, type Stream, wordOfShape } from '../../word.ts';
import { isFor, type Running } from '../running/running.ts';
import { inclusionsOf, preprocessed, unnamedInclusion, withJoinedStrings } from './inclusions.ts';
import { contentOf } from './items.ts';
import { usePath } from './paths.ts';

/** Notes what the sources of a compiler include. */
export function readIncludedSources(running: Running): void {
  const { invocation, io } = running;
  const { includes } = mannersOf(invocation.program);
  if (includes === undefined) return;
  const search: Search = { running, seen: new Set() };
  const files = invocation.values.filter(({ uses }) => isFor(uses, 'read'));
  for (const { value } of files) {
    const name = staticText(value);
    if (name !== undefined) noteFile(name, includes, search);
  }
  const hasSource = files.some(({ option }) => (option ?? '') === '');
  if (!hasSource && io.stdin?.isFile === false) noteIncluded(io.stdin, '', includes, search);
}

interface Search {
  readonly running: Running;
  /** The files that are noted, with the texts that have them. */
  readonly seen: Set<string>;
}

/** Languages of files that a linker reads, whose sources have endings of their own. */
const ofSource = /\.(?:[chsm]|cc|cpp|cxx|c\+\+|hh|hpp|hxx|mm|inc|def)$/i;

function noteFile(name: string, languages: readonly InclusionLanguage[], search: Search): void {
  const { running, seen } = search;
  const path: PathShape = readPathShape(textShape(name), running.base);
  const key = showPathShape(path);
  if (seen.has(key) || seen.size >= mostIncluded) return;
  seen.add(key);
  const content = contentOf({ ...noOrigins, ...wordOfShape(textShape(name)) }, running);
  const own = ofSource.test(name) ? languages.filter((each) => each !== 'ld') : languages;
  noteIncluded(content, name.slice(0, name.lastIndexOf('/') + 1), own, search);
}

function noteIncluded(
  source: Stream | undefined,
  folder: string,
  languages: readonly InclusionLanguage[],
  search: Search,
): void {
  const { running } = search;
  const text = source === undefined ? undefined : staticText(source.shape);
  if (text === undefined) return;
  spend(running.shell.budget, text.length >> 8);
  const isC = languages.includes('c') || languages.includes('fortran') || languages.includes('devicetree');
  const texts = new Set(isC ? [text, preprocessed(text), withJoinedStrings(text)] : [text]);
  const found = new Set<string>();
  for (const each of texts)
    for (const { pattern, from, use = 'read', isList, perhaps } of languages.flatMap(
      (name) => inclusionsOf[name],
    ))
      for (const [, name = ''] of each.matchAll(pattern))
        for (const one of isList ? name.split(/[\s,]+/) : [name]) {
          const file = `${from === 'source' && !one.startsWith('/') ? folder : ''}${one.replaceAll('"', '')}`;
          const key = `${use} ${file}`;
          if (file === '' || /\\|:\/\//.test(file) || found.has(key) || found.size >= mostIncluded) continue;
          found.add(key);
          usePath({ name: use, certain: perhaps !== true }, textShape(file), running);
          if (use === 'read') noteFile(file, languages, search);
        }
  if (!isC) return;
  for (const each of texts) noteUnnamed(each, running);
  noteSought(texts, search);
}

/** A name that macros make may be that of any file. */
function noteUnnamed(text: string, running: Running): void {
  for (const [all] of text.matchAll(unnamedInclusion)) {
    usePath({ name: 'read', certain: false }, anyShape(all.trim()), running);
    return;
  }
}

/** A name in angle brackets is looked for among the headers of the system, and in the folders that options name. */
function noteSought(texts: ReadonlySet<string>, { running }: Search): void {
  const folders = running.invocation.options.flatMap(({ names, value }) =>
    value !== undefined && names.some((name) => ofFolder.test(name)) ? (staticText(value) ?? []) : [],
  );
  const names = new Set(
    [...texts].flatMap((text) => [...text.matchAll(sought)].map(([, name = '']) => name)),
  );
  for (const name of [...names].slice(0, mostIncluded))
    for (const place of name.startsWith('/') ? [''] : folders.slice(0, mostFolders).map((each) => `${each}/`))
      usePath({ name: 'read', certain: place === '' }, textShape(`${place}${name}`), running);
}

/** Options that name a folder with headers. */
const ofFolder = /^-I$|^-i(?:quote|system|dirafter)$|^--include-(?:dir|path)/;

const sought = /^[ \t]*#[ \t]*(?:include(?:_next)?|import|embed)[ \t]*[<"]([^>"\n]+)[>"]/gm;

const mostFolders = 16;

const mostIncluded = 200;
