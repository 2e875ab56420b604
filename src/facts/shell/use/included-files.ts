/** Files that a source includes which the call itself has written: `#include "a.h"`, `.incbin "a.bin"`. */
import { anyShape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { mannersOf } from '../../knowledge/words/manners.ts';
import { noOrigins, type Stream, wordOfShape } from '../word.ts';
import { contentOf } from './files/items.ts';
import { usePath } from './files/paths.ts';
import { isFor, type Running } from './running/running.ts';

/** Notes what the sources of a compiler include. */
export function readIncludedSources(running: Running): void {
  const { invocation } = running;
  if (mannersOf(invocation.program).includes === undefined) return;
  const sources = invocation.values.filter(
    ({ option, uses }) => (option ?? '') === '' && isFor(uses, 'read'),
  );
  for (const { value } of sources) {
    const name = staticText(value) ?? '';
    noteIncluded(
      contentOf({ ...noOrigins, ...wordOfShape(value) }, running),
      name.slice(0, name.lastIndexOf('/') + 1),
      running,
    );
  }
  if (sources.length === 0 && running.io.stdin?.isFile === false) noteIncluded(running.io.stdin, '', running);
}

const including =
  /^[ \t]*#[ \t]*(?:include(?:_next)?|import|embed)[ \t]*(?:["<]([^">\n]+)[">]|([A-Za-z_]\w*))|\.(?:incbin|include)\s+\\?"([^"\\\n]+)/gm;

function noteIncluded(source: Stream | undefined, folder: string, running: Running): void {
  const text = source === undefined ? undefined : staticText(source.shape);
  let count = 0;
  for (const [all, named, macro, assembled] of (text ?? '').matchAll(including)) {
    if (count++ > mostIncluded) return;
    const name = named ?? assembled ?? '';
    if (macro !== undefined) usePath({ name: 'read', certain: false }, anyShape(macro), running);
    // A name in angle brackets is looked for among the headers of the system.
    else if (name.startsWith('/')) usePath({ name: 'read', certain: true }, textShape(name), running);
    else if (!all.includes('<'))
      usePath(
        { name: 'read', certain: true },
        textShape(`${assembled === undefined ? folder : ''}${name}`),
        running,
      );
  }
}

const mostIncluded = 200;
