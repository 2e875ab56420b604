/**
 * Files of variables that a command loads into the environment of what it runs: by an option (`--env-file=.env`), or by a
 * module that an option loads first (`-r dotenv/config`). What their variables hold is not known, so that what goes out
 * of that environment may be what is in the file.
 */
import { type Shape, staticText, textShape } from '../../../../pattern/text/shape.ts';
import { scanCode } from '../../../code/scan.ts';
import type { Invocation, UsedValue } from '../../../knowledge/words/invocation.ts';
import { withSourced } from '../../state/sourced.ts';
import { isFor, type Running } from '../running/running.ts';
import { assignFromFile } from '../written/assign-environment.ts';
import { usePath } from './paths.ts';

/** A file of variables, and whether the program surely reads it. */
interface VariablesFile {
  readonly path: Shape;
  readonly certain: boolean;
  /** The word that names it. */
  readonly value: UsedValue | undefined;
}

/** The files of variables of a command. */
export const filesOfVariables = (invocation: Invocation): readonly VariablesFile[] => [
  ...invocation.traits.fixed.flatMap(({ use: { name, certain }, path }) =>
    name === 'env-file' ? [{ path: textShape(path), certain, value: undefined }] : [],
  ),
  ...givenFiles(invocation),
];

const givenFiles = ({ values, traits, program }: Invocation): readonly VariablesFile[] =>
  values.flatMap((value) => {
    const own = value.uses.flatMap(({ name, certain }) =>
      name === 'env-file' ? [{ path: value.value, certain, value }] : [],
    );
    const preloads = value.option !== undefined && (isFor(value.uses, 'script') || isFor(value.uses, 'load'));
    const name = preloads ? staticText(value.value) : undefined;
    if (name === undefined || !moduleName.test(name)) return own;
    return scanCode(traits.language ?? program, `require(${JSON.stringify(name)})`).flatMap((finding) =>
      finding.kind === 'path' && finding.sets === true ? [{ path: finding.path, certain: true, value }] : [],
    );
  });

const moduleName = /^@?[a-z][\w./@-]{0,100}$/;

/** Sets the variables of these files, before anything that the command runs: `node -e code --env-file=.env`. */
export function setFromFiles(running: Running): void {
  const { state } = running;
  for (const { path, certain, value } of filesOfVariables(running.invocation))
    for (const read of usePath({ name: 'read', certain }, path, running, value)) {
      assignFromFile(read.path, running);
      state.sourced = withSourced(state.sourced, read);
    }
}
