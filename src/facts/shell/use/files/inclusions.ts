/**
 * How the sources of languages name other files that their compilers read or write: `#include "a.h"`, `.incbin "a.bin"`,
 * `include_str!("a")`, `INPUT(a.o)`. A pattern may find more than a compiler would, and nothing that needs its macros.
 */
import type { InclusionLanguage } from '../../../knowledge/table/entry.ts';

/** One way to name a file: the first group that matches is the name. */
export interface Inclusion {
  readonly pattern: RegExp;
  /** The folder that the name starts from: that of the source, or the current one. */
  readonly from: 'source' | 'here';
  readonly use?: 'write';
  /** The compiler may leave it alone. */
  readonly perhaps?: true;
  /** The group has several names. */
  readonly isList?: true;
}

const ofSource = (pattern: RegExp): Inclusion => ({ pattern, from: 'source' });
const ofHere = (pattern: RegExp): Inclusion => ({ pattern, from: 'here' });

const perhaps = (pattern: RegExp): Inclusion => ({ pattern, from: 'source', perhaps: true });

const preprocessor: readonly Inclusion[] = [
  ofSource(/^[ \t]*#[ \t]*(?:include(?:_next)?|import|embed)[ \t]*"([^"\n]+)"/gm),
];

const assembler: readonly Inclusion[] = [ofHere(/\.(?:incbin|include)\s+\\?"((?:[^"\n])+?)\\?"/gi)];

/** The inclusions of each language. */
export const inclusionsOf: Readonly<Record<InclusionLanguage, readonly Inclusion[]>> = {
  c: [...preprocessor, ...assembler],
  ld: [
    {
      pattern: /\b(?:INPUT|GROUP|AS_NEEDED|STARTUP)\s*\((?=([^()]*))/g,
      from: 'here',
      isList: true,
    },
    // A file of the sections, and none of the functions of the language.
    ofHere(/(?<![^\s{(])(?![A-Z_]+\s*\()([^\s{}();:*?[\]"]+)\s*\(\s*(?:[.*]|COMMON)/g),
    ofHere(/\bINCLUDE\s+"?([^\s";]+)/g),
    { pattern: /\bOUTPUT\s*\(\s*"?([^\s")]+)/g, from: 'here', use: 'write' },
  ],
  nasm: [ofHere(/^[ \t]*(?:%include|(?:\w+:?[ \t]+)?incbin)[ \t]+["'`]([^"'`\n]+)/gim)],
  fortran: [...preprocessor, ofSource(/^[ \t]*include[ \t]*["']([^"'\n]+)/gim)],
  rust: [
    ofSource(/\binclude(?:_str|_bytes)?!\s*[([{]\s*r?#*"([^"\n]+)"/g),
    ofSource(/#!?\[\s*path\s*=\s*"([^"\n]+)"/g),
  ],
  roff: [ofHere(/^[.'][ \t]*(?:so|mso|cf|trf|hpf|psbb|soquiet|msoquiet)[ \t]+"?([^\s"]+)/gm)],
  jsonnet: [ofSource(/\bimport(?:str|bin)?\s*@?["']([^"'\n]+)/g)],
  protobuf: [ofHere(/\bimport\s+(?:public\s+|weak\s+)?"([^"\n]+)"/g)],
  rst: [
    ofSource(
      /^[ \t]*\.\.[ \t]+(?:\|[^|\n]+\|[ \t]+)?(?:include|literalinclude|raw|csv-table)::[ \t]*(\S+)[ \t]*$/gm,
    ),
    ofSource(/^[ \t]+:file:[ \t]*(\S+)/gm),
  ],
  asciidoc: [ofSource(/^\\?include::([^[\n]+)\[/gm)],
  devicetree: [
    ...preprocessor,
    ofSource(/\/include\/\s*"([^"\n]+)"/g),
    ofSource(/\/incbin\/\s*\(\s*"([^"\n]+)"/g),
  ],
  plantuml: [ofSource(/^[ \t]*!(?:include(?:_many|_once|sub)?|import)[ \t]+([^\s!]+)/gm)],
  sass: [ofSource(/@(?:import|use|forward)\s+(?:\([^)]*\)\s*)?(?:url\(\s*)?["']([^"'\n]+)/g)],
  xml: [
    perhaps(/\b(?:SYSTEM|PUBLIC\s*(?:"[^"]*"|'[^']*'))\s*["']([^"'\n]+)/g),
    perhaps(/\b(?:href|schemaLocation)\s*=\s*["']([^"'\n]+)/g),
    perhaps(/\b(?:document|unparsed-text)\(\s*\\?["']([^"'\\\n]+)/g),
  ],
  verilog: [ofHere(/`include\s*"([^"\n]+)"/g), ofHere(/\$(?:readmem[bh]|fopen|fopenr)\s*\(\s*"([^"\n]+)"/g)],
  typst: [
    ofSource(
      /\b(?:read|json|yaml|toml|csv|xml|cbor|image|plugin|bibliography|include|import)\s*\(?\s*"([^"\n]+)"/g,
    ),
  ],
};

/** Macros that name what is included, and names that a preprocessor or an assembler puts together: any file. */
export const unnamedInclusion =
  /^[ \t]*#[ \t]*(?:include(?:_next)?|import|embed)[ \t]*([A-Za-z_]\w*)|\.(?:inc\w*\\\w+|(?:incbin|include)\s+\\?"[^"\n]*\\\w)/gim;

/** The text of a source as its preprocessor reads it: joined lines, other spellings of signs, and no comments. */
export const preprocessed = (text: string): string =>
  text
    .replace(/\?\?\//g, '\\')
    .replace(/\\[ \t]*\r?\n/g, '')
    .replace(/\?\?=|%:/g, '#')
    .replace(
      /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|\/\/[^\n]*/g,
      (_, literal?: string) => literal ?? ' ',
    );

/** Strings that follow each other are one. */
export const withJoinedStrings = (text: string): string => text.replace(/(?<!\\)"\s*"/g, '');
