/** `--label NAME`: labels that count as set, though no call has set them. */
import type { Program } from '../../compile/program.ts';
import type { Facts } from '../../facts/facts.ts';
import { suggestion } from '../../language/words.ts';
import { longestPath, readPath } from '../../pattern/path/path-value.ts';
import { UsageError } from '../terminal/context.ts';

/** Facts with these labels set: `NAME`, or `NAME=PATH` for one that files have. Throws `UsageError`. */
export function sayLabels(program: Program, texts: readonly string[]): (facts: Facts) => Facts {
  const said = texts.map((text) => readLabel(program, text));
  if (said.length === 0) return (facts) => facts;
  return (facts) => {
    const { memory, cwd } = facts;
    return facts.remembering({
      ...memory,
      label: (code) =>
        memory.label(code) ??
        (said.some((each) => each.code === code && each.path === undefined)
          ? { since: memory.now, tool: '--label', sure: true }
          : undefined),
      files: (code) => [
        ...memory.files(code),
        ...said.flatMap(({ code: own, path }) =>
          own === code && path !== undefined ? [{ path: readPath(path, cwd), open: false }] : [],
        ),
      ],
    });
  };
}

interface SaidLabel {
  readonly code: string;
  readonly path: string | undefined;
}

function readLabel({ labels }: Program, text: string): SaidLabel {
  const [, name = text, path] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  const label = labels.find((each) => each.code === name || each.name === name);
  if (label === undefined) {
    const near = suggestion(
      name,
      labels.flatMap((each) => [each.name, each.code]),
    );
    const none = labels.length === 0 ? 'the policies have no labels' : undefined;
    throw new UsageError(`there is no label \`${name}\`${(near ?? none) ? `; ${near ?? none}` : ''}`);
  }
  const isOfFiles = label.scope === 'file';
  if (isOfFiles && (path === undefined || path === ''))
    throw new UsageError(`files have the label \`${name}\`: name one with \`--label ${name}=PATH\``);
  if (!isOfFiles && path !== undefined)
    throw new UsageError(`the label \`${name}\` is not one of files: write \`--label ${name}\``);
  if (path !== undefined && path.length > longestPath)
    throw new UsageError(`the path of \`--label ${name}=…\` is longer than a path can be`);
  return { code: label.code, path };
}
