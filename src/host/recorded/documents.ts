/**
 * A stream of bytes → the JSON documents in it, one at a time and in flat
 * memory: lines of JSON, documents over several lines, one after another, or the
 * elements of one array. Only where documents end is looked at here; whether
 * they are JSON is for the reader.
 */
import { describeFault } from '../../protocol/json-fault.ts';

export type Document =
  | { readonly text: string; readonly line: number; readonly problem?: undefined }
  | { readonly text?: undefined; readonly line: number; readonly problem: string };

const newline = 0x0a;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/**
 * Splits a stream. A broken document is a problem with its line, and what
 * follows on the next line that starts with `{` is read all the same: one cut
 * line never swallows the events after it.
 */
export async function* documents(
  stream: AsyncIterable<Uint8Array | string>,
  limit: number,
): AsyncGenerator<Document> {
  const splitter = new Splitter(limit);
  for await (const chunk of stream) {
    yield* splitter.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  }
  yield* splitter.end();
}

/** Where the scan is: between documents, in an object or array, in a bare word, or past the limit. */
type Place = 'between' | 'structure' | 'word' | 'skipping';

class Splitter {
  readonly #limit: number;
  #place: Place = 'between';
  #inArray = false;
  #seenAny = false;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #line = 1;
  #startLine = 1;
  #lineStart = true;
  #size = 0;
  #parts: Uint8Array[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  *push(chunk: Uint8Array): Generator<Document> {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      const atLineStart = this.#lineStart;
      this.#lineStart = byte === newline;
      if (this.#place === 'between') {
        if (this.#startsDocument(byte)) from = at;
      } else if (this.#place === 'skipping') {
        if (atLineStart && byte === openBrace) {
          this.#begin('structure');
          this.#depth = 1;
          from = at;
        }
      } else if (atLineStart && byte === openBrace && (this.#depth > 0 || this.#inString)) {
        // A document starts at the left edge inside another, which must be broken.
        this.#keep(chunk, from, at);
        yield this.#cut('but the next document starts');
        this.#begin('structure');
        this.#depth = 1;
        from = at;
      } else if (this.#place === 'structure') {
        if (this.#endsStructure(byte)) {
          this.#keep(chunk, from, at + 1);
          from = at + 1;
          yield this.#finish();
        }
      } else if (byte === newline || (this.#inArray && (byte === comma || byte === closeBracket))) {
        this.#keep(chunk, from, at);
        from = at;
        yield this.#finish();
        if (byte === closeBracket) this.#inArray = false;
      }
      if (byte === newline) this.#line++;
    }
    if (this.#place === 'structure' || this.#place === 'word') {
      this.#keep(chunk, from, chunk.length);
      if (this.#size > this.#limit) {
        yield this.#broken(`a document is longer than ${this.#limit} bytes`);
        this.#place = 'skipping';
      }
    }
  }

  *end(): Generator<Document> {
    if (this.#place === 'word') yield this.#finish();
    else if (this.#place === 'structure') yield this.#cut('but the input ends');
  }

  /** Takes white space and the commas and brackets around the elements of an array. */
  #startsDocument(byte: number): boolean {
    if (isSpace(byte) || (!this.#seenAny && (byte === 0xef || byte === 0xbb || byte === 0xbf))) return false;
    if (byte === openBracket && !this.#inArray) {
      this.#inArray = true;
      this.#seenAny = true;
      return false;
    }
    if (this.#inArray && byte === comma) return false;
    if (this.#inArray && byte === closeBracket) {
      this.#inArray = false;
      return false;
    }
    this.#seenAny = true;
    this.#begin(byte === openBrace || byte === openBracket ? 'structure' : 'word');
    if (this.#place === 'structure') this.#depth = 1;
    return true;
  }

  #endsStructure(byte: number): boolean {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === backslash) this.#escaped = true;
      else if (byte === quote) this.#inString = false;
      return false;
    }
    if (byte === quote) this.#inString = true;
    else if (byte === openBrace || byte === openBracket) this.#depth++;
    else if (byte === closeBrace || byte === closeBracket) this.#depth--;
    return this.#depth === 0;
  }

  #begin(place: Place): void {
    this.#place = place;
    this.#startLine = this.#line;
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
    this.#parts = [];
    this.#size = 0;
  }

  #keep(chunk: Uint8Array, from: number, to: number): void {
    if (to <= from) return;
    // A copy: the stream may use the memory of its chunk again.
    this.#parts.push(chunk.slice(from, to));
    this.#size += to - from;
  }

  #finish(): Document {
    const line = this.#startLine;
    const bytes = Buffer.concat(this.#parts);
    const tooLong = this.#size > this.#limit;
    this.#begin('between');
    if (tooLong) return { line, problem: `a document is longer than ${this.#limit} bytes` };
    try {
      return { line, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
    } catch {
      return { line, problem: 'the document is not UTF-8 text' };
    }
  }

  /** A document that does not end; what is wrong may be far above, such as a text without its quote. */
  #cut(what: string): Document {
    const text = Buffer.concat(this.#parts).toString('utf8').trimEnd();
    return this.#broken(`${describeFault(text, this.#startLine)}, ${what}`);
  }

  #broken(problem: string): Document {
    const line = this.#startLine;
    this.#begin('between');
    return { line, problem };
  }
}
