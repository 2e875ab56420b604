/** Fields that hold commands or code → their effects, found by the analysis of shells. */
import type { Json, JsonObject } from '../event/event.ts';
import { isList } from '../event/json.ts';
import { recordPatch } from '../patch/patch.ts';
import { Recorder } from '../record/recorder.ts';
import { analyzeCode, analyzeShell, analyzeWords, type ShellContext } from '../shell/analyze.ts';
import type { ToolUse, WordTemplate } from './entry.ts';
import { looksLikeJson } from './field-look.ts';
import { type FoundField, isObject, isTrue, parseJson } from './fields.ts';
import { mountsOf } from './mounts.ts';
import { nameKey } from './name-key.ts';
import { endOfInput, runPossibly } from './possible-command.ts';
import { eachText, misfit, type ToolReading, textsOf, valuesOfName } from './reading.ts';

/** Text for a shell, or a list of words. */
export function applyCommand(reading: ToolReading, use: ToolUse, given: FoundField): void {
  const found = { ...given, value: withinText(given.value) };
  const { field, value } = found;
  const { recorder } = reading;
  const beside = valuesOfName(reading, 'args').filter((each) => !holdsField(each.field, field));
  const args = beside.length === 0 ? noArguments : beside.flatMap((each) => argumentsOf(reading, each));
  if (!use.certain) {
    const asked = typeof value === 'string' ? value : textsOf(value);
    const where = { field, bases: [reading.base], args: args.map(({ text }) => text) };
    if (asked === undefined) misfit(reading, found);
    else runPossibly(asked, where, reading.context, recorder);
    return;
  }
  const dialect = dialectOf(reading, use);
  const context = contextOf(reading, dialect, field);
  const variables = variablesOf(reading);
  const input = inputOf(reading, given, dialect);
  if (typeof value === 'string') {
    const rest = args.map(({ text, isWord }) => ` ${isWord ? quote(text) : text}`).join('');
    const isProgram =
      args.length > 0 && /^[^\s|&;<>()$`"']+$/.test(value) && args.every(({ isWord }) => isWord);
    // A program with its words beside it; text that is more than a program goes through a shell.
    if (isProgram && input === '') {
      analyzeWords(withVariables(variables, [value, ...args.map(({ text }) => text)]), context, recorder);
    } else analyzeShell(settings(variables, dialect) + input + value + rest, context, recorder);
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
  } else if (/^(?![A-Za-z]:)\S+\s+\S/.test(program)) {
    // No program has such a name: it is a list of whole commands.
    for (const each of words) analyzeShell(settings(variables, dialect) + input + each, context, recorder);
  } else {
    const all = [...words, ...args.map(({ text }) => text)];
    if (input === '') analyzeWords(withVariables(variables, all), context, recorder);
    else analyzeShell(settings(variables, dialect) + input + all.map(quote).join(' '), context, recorder);
  }
}

/** What a text holds as JSON, if that is a command in fields or a list of words: no shell runs such a text. */
function withinText(value: Json): Json {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || !looksLikeJson(value)) return value;
  const inner = parseJson(value);
  if (inner === undefined || inner === null || typeof inner !== 'object') return value;
  const isCommand = isObject(inner) ? commandIn(inner) !== undefined : textsOf(inner) !== undefined;
  return isCommand ? inner : value;
}

/** What sets the standard input of the command to the text that the call has for it; empty if it has none. */
function inputOf(reading: ToolReading, command: FoundField, dialect: ShellContext['dialect']): string {
  const inputs = valuesOfName(reading, 'stdin').filter(({ field }) => !holdsField(field, command.field));
  const [first] = inputs;
  if (first === undefined) return '';
  const texts = inputs.map(({ value }) => textsOf(value)?.join('\n'));
  if (texts.includes(undefined) || dialect === 'powershell' || dialect === 'cmd') {
    misfit(reading, first);
    return '';
  }
  const text = texts.join('\n');
  const end = endOfInput(text);
  return `exec <<'${end}'\n${text}\n${end}\n`;
}

/** Whether a field is another one, or the object around it. */
const holdsField = (outer: FoundField['field'], field: FoundField['field']): boolean =>
  outer.length <= field.length && outer.every((step, at) => step === field[at]);

interface Argument {
  readonly text: string;
  /** Undefined for a text that a shell would read as several words. */
  readonly isWord: boolean;
}

const noArguments: readonly Argument[] = [];

/** Arguments beside a command: lists of words, also inside lists, or one text for all. */
function argumentsOf(reading: ToolReading, found: FoundField, depth = 0): readonly Argument[] {
  const { value, field } = found;
  if (value === null) return [];
  if (typeof value === 'string') return [{ text: value, isWord: depth > 0 }];
  if (typeof value !== 'object') return [{ text: String(value), isWord: true }];
  if (isList(value) && depth < 4 && value.length <= 1000) {
    return value.flatMap((each, index) =>
      argumentsOf(reading, { value: each, field: [...field, index] }, depth + 1),
    );
  }
  misfit(reading, found);
  return [];
}

type Variable = readonly [name: string, value: string];

const noVariables: readonly Variable[] = [];

/** Variables that the call sets for its command: an object of them, or a list of `NAME=value`. */
function variablesOf(reading: ToolReading): readonly Variable[] {
  const given = valuesOfName(reading, 'env');
  if (given.length === 0) return noVariables;
  return given.flatMap((found): readonly Variable[] => {
    const { value } = found;
    const pairs = isObject(value)
      ? Object.entries(value)
      : (textsOf(value) ?? []).map((text): [string, Json] => [
          text.replace(/=.*$/s, ''),
          text.slice(text.indexOf('=') + 1),
        ]);
    return pairs.flatMap(([name, text]): readonly Variable[] => {
      if (text === null || (typeof text === 'object' && !isList(text)) || !/^[A-Za-z_]\w*$/.test(name)) {
        if (text !== null) misfit(reading, found);
        return [];
      }
      return [[name, typeof text === 'string' ? text : JSON.stringify(text)]];
    });
  });
}

/** The variables as a shell command that sets them; empty if there are none. */
function settings(variables: readonly Variable[], dialect: ShellContext['dialect']): string {
  if (variables.length === 0) return '';
  if (dialect === 'powershell') {
    return variables.map(([name, value]) => `$env:${name} = '${value.replaceAll("'", "''")}'; `).join('');
  }
  if (dialect === 'cmd') return variables.map(([name, value]) => `set "${name}=${value}"\n`).join('');
  return `export ${variables.map(([name, value]) => `${name}=${quote(value)}`).join(' ')}; `;
}

const withVariables = (variables: readonly Variable[], words: readonly string[]): readonly string[] =>
  variables.length === 0 ? words : ['env', ...variables.map(([name, value]) => `${name}=${value}`), ...words];

const commandKeys: ReadonlySet<string> = new Set(
  ['command', 'cmd', 'command_line', 'script', 'program', 'executable', 'exe'].map(nameKey),
);

/** `{ command: "ls", args: ["-l"] }` as an element of a list of commands. */
function applyInside(reading: ToolReading, use: ToolUse, found: FoundField, value: JsonObject): void {
  const entries = Object.entries(value);
  const command = commandIn(value);
  if (command === undefined || isObject(command[1])) {
    misfit(reading, found);
    return;
  }
  const [key, inner] = command;
  const beside = entries.filter(([each]) => argumentKeys.has(nameKey(each)));
  const args = beside.flatMap(([each, value]) =>
    argumentsOf(reading, { value, field: [...found.field, each] }, 1),
  );
  const field = [...found.field, key];
  const words = textsOf(inner) ?? [];
  const isText = typeof inner === 'string' && args.length === 0;
  applyCommand(reading, use, { field, value: isText ? inner : [...words, ...args.map(({ text }) => text)] });
}

const commandIn = (value: JsonObject): [string, Json] | undefined =>
  Object.entries(value).find(([key]) => commandKeys.has(nameKey(key)));

const argumentKeys: ReadonlySet<string> = new Set(['args', 'arguments', 'argv'].map(nameKey));

function contextOf(
  { context, base }: ToolReading,
  dialect: ShellContext['dialect'],
  field: readonly (string | number)[],
): ShellContext {
  const { roots, knowledge, tool } = context;
  return { cwd: base, roots, knowledge, tool, dialect, field };
}

function dialectOf(reading: ToolReading, { name }: ToolUse): ShellContext['dialect'] {
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

/** Runs code as the command line of its interpreter does. */
export function applyCode(reading: ToolReading, use: ToolUse, found: FoundField): void {
  const program = use.name === 'python' ? ['python', '-c'] : ['node', '-e'];
  const context = contextOf(reading, 'posix', found.field);
  eachText(reading, found, (text) => analyzeWords([...program, text], context, reading.recorder));
}

/** A query: what it does outside of its database is only possible, since the database may be on another machine. */
export function applySql(reading: ToolReading, found: FoundField): void {
  const context = contextOf(reading, 'posix', found.field);
  eachText(reading, found, (text) => {
    const outside = new Recorder(reading.recorder.disk);
    analyzeCode('sql', text, context, outside);
    reading.recorder.possibly(outside.effects);
  });
}

/** The call does the same as a command. */
export function applyWords(reading: ToolReading, use: ToolUse): void {
  const words = use.words.flatMap((word) => wordsOf(reading, word));
  const [first] = use.words.flatMap((word) => ('field' in word ? reading.find(word.field) : []));
  const context = contextOf(reading, 'posix', first?.field ?? reading.context.prefix);
  analyzeWords(words, context, reading.recorder);
}

function wordsOf(reading: ToolReading, word: WordTemplate): readonly string[] {
  if (word.kind === 'text') return [word.text];
  const values = reading.find(word.field);
  switch (word.kind) {
    case 'flag':
      return values.some(({ value }) => isTrue(value)) ? [word.text] : [];
    case 'option':
      return values.flatMap((found) => {
        const texts = textsOf(found.value) ?? mountsOf(found.value, word.text.startsWith('--'));
        if (texts === undefined) misfit(reading, found);
        return (texts ?? []).flatMap((text) => [word.text, text]);
      });
    case 'field':
    case 'split':
      return values.flatMap((found) => {
        const texts = textsOf(found.value);
        if (texts === undefined) misfit(reading, found);
        const isText = word.kind === 'split' && typeof found.value === 'string';
        return isText ? (texts ?? []).flatMap(splitWords) : (texts ?? []);
      });
    default:
      return word satisfies never;
  }
}

/** The words of a text, split at blanks outside quotes. */
function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let open = '';
  for (const character of text) {
    if (open !== '') {
      if (character === open) open = '';
      else word = (word ?? '') + character;
    } else if (character === "'" || character === '"') {
      open = character;
      word ??= '';
    } else if (!/\s/.test(character)) word = (word ?? '') + character;
    else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  return word === undefined ? words : [...words, word];
}

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
