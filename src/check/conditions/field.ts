/** Fields: a word and its steps → the row of the table, and the steps below it. */
import { adviceOfDisk } from '../../language/advice.ts';
import { adviceOfEnvironment, adviceOfWindow, timeWords } from '../../language/explain-habit.ts';
import { adviceForVerb } from '../../language/explain-verb.ts';
import type { Field } from '../../language/expression.ts';
import type { Span } from '../../language/source.ts';
import { nearest, operatorWords, suggestion } from '../../language/words.ts';
import {
  effectTable,
  effectVerbs,
  foreignVerbs,
  isEffectVerb,
  isObjectWord,
  roles,
} from '../../vocabulary/effects.ts';
import { type FieldEntry, fieldSpellings, findField } from '../../vocabulary/fields.ts';
import { isOneOf } from '../../vocabulary/kinds.ts';
import { wordsIn } from '../../vocabulary/words-in.ts';
import { type Context, reportError } from '../names/context.ts';
import { useLabel } from '../names/label-name.ts';
import type { ResolvedField } from '../tree/checked.ts';
import { roleQuantifier } from '../values/unfinished.ts';

/** Resolves a field, or reports why there is none. */
export function resolveField(context: Context, field: Field, behind?: string): ResolvedField | undefined {
  return resolveSteps(
    context,
    field.root.text,
    field.steps.map(({ key }) => key),
    field.span,
    [],
    behind,
  );
}

/**
 * The same for a field that is already split, as in a template. `others`: words besides fields that may be meant; `behind`:
 * what is compared with it, as written.
 */
export function resolveSteps(
  context: Context,
  root: string,
  steps: readonly (string | number)[],
  span: Span,
  others: readonly string[] = [],
  behind?: string,
): ResolvedField | undefined {
  const found = findField(root, steps);
  if (found === undefined) return reportUnknownField(context, { root, steps, span, others, behind });
  const rest = steps.slice(found.taken);
  if (found.entry.id === 'extension' && !isExtensionKey(rest[0])) {
    return reportError(context, 'unknown-field', span, 'an extension is named by its key in quotes', {
      help: 'write `extension "com.example.key"`: the keys are reverse domain names, such as `org.w3c.trace_context`',
    });
  }
  return { entry: found.entry, steps: rest, text: fieldText(found.entry, rest) };
}

/**
 * Keys without a dot are refused by the protocol (docs/development/protocol-notes.md#extensions), so
 * that nothing is ever below them.
 */
const isExtensionKey = (key: string | number | undefined): boolean =>
  typeof key === 'string' && key.includes('.');

/** A field as messages write it. */
function fieldText(entry: FieldEntry, steps: readonly (string | number)[]): string {
  const name = entry.spellings[0] ?? entry.id;
  if (entry.id === 'extension') {
    const [key, ...rest] = steps;
    return `extension "${key}"${stepsText(rest)}`;
  }
  return `${name}${stepsText(steps)}`;
}

/** Steps as a policy writes them: `.edits[0]."odd key"`. */
export function stepsText(steps: readonly (string | number)[]): string {
  return steps
    .map((step) => {
      if (typeof step === 'number') return `[${step}]`;
      return /^[A-Za-z][A-Za-z0-9_-]*$/.test(step) ? `.${step}` : `.${JSON.stringify(step)}`;
    })
    .join('');
}

interface UnknownField {
  readonly root: string;
  readonly steps: readonly (string | number)[];
  readonly span: Span;
  readonly others: readonly string[];
  readonly behind: string | undefined;
}

function reportUnknownField(context: Context, unknown: UnknownField): undefined {
  const text = `${unknown.root}${stepsText(unknown.steps)}`;
  return reportError(context, 'unknown-field', unknown.span, `unknown field \`${text}\``, {
    help: adviceFor(context, unknown),
  });
}

/** What to write instead: a field with a similar name, or the parts that the field has. */
function adviceFor(context: Context, { root, steps, span, others, behind }: UnknownField): string {
  if (root === 'disk' && steps.length === 0) return adviceOfDisk;
  if (root === 'env' || root === 'environment') return adviceOfEnvironment;
  if (root === 'git' && steps[0] === 'branch') return adviceOfBranch;
  if (operatorWords.has(root)) {
    return 'alternatives do not repeat the operator: `tool is "a" or "b"`; anything else names its field again';
  }
  if (isObjectWord(root)) {
    return `\`${root}\` is one thing that the call touches: it has no parts and no size; compare it as in \`${root} in @list\``;
  }
  const text = [root, ...steps].join('.').toLowerCase();
  if (steps.length === 0) {
    if (useLabel(context, { text: root, span }) !== undefined)
      return `\`${root}\` is a label, and asked for by its name alone: \`while ${root}\``;
    const other = adviceForWord(context, root, text, behind);
    if (other !== undefined) return other;
  }
  const whole = fieldSpellings.find((spelling) => spelling.toLowerCase().endsWith(`.${text}`));
  const near =
    whole === undefined
      ? (suggestion(text, [...others, ...fieldSpellings]) ?? adviceForInput(text))
      : `did you mean \`${whole}\`?`;
  if (near !== undefined) return near;
  const parts = fieldSpellings.filter((spelling) => spelling.startsWith(`${root}.`));
  if (parts.length > 0)
    return `the fields of \`${root}\` are ${parts.map((part) => `\`${part}\``).join(', ')}`;
  const nearRoot = steps.length > 0 ? suggestion(root, openRoots) : undefined;
  return (
    nearRoot ??
    'the fields are listed in docs/fields.md; what a tool is given is below `input`, such as `input.command`'
  );
}

/** What tools of many harnesses are given. */
const inputFields = ['command', 'file_path', 'path', 'url', 'content', 'pattern', 'query', 'prompt'];

/** A field of the input without the word in front of it. */
function adviceForInput(text: string): string | undefined {
  const near = nearest(text, inputFields);
  return near === undefined
    ? undefined
    : `what a tool is given is below \`input\`: did you mean \`input.${near}\`?`;
}

const adviceOfBranch = 'the branch that is checked out is `repository.branch`';

/** Words for whom a call belongs to in a company. */
const namesOfTeams: ReadonlySet<string> = new Set(
  wordsIn('team group department organisation organization tenant company'),
);
const adviceOfTeam =
  'a server knows a team by its token: `client.token is "team-a"`; rules for one team are a layer with a scope (docs/layers.md)';

/** A word alone that is no field: another spelling of one, a verb, or what the words of commands are called. */
function adviceForWord(
  context: Context,
  root: string,
  lower: string,
  behind: string | undefined,
): string | undefined {
  if (lower !== root && fieldSpellings.includes(lower)) return `did you mean \`${lower}\`?`;
  if (namesOfTeams.has(lower)) return adviceOfTeam;
  const verb = adviceForVerb(lower, behind);
  if (verb !== undefined) return verb;
  if (timeWords.has(lower)) return adviceOfWindow;
  const amongWords = `among the words of a command is \`${roleQuantifier(context)} ${lower}\``;
  if (lower === 'branch')
    return `${adviceOfBranch}; the branch of a push is \`${roleQuantifier(context)} refspec\`, and one ${amongWords}`;
  if (lower === 'user') return `who asks is \`client.user\`, as far as it is proved; one ${amongWords}`;
  if (isOneOf(roles, lower)) {
    return roleQuantifier(context) === 'every'
      ? `write \`every ${lower}\`: what lets a call pass must hold for all that the command is given; with \`any ${lower}\`, one that is harmless would excuse the others`
      : `say whether \`any ${lower}\` or \`every ${lower}\` of the command is meant; in a \`when\`, \`any\` finds one among several`;
  }
  const slip = lower.length < 4 ? undefined : suggestion(lower, [...effectVerbs]);
  if (slip !== undefined && suggestion(lower, fieldSpellings) === undefined) return slip;
  return lower === 'shell'
    ? 'a kind of tool is asked for with `kind is shell`, and what a shell leaves open with `shell is opaque`'
    : undefined;
}

/** The verb for a word of another language, in another form or misspelt: `executes`, `Reads`, `delete`. */
export function verbFor(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (isEffectVerb(lower)) return effectTable[lower].verb;
  return foreignVerbs.get(lower);
}

const openRoots = ['input', 'event', 'extension', 'session', 'tool', 'harness', 'agent', 'client'];
