/** A command as the tables of programs explain it: what each of its words is. */
import type { Shape } from '../../../pattern/text/shape.ts';
import type { CommandOption } from '../../effect/effect.ts';
import type { OperandEntry, Traits, Use } from '../table/entry.ts';
import type { UseName } from '../table/use-names.ts';

/** A value of an invocation, and how the program uses it. */
export interface UsedValue {
  readonly value: Shape;
  readonly uses: readonly Use[];
  readonly role: string | undefined;
  /** Index of the word among the arguments; the value may be only a part of that word. */
  readonly at: number;
  /** The canonical name of the option that has this value; undefined for an operand. */
  readonly option: string | undefined;
}

export interface Invocation {
  /** The canonical name; the given name for a program that is not in the tables. */
  readonly program: string;
  readonly known: boolean;
  /** Subcommand words in canonical spelling. */
  readonly words: readonly string[];
  readonly options: readonly CommandOption[];
  /** Operands and values of options, in order of the words. */
  readonly values: readonly UsedValue[];
  /** An unknown word could be an option or several words. */
  readonly open: boolean;
  /** How unknown words could be used; empty where all words are known. */
  readonly possible: readonly UseName[];
  /** Index of a word that is not known, where it may still be an option that makes another command of the program. */
  readonly start?: number | undefined;
  readonly traits: Traits;
  /** The operands of the form. */
  readonly places: readonly OperandEntry[];
}

export type WordDialect = 'posix' | 'powershell' | 'cmd';
