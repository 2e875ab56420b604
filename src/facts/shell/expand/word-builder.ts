/** Joins the parts of a word, and splits it into the words that the program gets. */
import { anyShape, joinPieces, type Piece } from '../../../pattern/text/shape.ts';
import { costOfText, spend } from '../budget.ts';
import type { Shell } from '../shell.ts';
import type { GlobOption } from '../state/glob-options.ts';
import { alternativesIn, wordsOfListing, wordsOfPaths } from '../state/listed-words.ts';
import type { ShellState } from '../state/state.ts';
import {
  boundedShape,
  type GlobWays,
  mergeOrigins,
  type Origins,
  originsOfOne,
  type Sink,
  type Stream,
  type Word,
  wordOfShape,
} from '../word.ts';
import { blanks, isBlankSeparator, separatorsOf, splitFields } from './fields.ts';
import { globPieces } from './glob-pieces.ts';
import { unmark, withoutMarks } from './placeholder.ts';

/** Builds words from pieces: one word, or several if an expansion without quotes contains blanks. */
export class Builder {
  readonly #source: string;
  /** Whether it may become several words, as in a command; in an assignment it stays one. */
  readonly splitting: boolean;
  readonly #shell: Shell;
  readonly #state: ShellState;
  readonly #words: Word[] = [];
  #pieces: Piece[] = [];
  #origins: Origins[] = [];
  #stream: Stream | undefined;
  #sink: Sink | undefined;
  #present = false;
  #splits = false;
  /**
   * Set if the word has an unquoted `[` that is still open: it is written there, or comes from an expansion. A
   * `]` of the other kind would close it.
   */
  #open: 'written' | 'expanded' | undefined;
  /** The place of an array's glob among the pieces. The glob may become one word or several. */
  #globAt: { readonly from: number; readonly to: number } | undefined;
  /** The word has globs of several arrays: which words it becomes is not known. */
  #hasGlobs = false;
  /** The listing that is all of the word so far, as a word; and the one that a part of it is a line of. */
  #listing: Word | undefined;
  #among: Word['among'];

  constructor(source: string, splitting: boolean, shell: Shell, state: ShellState) {
    this.#source = withoutMarks(source);
    this.splitting = splitting;
    this.#shell = shell;
    this.#state = state;
  }

  add(pieces: readonly Piece[], origins?: Origins & Partial<Word>): void {
    if (pieces.length > 0)
      this.#listing =
        this.#pieces.length === 0 &&
        (origins?.listed !== undefined || origins?.paths !== undefined) &&
        origins.shape !== undefined
          ? (origins as Word)
          : undefined;
    this.#among = origins?.among ?? this.#among;
    // `"$1"` may be the name of a process substitution.
    if (pieces.length > 0) {
      const isAll = !this.#present || this.#pieces.length === 0;
      this.#stream = isAll ? origins?.stream : undefined;
      this.#sink = isAll ? origins?.sink : undefined;
    }
    const length = pieces.length === 1 && pieces[0]?.kind === 'text' ? pieces[0].text.length : 0;
    if (!spend(this.#shell.budget, 1 + costOfText(length) + pieces.length + originsOfOne(origins))) {
      // The budget is used up, and the caller records that.
      this.#pieces = [{ kind: 'any' }];
      this.#origins = [];
      this.#present = true;
      this.#splits = this.splitting;
      return;
    }
    for (const piece of pieces) this.#pieces.push(piece);
    if (origins !== undefined && originsOfOne(origins) > 0) this.#origins.push(origins);
    if (pieces.length > 0) this.#present = true;
  }

  /** A quoted part makes a word even if it is empty. */
  quote(): void {
    this.#present = true;
  }

  stream(stream: Stream): void {
    this.#stream = stream;
  }

  sink(sink: Sink): void {
    this.#sink = sink;
  }

  /** Adds a value without quotes around it. The shell splits it at separators, and expands its globs. */
  addUnquoted(value: Word, separators: string | undefined): void {
    if (!this.splitting) {
      this.add(value.shape.pieces, value);
      return;
    }
    for (const piece of value.shape.pieces) {
      if (piece.kind === 'text') this.#addFields(piece.text, value, separators);
      else {
        // A name or a home has no blanks, but it may contain other separators.
        const isCut = (piece.kind === 'home' || piece.kind === 'name') && /\S/.test(separators ?? '/');
        if (piece.kind === 'any' || isCut) this.#splits = true;
        const found = piece.kind === 'glob' && this.#state.modes.globs.size > 0;
        this.add([isCut ? { kind: 'any' } : found ? asFound(piece, this.#state.modes.globs) : piece], value);
      }
    }
  }

  #addFields(text: string, origins: Origins, separators: string | undefined): void {
    if (separators === undefined) {
      this.#splits = true;
      this.add([{ kind: 'any' }], origins);
      return;
    }
    const fields = splitFields(text, separators, mostExpanded + 2);
    if (isBlankSeparator(text[0], separators)) this.end();
    for (const [index, field] of fields.entries()) {
      if (index > 0) this.end();
      if (this.#words.length > mostExpanded) break;
      if (field === '') this.quote();
      this.add(this.#globsOf(field), origins);
    }
    if (fields.length > 0 && separators.includes(text[text.length - 1] ?? '\0')) this.end();
  }

  /** Adds text that is written without quotes. */
  addWritten(text: string, value: string): void {
    const closes = this.splitting && this.#open === 'expanded' && text.includes(']');
    if (this.#open === undefined && text.includes('[')) this.#open = 'written';
    this.add(closes ? [{ kind: 'any' }] : value === '' ? [] : [{ kind: 'text', text: value }]);
  }

  /** Adds a glob; an unknown piece if the glob closes a bracket that an expansion has opened. */
  addGlob(glob: string, origins?: Origins): void {
    const closes = this.#open === 'expanded' && glob.includes(']');
    this.add([closes ? { kind: 'any' } : asFound({ kind: 'glob', glob }, this.#state.modes.globs)], origins);
  }

  /** The pieces of a value without quotes; an unknown piece if it closes a bracket in front of it. */
  #globsOf(field: string): readonly Piece[] {
    if (this.#open !== undefined && field.includes(']')) return [{ kind: 'any' }];
    const pieces = globPieces(field);
    if (pieces.some((piece) => piece.kind === 'text' && piece.text.includes('['))) this.#open = 'expanded';
    return pieces.map((piece) => (piece.kind === 'glob' ? asFound(piece, this.#state.modes.globs) : piece));
  }

  /** Ends the current word. */
  end(): void {
    this.#finish();
  }

  /** Adds several words in quotes. The first one joins the text before them, the last one the text behind them. */
  addWords(words: readonly Word[]): void {
    this.#addEach(words, (word) => {
      this.quote();
      this.add(word.shape.pieces, word);
    });
  }

  /** The same without quotes: the shell splits each, and expands its globs. */
  addUnquotedWords(words: readonly Word[], separators: string | undefined): void {
    this.#addEach(words, (word) => this.addUnquoted(word, separators));
  }

  #addEach(words: readonly Word[], add: (word: Word) => void): void {
    for (const [index, word] of words.entries()) {
      if (index > 0) this.#finish();
      if (this.#words.length > mostExpanded) break;
      const from = this.#pieces.length;
      const hadGlob = this.#globAt !== undefined;
      add(word);
      if (!word.shape.pieces.some(({ kind }) => kind === 'glob')) continue;
      if (hadGlob) this.#hasGlobs = true;
      this.#globAt = { from: Math.min(from, this.#pieces.length), to: this.#pieces.length };
    }
  }

  words(): readonly Word[] {
    this.#finish();
    return boundedWords(this.#words, this.#source);
  }

  /** The words of a command that a listing becomes: one of its lines, or each of them if nothing quotes it. */
  #listedWords(word: Word): readonly Word[] {
    if (!this.splitting) return [word];
    const isSplit = this.#splits && separatorsOf(this.#state) === blanks;
    const paths = this.#listing?.paths;
    if (word.listed === undefined)
      return (isSplit && paths !== undefined ? wordsOfPaths(paths, word) : undefined) ?? [word];
    const several = alternativesIn(word);
    const glob: GlobWays = { count: several?.length ?? 0 };
    if (several !== undefined) return several.map((each, at) => ({ ...each, found: { glob, on: [at] } }));
    return (isSplit ? wordsOfListing(word) : undefined) ?? [word];
  }

  #finish(): void {
    if (!this.#present) return;
    for (const { pieces, found } of this.#readings())
      for (const each of this.#listedWords(this.#wordOf(pieces, found))) this.#words.push(each);
    this.#listing = undefined;
    this.#among = undefined;
    this.#pieces = [];
    this.#origins = [];
    this.#present = false;
    this.#splits = false;
    this.#open = undefined;
    this.#globAt = undefined;
    this.#hasGlobs = false;
  }

  /**
   * The word; where an array has a glob and there is text beside it, also the words that it is if the glob finds several
   * names: with `l=(*.txt)`, `"${l[@]}".new` is `a.txt` and `b.txt.new`.
   */
  #readings(): readonly { readonly pieces: readonly Piece[]; readonly found?: Word['found'] }[] {
    if (this.#hasGlobs) {
      this.#splits = true;
      return [{ pieces: [{ kind: 'any' }] }];
    }
    const whole = this.#pieces;
    const { from = 0, to = whole.length } = this.#globAt ?? {};
    const isAlone = this.#globAt === undefined || (from === 0 && to === whole.length);
    if (isAlone) return [{ pieces: whole }];
    // The text of all names cannot be told from them in a value.
    if (!this.splitting) return [{ pieces: [...whole.slice(0, from), { kind: 'any' }, ...whole.slice(to)] }];
    const glob: GlobWays = { count: 2 };
    const names = whole.slice(from, to);
    const several = [
      whole.slice(0, to),
      ...(from > 0 && to < whole.length ? [names] : []),
      whole.slice(from),
    ];
    return [
      { pieces: whole, found: { glob, on: [0] } },
      ...several.map((pieces) => ({ pieces, found: { glob, on: [1] } })),
    ];
  }

  #wordOf(written: readonly Piece[], found: Word['found']): Word {
    const { pieces, origins } = unmark([...written], this.#shell);
    const { sources, from } =
      this.#origins.length === 0 ? mergeOrigins(origins) : mergeOrigins(...this.#origins, origins);
    return {
      shape: boundedShape(joinPieces(pieces, this.#source)),
      splits: this.#splits,
      sources,
      from,
      stream: this.#stream,
      sink: this.#sink,
      ...(found === undefined ? {} : { found }),
      ...(this.#listing === undefined ? {} : { listed: this.#listing.listed }),
      ...(this.#among === undefined ? {} : { among: this.#among }),
    };
  }
}

/** A glob as the shell matches it with these options. `@(.a|b)` itself says whether it may begin with a dot. */
function asFound({ glob }: Piece & { readonly kind: 'glob' }, options: ReadonlySet<GlobOption>): Piece {
  const found = options.has('nocaseglob') && glob !== '**' ? '*' : glob;
  return options.has('dotglob') || glob.includes('(')
    ? { kind: 'glob', glob: found }
    : { kind: 'glob', glob: found, visible: true };
}

/** The most words that one expansion gives; with more, all of them are unknown. */
const mostExpanded = 1024;

/** The most words of one command, which is more: many commands get thousands of files. */
export const mostArguments = 3072;

/** These words, or one unknown word in place of too many. */
export function boundedWords(words: readonly Word[], source: string, most = mostExpanded): readonly Word[] {
  if (words.length <= most) return words;
  // `invoke` records that the command has too many words.
  return [{ ...wordOfShape(anyShape(source), mergeOrigins(...words)), splits: true, many: true }];
}
