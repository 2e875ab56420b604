/** Fields that hold commands, code, or what a command would do → its effects, by way of the analysis of shells. */
import type { Json, JsonObject } from '../event.ts';
import { analyzeShell, analyzeWords, type ShellContext } from '../shell/analyze.ts';
import type { ToolUse, WordTemplate } from './entry.ts';
import { type FoundField, isObject } from './fields.ts';
import { nameKey } from './name-key.ts';
import { recordPatch } from './patch.ts';
import { eachText, misfit, type Reading, recordUnknown, textsOf, valuesOfName } from './reading.ts';

/** Text for a shell, or a list of words. */
export function applyCommand(reading: Reading, use: ToolUse, found: FoundField): void {
  const { field, value } = found;
  const { recorder } = reading;
  if (!use.certain) {
    recordUnknown(reading, found, 'this may be a command');
    return;
  }
  const args = valuesOfName(reading, 'args').flatMap(({ value: each }) => textsOf(each) ?? []);
  const context = contextOf(reading, dialectOf(reading, use), field);
  if (typeof value === 'string') {
    if (args.length === 0) analyzeShell(value, context, recorder);
    // A program with its words beside it; text that is more than a program goes through a shell.
    else if (/^[^\s|&;<>()$`"']+$/.test(value)) analyzeWords([value, ...args], context, recorder);
    else analyzeShell([value, ...args.map(quote)].join(' '), context, recorder);
    return;
  }
  const words = textsOf(value);
  if (words === undefined) {
    if (isObject(value)) applyInside(reading, use, found, value);
    else misfit(reading, found);
    return;
  }
  const [program = '', patch, ...rest] = words;
  if (/^(?:.*\/)?apply_?patch$/.test(program) && patch !== undefined && rest.length === 0) {
    const { base } = reading;
    const length = words.join(' ').length;
    recordPatch(
      patch,
      { base, certain: true, field, offset: undefined, length, command: undefined },
      recorder,
    );
  } else analyzeWords([...words, ...args], context, recorder);
}

const commandKeys: ReadonlySet<string> = new Set(
  ['command', 'cmd', 'command_line', 'script', 'program'].map(nameKey),
);

/** `{ command: "ls", args: ["-l"] }` as an element of a list of commands. */
function applyInside(reading: Reading, use: ToolUse, found: FoundField, value: JsonObject): void {
  const entries = Object.entries(value);
  const command = entries.find(([key]) => commandKeys.has(nameKey(key)));
  const args = entries.find(([key]) => nameKey(key) === 'args')?.[1] ?? [];
  const words = textsOf(args);
  if (command === undefined || words === undefined || isObject(command[1])) {
    misfit(reading, found);
    return;
  }
  const [key, inner] = command;
  const field = [...found.field, key];
  const whole = words.length === 0 ? inner : [...(textsOf(inner) ?? []), ...words];
  applyCommand(reading, use, { field, value: whole });
}

function contextOf(
  { context, base }: Reading,
  dialect: ShellContext['dialect'],
  field: readonly (string | number)[],
): ShellContext {
  const { roots, knowledge, tool } = context;
  return { cwd: base, roots, knowledge, tool, dialect, field };
}

function dialectOf(reading: Reading, { name }: ToolUse): ShellContext['dialect'] {
  if (name === 'posix' || name === 'powershell') return name;
  for (const { value } of valuesOfName(reading, 'dialect')) {
    const dialect = dialectOfShell(value);
    if (dialect !== undefined) return dialect;
  }
  return undefined;
}

/** The dialect of a shell by its name or path. */
function dialectOfShell(value: Json): ShellContext['dialect'] {
  if (typeof value !== 'string') return undefined;
  const program = nameKey(value.replace(/^.*[/\\]/s, '')).replace(/exe$/, '');
  if (program === 'powershell' || program === 'pwsh') return 'powershell';
  if (program === 'cmd') return 'cmd';
  return /^(?:ba|z|da|k|fi|a)?sh$|^gitbash$|^wsl$/.test(program) ? 'posix' : undefined;
}

/** Code does what it would do on the command line of its interpreter. */
export function applyCode(reading: Reading, use: ToolUse, found: FoundField): void {
  const program = use.name === 'python' ? ['python', '-c'] : ['node', '-e'];
  const context = contextOf(reading, 'posix', found.field);
  eachText(reading, found, (text) => analyzeWords([...program, text], context, reading.recorder));
}

/** The call does what a command does. */
export function applyWords(reading: Reading, use: ToolUse): void {
  const words = use.words.flatMap((word) => wordsOf(reading, word));
  const [first] = use.words.flatMap((word) => ('field' in word ? reading.find(word.field) : []));
  const context = contextOf(reading, 'posix', first?.field ?? reading.context.prefix);
  analyzeWords(words, context, reading.recorder);
}

function wordsOf(reading: Reading, word: WordTemplate): readonly string[] {
  if (word.kind === 'text') return [word.text];
  const values = reading.find(word.field);
  switch (word.kind) {
    case 'flag':
      return values.some(({ value }) => value === true || value === 'true') ? [word.text] : [];
    case 'option':
      return values.flatMap(({ value }) => (textsOf(value) ?? []).flatMap((text) => [word.text, text]));
    case 'field':
      return values.flatMap((found) => {
        const texts = textsOf(found.value);
        if (texts === undefined) misfit(reading, found);
        return texts ?? [];
      });
    default:
      return word satisfies never;
  }
}

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
