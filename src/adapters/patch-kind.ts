/**
 * The kind of a patch in the form that begins with `*** Begin Patch`: one that
 * only adds files writes them whole. It reads headers and nothing else; which
 * paths the patch touches is derived with the facts.
 */
import type { JsonObject } from '../language/json.ts';
import type { Kind } from '../vocabulary/kinds.ts';
import { textField } from './payload.ts';

/** `file_write` for a patch with nothing but sections that add; undefined otherwise: the name says the kind. */
export function patchKind(name: string, input: JsonObject): Kind | undefined {
  if (!/^apply_?patch$/i.test(name)) return undefined;
  const text = textField(input, 'input', 'patchText', 'command', 'patch');
  const headers = (text ?? '')
    .split('\n')
    .flatMap((line) => /^\*\*\* (\w+) File:/.exec(line.trim())?.[1] ?? []);
  return headers.length > 0 && headers.every((header) => header === 'Add') ? 'file_write' : undefined;
}
