/** What a patch on standard input does. */
import { staticText } from '../../../pattern/shape.ts';
import { recordPatch } from '../../tool/patch.ts';
import type { Running } from './running.ts';

/** `apply_patch <<EOF`, `patch -p1 < x.diff`: what a patch on standard input does. */
export function runPatch({ invocation, io, shell, base, span, command }: Running): void {
  if (io.stdin === undefined || io.stdin.isFile) return;
  if (!invocation.traits.patches) return;
  const text = staticText(io.stdin.shape);
  if (text === undefined) {
    shell.unknown('code', io.stdin.shape.source, 'the patch is not known', span);
    return;
  }
  if (text.trim() === '') return;
  const place = {
    base,
    certain: io.certain && !io.elsewhere,
    field: span.field,
    offset: undefined,
    length: span.end,
    command,
  };
  recordPatch(text, place, shell.recorder);
}
