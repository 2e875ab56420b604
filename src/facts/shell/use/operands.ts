/** The operands of a command as rules see them, and what the call itself writes to its input. */
import type { Shape } from '../../../pattern/text/shape.ts';
import type { CommandOperand } from '../../effect/effect.ts';
import type { Invocation, UsedValue } from '../../knowledge/words/invocation.ts';
import { withText } from '../expand/file-text.ts';
import type { Io, Shell } from '../shell.ts';
import { withRefspecs } from './git/git-repository.ts';
import { pushedRefs } from './git/refspec.ts';
import { withUnnamedBranch } from './git/unnamed-branch.ts';
import type { RepositoryThen } from './running/repository-then.ts';
import { comesFirst, isFor } from './running/running.ts';

/**
 * The operands of a command for rules: the positional ones in their order, then the values of options, then the
 * script on standard input. Only the first kind has positions.
 */
export function operandsOf(
  invocation: Invocation,
  io: Io,
  shell: Shell,
  repository: RepositoryThen | undefined,
): readonly CommandOperand[] {
  const given: CommandOperand[] = [];
  let named = 0;
  for (const { value, role, option } of invocation.values) {
    if (option === undefined) given.push({ value, role });
    else if (role !== undefined) named++;
  }
  if (named > 0) {
    for (const { value, role, option } of invocation.values)
      if (option !== undefined && role !== undefined) given.push({ value, role });
  }
  const { traits, options } = invocation;
  const meant = traits.pushes
    ? pushedRefs(withRefspecs(given, options, repository), options)
    : withUnnamedBranch(given, invocation);
  const script = scriptOnInput(invocation, io, shell);
  return script === undefined ? meant : [...meant, script];
}

/** What the call itself writes to the input of a command. What is of a file is no text of the call. */
export const givenInput = ({ stdin }: Io): { readonly input: Shape } | undefined =>
  stdin === undefined || stdin.isFile || stdin.sources.length > 0 || stdin.file !== undefined
    ? undefined
    : { input: stdin.shape };

/** A script on standard input is an argument like the one behind `-c`: `psql <<< 'drop table a'`. */
function scriptOnInput(
  { program, traits, values, options }: Invocation,
  io: Io,
  shell: Shell,
): CommandOperand | undefined {
  const takes = traits.stdin === 'statements' || traits.stdin === 'code';
  const stdin = takes ? withText(io.stdin, shell, io) : undefined;
  if (stdin === undefined || stdin.isFile) return undefined;
  if (traits.stdin === 'statements' && values.some(({ option }) => option === undefined)) return undefined;
  if (traits.stdin === 'statements') return { value: stdin.shape, role: 'script' };
  if (options.some(({ names }) => names.includes('-m'))) return undefined;
  const isScript = (value: UsedValue): boolean =>
    (isFor(value.uses, 'code') || isFor(value.uses, 'script')) && !comesFirst(program, value);
  if (values.some(isScript)) return undefined;
  return { value: stdin.shape, role: 'script' };
}
