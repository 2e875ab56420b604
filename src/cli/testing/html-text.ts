/** Text into HTML: everything from outside goes through here. */
import { printable } from '../../language/render.ts';

/** Text and attribute values, with what HTML takes for its own replaced, and nothing that turns the line round. */
export const html = (text: string): string =>
  printable(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
