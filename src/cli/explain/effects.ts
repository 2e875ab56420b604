/** What a call does, for people and programs: an item for each effect, with the place in the input that it comes from. */
import { showPackage } from '../../compile/show-object.ts';
import { textsOfCommand } from '../../facts/effect/command-text.ts';
import type { Command, Effects, InputSpan, PathEffect, PathUse } from '../../facts/effect/effect.ts';
import type { Facts } from '../../facts/facts.ts';
import { follow } from '../../facts/read.ts';
import { redact } from '../../mask/redact.ts';
import { showFact } from '../../mask/show-fact.ts';
import type { HostShape } from '../../pattern/host.ts';
import { showPathShape } from '../../pattern/path/path-shape.ts';
import { showShape, staticText } from '../../pattern/text/shape.ts';

/** All texts are shortened and freed of secrets. */
export interface ShownEffect {
  /** The verb that policies use: `reads`, `connects to`, …; `executes` of a file; or `unknown`. */
  readonly does: string;
  /** The path as the engine sees it, the command as written, the host, …. */
  readonly what: string;
  /** Not for unknown parts. */
  readonly certain?: boolean;
  /** More about it: the program and its words, whether all below a path is meant. */
  readonly detail?: string;
  /** `input.command`. */
  readonly field: string;
  /** What the input says there. */
  readonly source: string;
}

/** More effects than this are counted, not shown. */
const mostShown = 200;

const pathVerbs: Readonly<Record<PathUse, string>> = {
  read: 'reads',
  write: 'writes',
  delete: 'deletes',
  empty: 'empties',
  move: 'moves',
  copy: 'copies',
};

/** The effects of a call in the order of their kinds; at most `mostShown`. */
export const listEffects = (facts: Facts): readonly ShownEffect[] =>
  placedEffects(facts).map(({ effect }) => effect);

/** The same, each with its exact place. */
export function placedEffects({ effects, event, hasDisk }: Facts): readonly PlacedEffect[] {
  return itemsOf(effects, hasDisk)
    .slice(0, mostShown)
    .map(({ span, what, about = '', detail, ...item }) => {
      const source = sourceAt(event.tool?.input ?? {}, span);
      const isSaid = about === '' || about === '…' || source.includes(about) || what.includes(about);
      return {
        span,
        effect: {
          ...item,
          what: showFact(isSaid ? what : `${what}: ${about}`),
          ...(detail === undefined || detail === '' || detail === what ? {} : { detail: showFact(detail) }),
          field: showFact(['input', ...span.field].join('.')),
          source: showFact(source),
        },
      };
    });
}

export interface PlacedEffect {
  readonly effect: ShownEffect;
  readonly span: InputSpan;
}

/** How many effects and unknown parts there are. */
export const countEffects = (effects: Effects): number => itemsOf(effects, false).length;

interface Item {
  readonly does: string;
  readonly what: string;
  /** What an unknown part is about; shown where its source does not say it. */
  readonly about?: string;
  readonly certain?: boolean;
  readonly detail?: string;
  readonly span: InputSpan;
}

const inFile = ({ file }: { readonly file?: string }): string => (file === undefined ? '' : `in ${file}`);

const belowDetail = (recursive: boolean): string => (recursive ? 'with all below' : '');

const pathDetail = ({ recursive, leads, file }: PathEffect): string =>
  [
    belowDetail(recursive),
    leads === undefined ? '' : `a link to ${showPathShape(leads)}`,
    file === undefined ? '' : `in ${file}`,
  ]
    .filter((part) => part !== '')
    .join(', ');

function itemsOf(effects: Effects, hasDisk: boolean): readonly Item[] {
  const { paths, commands, connects, sends, pipes, installs, spawns, elevates, executed, unknowns } = effects;
  const commandAt = (index: number): string => commands[index]?.text ?? '…';
  return [
    ...commands.map(
      (command, at): Item => ({
        does: 'runs',
        what: command.text,
        certain: command.certain,
        detail: [
          [
            commandDetail(command),
            ...(hasDisk || connects.some((each) => each.command === at) ? [] : unfollowedRemote(command)),
          ].join('; '),
          ...(command.file === undefined ? [] : [inFile(command)]),
        ].join(', '),
        span: command.span,
      }),
    ),
    ...paths.map(
      (effect): Item => ({
        does: pathVerbs[effect.kind],
        what: showPathShape(effect.path),
        certain: effect.certain,
        detail: pathDetail(effect),
        span: effect.span,
      }),
    ),
    ...executed.map(
      ({ path, certain, command, span }): Item => ({
        does: 'executes',
        what: showPathShape(path),
        certain,
        detail:
          command === undefined ? '' : `by ${commands[command]?.program ?? 'a program that is not known'}`,
        span,
      }),
    ),
    ...connects.map(
      ({ host, certain, span, from }): Item => ({
        does: 'connects to',
        what: hostName(host),
        certain,
        ...(from === undefined ? {} : { detail: from }),
        span,
      }),
    ),
    ...sends.map(
      ({ source, host, certain, span }): Item => ({
        does: 'sends',
        what: `${source === undefined ? 'data' : showPathShape(source.path)} to ${hostName(host)}`,
        certain,
        detail: belowDetail(source?.recursive === true),
        span,
      }),
    ),
    ...pipes.map(
      ({ from, to, certain, span }): Item => ({
        does: 'pipes',
        what: `${commandAt(from)} into ${commandAt(to)}`,
        certain,
        span,
      }),
    ),
    ...installs.map(
      (effect): Item => ({
        does: 'installs',
        what: effect.name ?? showPackage(effect),
        certain: effect.certain,
        detail: `${effect.manager}, from ${effect.source}`,
        span: effect.span,
      }),
    ),
    ...spawns.map(
      ({ agent, certain, span }): Item => ({ does: 'spawns', what: agent ?? 'an agent', certain, span }),
    ),
    ...elevates.map(({ by, certain, span }): Item => ({ does: 'elevates', what: `by ${by}`, certain, span })),
    ...unknowns.map(
      ({ sort, text, why, span }): Item => ({ does: 'unknown', what: why, about: text, detail: sort, span }),
    ),
  ];
}

const hostName = ({ value, suffix }: HostShape): string =>
  value?.name ?? (suffix === undefined ? 'an unknown host' : `…${suffix}`);

/** How the command is understood, where its text does not say it as plainly. A command in a file is shown without the values of its options, which may be secrets. */
function commandDetail(command: Command): string {
  const { program, words, options, operands, via, known, open, file, idle } = command;
  const name = [program ?? 'a program that is not known', ...words].join(' ');
  const given = options.map(({ names, value }) => {
    const spelt = names.join('/');
    return value === undefined || file !== undefined ? spelt : `${spelt} ${showShape(value)}`;
  });
  // What a push changes though no word of it says so.
  const pushed = operands.filter(({ implied, role }) => implied === true && role === 'refspec');
  return [
    name,
    ...readAs(command),
    ...(given.length === 0 ? [] : [`with ${given.join(', ')}`]),
    ...(pushed.length === 0 ? [] : [`pushes ${pushed.map(({ value }) => showShape(value)).join(', ')}`]),
    ...(via.length === 0 ? [] : [`through ${via.join(', ')}`]),
    ...(known || program === undefined ? [] : ['not in the tables']),
    ...(open ? ['not all of its words are known'] : []),
    ...(idle === true ? ['does nothing but tell something'] : []),
  ].join('; ');
}

/** The note that the address of a remote is not known: only the disk has it. */
function unfollowedRemote({ program, words, operands, idle }: Command): readonly string[] {
  const asks = program === 'git' && ['push', 'pull', 'fetch', 'ls-remote'].includes(words[0] ?? '');
  if (!asks || idle === true) return [];
  const remote = operands.find(({ role }) => role === 'remote');
  const name = remote === undefined ? 'its remote' : showShape(remote.value);
  // A folder has no host.
  return /^[./~]/.test(name) ? [] : [`the address of ${name} is not known without the disk`];
}

/** The words of the program, where the text spells them in another way: `S=bash; sudo $S`. */
function readAs(command: Command): readonly string[] {
  if (command.file !== undefined || command.program === undefined) return [];
  const { written, words } = textsOfCommand(command);
  const text = staticText(words);
  return text === undefined || text === staticText(written) || !isRespelt(command)
    ? []
    : [`read as \`${redact(text)}\``];
}

/** Whether a word has another text than the one that is written. */
const isRespelt = ({ args, text }: Command): boolean =>
  args.some((word) => !text.includes(staticText(word) ?? ''));

function sourceAt(
  input: NonNullable<Facts['event']['tool']>['input'],
  { field, start, end }: InputSpan,
): string {
  const value = follow(input, field);
  if (typeof value === 'symbol') return '';
  return typeof value === 'string' ? value.slice(start, end) : '';
}

/** The effects as lines, with the last one saying how many are not shown. */
export function effectLines(effects: readonly ShownEffect[], total: number): readonly string[] {
  if (total === 0) return ['    none'];
  const lines = effects.map(({ does, what, certain, detail, field, source }) => {
    const sure = certain ? ' (certain)' : ' (possible)';
    const more = detail === undefined ? '' : `, ${detail}`;
    const quoted = source === '' || source === what ? '' : ` ${JSON.stringify(source)}`;
    if (certain === undefined) return `    ${does} (${detail}): ${what}  in ${field}${quoted}`;
    return `    ${does} ${what}${sure}${more}  in ${field}${quoted}`;
  });
  return total > effects.length ? [...lines, `    … and ${total - effects.length} more`] : lines;
}
