/** The addresses of curl: `https://h.example/{a,b}`, `@file`, and `file:///a`, which is read or, with `-T`, written. */
import { type Shape, staticText, textShape } from '../../../pattern/text/shape.ts';
import { fileAt } from './file-address.ts';
import { globbed } from './glob-choices.ts';
import { behind, part, perhaps, startOf, type ValuePart } from './value-part.ts';

/** An address, or several, or a file that lists them. */
export function curlUrl(value: Shape): readonly ValuePart[] {
  if (startOf(value).startsWith('@')) return [part(behind(value, 1), 'read')];
  const urls = globbed(value);
  const parts = urls.map((url) => part(url, 'url'));
  // A session of `telnet` sends its input to the host.
  const isSession = /^(?:telnet|gopher):/i.test(startOf(value));
  return isSession ? [...parts, part(textShape('-', value.source), 'upload')] : parts;
}

/** An address to which something is sent. On this machine that is a file. */
export function curlTarget(value: Shape): readonly ValuePart[] {
  const file = fileAt(value);
  if (file !== undefined) return globbed(file).map((path) => part(path, 'write'));
  const isOpen = startOf(value) === '' && staticText(value) === undefined;
  return isOpen ? [...curlUrl(value), perhaps(value, 'write')] : curlUrl(value);
}

/** An address whose scheme an option names, so that it may be a path. */
export const curlSchemeless = (value: Shape): readonly ValuePart[] =>
  /^[a-z][a-z\d+.-]*:\/\//i.test(startOf(value))
    ? curlUrl(value)
    : [...curlUrl(value), perhaps(value, 'read', 'write')];
