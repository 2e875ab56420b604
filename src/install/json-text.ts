/**
 * Putting one value into a JSON text and taking one out, by the text alone: what
 * is around it, comments and layout included, keeps every octet. Taking out
 * what was put in gives the text back.
 */
import { createScanner, findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { Json } from '../language/json.ts';

export type JsonPath = readonly (string | number)[];

/** Appends a value to the list at a path; what is missing on the way is made. The text must be a JSON object. */
export function appendToList(text: string, at: readonly string[], value: Json): string {
  const list = nodeAt(text, at);
  if (list !== undefined) return insert(text, list, value, undefined);
  // The deepest object that is there takes what is missing below it.
  let depth = 0;
  while (nodeAt(text, at.slice(0, depth + 1)) !== undefined) depth++;
  const parent = nodeAt(text, at.slice(0, depth)) ?? rootOf(text);
  const inner = at.slice(depth + 1).reduceRight<Json>((held, name) => ({ [name]: held }), [value]);
  return insert(text, parent, inner, at[depth] ?? '');
}

/** Adds a member to the object at the root. */
export const addMember = (text: string, name: string, value: Json): string =>
  insert(text, rootOf(text), value, name);

/** Takes out the element or the member at a path; the text as it is where there is none. */
export function takeOut(text: string, path: JsonPath): string {
  const found = nodeAt(text, path);
  const node = found?.parent?.type === 'property' ? found.parent : found;
  const container = node?.parent;
  if (node === undefined || container === undefined) return text;
  const siblings = container.children ?? [];
  const at = siblings.indexOf(node);
  const [previous, next] = [siblings[at - 1], siblings[at + 1]];
  const [start, end] = [node.offset, endOf(node)];
  if (previous !== undefined) return withoutSpan(text, endOf(previous), start, end);
  if (next !== undefined) {
    const between = text.slice(end, next.offset);
    const kept = between.trim() === ',' ? '' : withoutComma(between);
    return text.slice(0, start) + kept + text.slice(next.offset);
  }
  const before = text.slice(container.offset + 1, start);
  const after = text.slice(end, endOf(container) - 1);
  const isBare = before.trim() === '' && /^\s*,?\s*$/.test(after);
  return isBare
    ? text.slice(0, container.offset + 1) + text.slice(endOf(container) - 1)
    : text.slice(0, start) + text.slice(end).replace(/^\s*,/, '');
}

/** Without a node and the comma in front of it; a comment between the two stays. */
function withoutSpan(text: string, from: number, start: number, end: number): string {
  const between = text.slice(from, start);
  if (between.trim() === ',') return text.slice(0, from) + text.slice(end);
  return text.slice(0, from) + withoutComma(between).trimEnd() + text.slice(end);
}

/** Without the comma between two values; comments may have commas of their own. */
function withoutComma(trivia: string): string {
  const scanner = createScanner(trivia, true);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return trivia.slice(0, at) + trivia.slice(at + scanner.getTokenLength());
}

/** Behind the last child of a list or an object, on a line of its own. */
function insert(text: string, container: Node, value: Json, name: string | undefined): string {
  const { unit, eol } = layoutOf(text);
  const outer = indentAt(text, container.offset);
  const indent = outer + unit;
  const written = JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`);
  const piece = `${eol}${indent}${name === undefined ? '' : `${JSON.stringify(name)}: `}${written}`;
  const last = container.children?.at(-1);
  if (last !== undefined) {
    const rest = text.slice(endOf(last));
    // A remark at the end of the line is about what is before it.
    const remark = /^[ \t]*\/\/[^\r\n]*/.exec(rest)?.[0] ?? '';
    return `${text.slice(0, endOf(last))},${remark}${piece}${rest.slice(remark.length)}`;
  }
  const close = endOf(container) - 1;
  // Between empty brackets there may still be a comment.
  const rest = text.slice(container.offset + 1, close).trimEnd();
  return `${text.slice(0, container.offset + 1)}${rest}${piece}${eol}${outer}${text.slice(close)}`;
}

/** The indentation of the line that an offset is in. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

interface Layout {
  /** One step of indentation. */
  readonly unit: string;
  readonly eol: string;
}

/** The indentation and the line ends that a file has. */
function layoutOf(text: string): Layout {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const unit = indent.startsWith('\t') ? '\t' : ' '.repeat(Math.min(indent.length, 8));
  return { unit, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

const endOf = ({ offset, length }: Node): number => offset + length;

function nodeAt(text: string, path: JsonPath): Node | undefined {
  return findNodeAtLocation(rootOf(text), [...path]);
}

function rootOf(text: string): Node {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  if (tree === undefined) throw new Error('a text without a JSON value cannot be edited');
  return tree;
}
