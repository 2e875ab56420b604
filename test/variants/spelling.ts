/** What the generators of spellings are made of, and the small texts that many of them need. */
import { splitWords, type Word } from './words.ts';

export interface Spelling {
  readonly name: string;
  readonly text: string;
  /** What it does hangs on a name that is not set: not to know it is an honest answer. */
  readonly open?: boolean;
}

/** A spelling, and what is known of it for composing it with others and for trying it in a real shell. */
export interface Draft extends Spelling {
  /** Only bash reads it, not every `sh`. */
  readonly bash?: boolean;
  /** It must be outermost: what it sets up holds for whole lines only. */
  readonly outermost?: boolean;
  /** Programs that it needs, beside the shells and those that every system has. */
  readonly needs?: readonly string[];
  /** Never to be tried for real: it asks, waits, changes the user or wants a terminal. */
  readonly untried?: boolean;
}

/** Puts any script into another that runs it. `shell`: what reads the inner text. */
export interface ScriptWrapper extends Omit<Draft, 'text'> {
  readonly shell?: 'sh' | 'bash';
  wrap(script: string): string;
}

/** Puts a program and its words behind a program that runs them. */
export interface WordWrapper extends Omit<Draft, 'text'> {
  wrap(words: string): string;
}

/** A script as the body of something that ends with a separator: on lines of its own where it has several. */
export const body = (script: string): string => (script.includes('\n') ? `\n${script}\n` : ` ${script}; `);

/** A script in the place of one command. */
export const group = (script: string): string =>
  splitWords(script) === undefined ? `{${body(script)}}` : script;

/** A script between parentheses, which may hold here-documents. */
export const parenthesised = (script: string): string =>
  script.includes('\n') ? `(\n${script}\n)` : `( ${script} )`;

/** A here-document with a delimiter that the text does not have. */
export function hereDocument(head: string, text: string, quoted = true): string {
  let delimiter = 'EOF';
  for (let count = 1; text.split('\n').includes(delimiter); count++) delimiter = `EOF${count}`;
  return `${head} <<${quoted ? `'${delimiter}'` : delimiter}\n${text}\n${delimiter}\n`;
}

/** Text of a language whose strings are those of JSON, ASCII only. */
export const jsonString = (text: string): string => JSON.stringify(text);

/** Text of Perl, Ruby and PHP in single quotes. */
export const plainString = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

export const base64 = (text: string): string => btoa(text);

export const bytes = (text: string, write: (code: number) => string): string =>
  [...text].map((character) => write(character.charCodeAt(0))).join('');

export const hexEscape = (code: number): string => `\\x${code.toString(16).padStart(2, '0')}`;
export const octalEscape = (code: number): string => `\\${code.toString(8).padStart(3, '0')}`;

/** The values of words; undefined where one of them expands. */
export function valuesOf(words: readonly Word[]): readonly string[] | undefined {
  const values = words.map(({ value }) => value);
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** A list of strings as Python, JavaScript, Ruby and PHP write it. */
export const jsonList = (values: readonly string[]): string => `[${values.map(jsonString).join(', ')}]`;
