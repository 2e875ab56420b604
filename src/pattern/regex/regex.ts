/**
 * Regular expressions in RE2's syntax, always in linear time. Never the built-in RegExp: a sender could
 * choose its worst case.
 */
import { RE2JS, RE2JSException, RE2Set } from 're2js';
import { beginningsOf, endingsOf, type KnownEnds } from './regex-ends.ts';
import { flagBits, isFlag } from './regex-flags.ts';
import { boundOfSteps, maximalProgram, maximalSource, maximalWork } from './regex-limits.ts';

export interface RegexPattern {
  readonly source: string;
  readonly flags: string;
  /** The steps of the compiled program: the most steps for each character of a text. To ask for them compiles it. */
  readonly size: number;
  /** No fewer than `size`, and known without compiling. */
  readonly sizeBound: number;
  /**
   * Whether the expression matches somewhere in the text; undefined if both together are too long for a
   * fast answer.
   */
  test(text: string): boolean | undefined;
  /** Whether a text with these ends may match. */
  mayMatch(ends: KnownEnds): boolean;
  /** The place of the first match, in UTF-16 offsets; undefined if there is none, or no fast answer. */
  find(text: string): { readonly start: number; readonly end: number } | undefined;
}

export type RegexProblem =
  | { readonly kind: 'syntax'; readonly message: string }
  | { readonly kind: 'flag'; readonly flag: string }
  | { readonly kind: 'size'; readonly message: string };

export type CompiledRegex =
  | { readonly pattern: RegexPattern; readonly problem?: undefined }
  | { readonly pattern?: undefined; readonly problem: RegexProblem };

/**
 * What was compiled last, by flags and source. One expression is compiled for its check, for the index and for a decision,
 * and again when policies are loaded anew; to compile it takes longer than all other checks of a rule.
 */
const compiled = new Map<string, CompiledRegex>();
/** The most steps of all that is in `compiled`. */
let steps = 0;
/** At most so many steps are kept; the policies that come with bylaw have 57,000. */
const mostKept = 150_000;

/**
 * Reads a regular expression, or says what is wrong with it. It is compiled when a text is first searched, since of hundreds of
 * expressions a call asks few, and compiling takes longer than reading. Never throws.
 */
export function compileRegex(source: string, flags: string): CompiledRegex {
  const key = `${flags}/${source}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const made = compileNew(source, flags);
  steps += made.pattern?.sizeBound ?? 1;
  if (steps > mostKept) {
    compiled.clear();
    steps = made.pattern?.sizeBound ?? 1;
  }
  compiled.set(key, made);
  return made;
}

function compileNew(source: string, flags: string): CompiledRegex {
  for (const flag of flags) if (!isFlag(flag)) return { problem: { kind: 'flag', flag } };
  if (source.length > maximalSource) {
    return {
      problem: {
        kind: 'size',
        message: `it has ${source.length} characters; at most ${maximalSource} are allowed`,
      },
    };
  }
  return build(source, flags, flagBits(flags));
}

/** Compiles the expression for one end of a text; undefined if it cannot be asked about. */
function compileEnd(source: string | undefined, bits: number): RE2JS | undefined {
  try {
    return source === undefined ? undefined : RE2JS.compile(source, bits);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function build(source: string, flags: string, bits: number): CompiledRegex {
  try {
    const compile = lazily(() => {
      const program = RE2JS.compile(source, bits);
      const size = program.programSize();
      return { program, size, longest: maximalWork / Math.max(1, size) };
    });
    let sizeBound = boundOfSteps(source);
    // A set of expressions compiles nothing before it is asked.
    if (sizeBound <= maximalProgram) new RE2Set(RE2Set.UNANCHORED, bits).add(source);
    else sizeBound = compile().size;
    if (sizeBound > maximalProgram) {
      return {
        problem: {
          kind: 'size',
          message: `it compiles to ${sizeBound} steps; at most ${maximalProgram} are allowed`,
        },
      };
    }
    const test = (text: string): boolean | undefined => {
      const { program, longest } = compile();
      return text.length > longest ? undefined : program.test(text);
    };
    const find = (text: string): { readonly start: number; readonly end: number } | undefined => {
      const { program, longest } = compile();
      if (text.length > longest) return undefined;
      const matcher = program.matcher(text);
      return matcher.find() ? { start: matcher.start(), end: matcher.end() } : undefined;
    };
    const beginnings = lazily(() => compileEnd(beginningsOf(source, flags), bits));
    const ends = lazily(() => compileEnd(endingsOf(source, flags), bits));
    // Nothing is a beginning and an end of every text.
    const mayBe = (known: () => RE2JS | undefined, text: string): boolean =>
      text === '' || text.length > compile().longest / 2 || known()?.test(text) !== false;
    const mayMatch = ({ beginning, end }: KnownEnds): boolean =>
      mayBe(beginnings, beginning) && mayBe(ends, end);
    return {
      pattern: {
        source,
        flags,
        get size() {
          return compile().size;
        },
        sizeBound,
        test,
        mayMatch,
        find,
      },
    };
  } catch (error) {
    // RE2 refuses a pattern that is too large or too deep, or its parser overflows.
    const message =
      error instanceof RE2JSException ? error.message.replace(/^error parsing regexp: /, '') : '';
    const large = message === '' || /too large|nests too deeply|repeat count/.test(message);
    return large
      ? { problem: { kind: 'size', message: message === '' ? 'it nests too deeply' : message } }
      : { problem: { kind: 'syntax', message } };
  }
}
