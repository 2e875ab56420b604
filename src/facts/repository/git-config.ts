/** Reads files of git's settings. The syntax is that of git-config(1), `CONFIGURATION FILE`. */

/** `name` is `section.key` or `section.subsection.key`: section and key in lower case, the subsection as written. */
export interface GitSetting {
  readonly name: string;
  readonly value: string;
}

/** The settings in a file, in order; undefined for a file that git would refuse. */
export function readGitConfig(text: string): readonly GitSetting[] | undefined {
  const settings: GitSetting[] = [];
  // Before the first section there is no prefix.
  let section = '';
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    const blank = /[\s]*(?:[#;][^\n]*)?\s*/y;
    blank.lastIndex = at;
    at += blank.exec(text)?.[0].length ?? 0;
    if (at >= text.length) break;
    if (text[at] === '#' || text[at] === ';') continue;
    if (text[at] === '[') {
      const header = /\[\s*([\w.-]+)(?:\s+"((?:[^"\\\n]|\\.)*)")?\s*\]/y;
      header.lastIndex = at;
      const [whole, name, sub] = header.exec(text) ?? [];
      if (whole === undefined || name === undefined) return undefined;
      section =
        sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub.replace(/\\(.)/g, '$1')}`;
      at += whole.length;
      continue;
    }
    const key = /([A-Za-z][\w-]*)[ \t]*(=)?[ \t]*/y;
    key.lastIndex = at;
    const [whole, name, equals] = key.exec(text) ?? [];
    if (whole === undefined || name === undefined) return undefined;
    at += whole.length;
    const value = equals === undefined ? { text: 'true', end: lineEnd(text, at) } : readValue(text, at);
    if (value === undefined) return undefined;
    settings.push({
      name: section === '' ? name.toLowerCase() : `${section}.${name.toLowerCase()}`,
      value: value.text,
    });
    at = value.end;
  }
  return settings;
}

/** One setting of a file; undefined for an invalid name. */
export function writeGitSetting({ name, value }: GitSetting): string | undefined {
  const [, section, sub, key] = /^([\w-]+)(?:\.(.+))?\.([A-Za-z][\w-]*)$/s.exec(name) ?? [];
  if (section === undefined || key === undefined) return undefined;
  const quoted = (text: string): string =>
    `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`;
  const header = sub === undefined ? section : `${section} ${quoted(sub)}`;
  return `[${header}]\n\t${key} = ${quoted(value)}\n`;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\' };

/** A value to the end of its line, without quotes, comments and blanks around it. */
function readValue(text: string, from: number): { readonly text: string; readonly end: number } | undefined {
  let value = '';
  let kept = 0;
  let quoted = false;
  let at = from;
  for (; at < text.length && (quoted || text[at] !== '\n'); at++) {
    const character = text[at] ?? '';
    if (character === '\n') return undefined;
    if (character === '\\') {
      const next = text[++at] ?? '';
      if (next === '\n' || (next === '\r' && text[at + 1] === '\n')) {
        if (next === '\r') at++;
        continue;
      }
      const escaped = escapes[next];
      if (escaped === undefined) return undefined;
      value += escaped;
      kept = value.length;
    } else if (character === '"') {
      quoted = !quoted;
      kept = value.length;
    } else if (!quoted && (character === '#' || character === ';')) {
      at = lineEnd(text, at);
      break;
    } else {
      value += character;
      if (quoted || !/\s/.test(character)) kept = value.length;
    }
  }
  return quoted ? undefined : { text: value.slice(0, kept), end: at };
}
