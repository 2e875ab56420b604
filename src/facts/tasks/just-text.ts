/** Lines of a justfile: whether they go on, the head of a recipe, the terms of an expression. */

export const isUnfinished = (line: string): boolean =>
  /\\$/.test(line) ||
  ((line.match(/'''/g)?.length ?? 0) + (line.match(/"""/g)?.length ?? 0)) % 2 === 1 ||
  (/:=|^set\s/.test(line) && unclosed(line) > 0);

function unclosed(line: string): number {
  const bare = line.replace(/'[^']*'|"(?:[^"\\]|\\.)*"|`[^`]*`/g, '');
  return (bare.match(/[([{]/g)?.length ?? 0) - (bare.match(/[)\]}]/g)?.length ?? 0);
}

export const nextWritten = (all: readonly string[], from: number): string =>
  all.slice(from).find((line) => line !== '') ?? '';

export function withoutIndent(body: readonly string[]): readonly string[] {
  const [indent = ''] = /^[ \t]*/.exec(body.find((line) => line.trim() !== '') ?? '') ?? [];
  return body.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()));
}

/** Lines of a body; a back-slash continues a line. */
export const lines = (body: readonly string[]): readonly string[] =>
  body
    .join('\n')
    .split(/(?<!\\)\n/)
    .filter((line) => line.trim() !== '');

export function recipeIn(line: string): { readonly name: string; readonly recipe: Recipe } | undefined {
  const [, name, rest = ''] = /^@?([A-Za-z_][\w-]*)((?:\s.*|:.*))$/s.exec(line) ?? [];
  if (name === undefined) return undefined;
  const { parts } = splitOutside(rest, [':']);
  if (parts.length < 2) return undefined;
  const [head = '', ...behind] = parts;
  const parameters = termsIn(head).map((term): RecipeParameter => {
    const [, rest = '', dollar, own = '', fallback] =
      /^([+*]?)(\$?)([A-Za-z_][\w-]*)(?:\s*=\s*(.*))?$/s.exec(term) ?? [];
    return { name: own, isExported: dollar === '$', rest: rest as RecipeParameter['rest'], fallback };
  });
  const [before = '', after = ''] = splitOutside(behind.join(':').replace(/#.*$/, ''), ['&&']).parts;
  return {
    name,
    recipe: { parameters, before: termsIn(before), after: termsIn(after), body: [], attributes: [] },
  };
}

/** Words between blanks. Quotes, brackets and values of parameters are not split. */
export function termsIn(text: string): readonly string[] {
  const found =
    text.match(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|`[^`]*`|\((?:[^()]|\([^()]*\))*\)|\s*=\s*|[^\s'"`()=])+/g) ?? [];
  return found.map((each) => each.trim());
}

/** A text split at signs that are outside quotes and brackets. */
export function splitOutside(
  text: string,
  cuts: readonly string[],
): { readonly parts: readonly string[]; readonly signs: readonly string[] } {
  const parts: string[] = [];
  const signs: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (/['"`]/.test(sign)) {
      const mark = text.startsWith(sign.repeat(3), at) ? sign.repeat(3) : sign;
      let end = text.indexOf(mark, at + mark.length);
      while (sign === '"' && end > 0 && text[end - 1] === '\\') end = text.indexOf(mark, end + 1);
      at = end < 0 ? text.length : end + mark.length - 1;
    } else if (/[([{]/.test(sign)) depth++;
    else if (/[)\]}]/.test(sign)) depth--;
    else if (depth === 0) {
      const cut = cuts.find((each) => text.startsWith(each, at));
      if (cut === undefined) continue;
      parts.push(text.slice(start, at));
      signs.push(cut);
      start = at + cut.length;
      at = start - 1;
    }
  }
  return { parts: [...parts, text.slice(start)], signs };
}

/** `a == b { x } else if … { y } else { z }`. */
export function blocksIn(
  text: string,
): { readonly conditions: readonly string[]; readonly values: readonly string[] } | undefined {
  const conditions: string[] = [];
  const values: string[] = [];
  let rest = text;
  for (let round = 0; round < 20; round++) {
    const open = rest.search(/\{/);
    if (open < 0) return undefined;
    let depth = 0;
    let end = open;
    for (; end < rest.length; end++) {
      if (rest[end] === '{') depth++;
      else if (rest[end] === '}' && --depth === 0) break;
    }
    conditions.push(rest.slice(0, open));
    values.push(rest.slice(open + 1, end));
    const [, more] = /^\s*else\s*(?:if\s)?(.*)$/s.exec(rest.slice(end + 1)) ?? [];
    if (more === undefined) return { conditions: conditions.filter((each) => each.trim() !== ''), values };
    rest = more;
  }
  return undefined;
}

export const unescaped = (text: string): string =>
  text.replace(/\\(.)/gs, (_, sign: string) => ({ n: '\n', t: '\t', r: '\r' })[sign] ?? sign);

/** The language of an interpreter, by the text after `#!`. */
export function languageNamed(named: string): string {
  const words = named
    .trim()
    .split(/\s+/)
    .map((word) => word.slice(word.lastIndexOf('/') + 1));
  const name = (words[0] === 'env' ? words.slice(1).find((each) => !/^-|=/.test(each)) : words[0]) ?? 'sh';
  const plain = name.replace(/[\d.]+$/, '');
  return /^(?:ba|da|z|k|a)?sh$/.test(plain) ? 'shell' : plain === 'nodejs' ? 'node' : plain;
}

export interface RecipeParameter {
  readonly name: string;
  readonly isExported: boolean;
  /** It takes all remaining words: at least one, or any number. */
  readonly rest: '+' | '*' | '';
  readonly fallback: string | undefined;
}

export interface Recipe {
  readonly parameters: readonly RecipeParameter[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly body: readonly string[];
  readonly attributes: readonly string[];
}
