/**
 * Where the parts of a JSON text are: the elements of its array, the members of its object. So a part of a
 * message can be cut from its text, and is not serialised again. One pass, no recursion; only for text that
 * is known to be JSON.
 */
export interface JsonSpan {
  /** Offsets into the text, without the space around the value. */
  readonly start: number;
  readonly end: number;
}

export interface JsonMember {
  readonly key: string;
  readonly value: JsonSpan;
}

/** The elements of a text that is an array. */
export const elementSpans = (text: string): readonly JsonSpan[] =>
  parts(text).map(({ start, end }) => trimmed(text, start, end));

/** The members of a text that is an object, each as often as it is written. */
export const memberSpans = (text: string): readonly JsonMember[] =>
  parts(text).map(({ start, end, colon }) => ({
    key: JSON.parse(text.slice(start, colon)) as string,
    value: trimmed(text, colon + 1, end),
  }));

interface Part {
  readonly start: number;
  readonly end: number;
  /** The offset of the first `:` in the part itself; -1 without one. */
  readonly colon: number;
}

/** The texts between the commas of the outermost container. */
function parts(text: string): readonly Part[] {
  const found: Part[] = [];
  let depth = 0;
  let start = 0;
  let colon = -1;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = closingQuote(text, at);
        break;
      case 0x3a:
        if (depth === 1 && colon < 0) colon = at;
        break;
      case 0x5b:
      case 0x7b:
        depth++;
        if (depth === 1) start = at + 1;
        break;
      case 0x2c:
        if (depth > 1) break;
        found.push({ start, end: at, colon });
        start = at + 1;
        colon = -1;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        if (depth === 0 && text.slice(start, at).trim() !== '') found.push({ start, end: at, colon });
    }
  }
  return found;
}

function closingQuote(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
  return at;
}

function trimmed(text: string, from: number, to: number): JsonSpan {
  let start = from;
  let end = to;
  while (isSpace(text, start)) start++;
  while (end > start && isSpace(text, end - 1)) end--;
  return { start, end };
}

const isSpace = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
};
