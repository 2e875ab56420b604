/**
 * Calls of a form of the tables, made of what its line says: each option by itself, with a value of each sort that may
 * tell what becomes of it, and pairs of options, all beside words that the form has come through with.
 */
import type {
  FormEntry,
  OperandEntry,
  OptionEntry,
  ValueEntry,
} from '../../../src/facts/knowledge/table/entry.ts';
import { type Chance, pick } from '../../pattern/path-pairs.ts';
import { knownCalls } from './known.ts';
import { besideOf, filesFor } from './world.ts';

export interface Form {
  readonly program: string;
  readonly form: FormEntry;
  /** The options of all forms of the program: one of them may make this form. */
  readonly known: readonly OptionEntry[];
}

/** The name of a form in the report: its words, and an option that makes it. */
export function nameOf({ form: { words, given } }: Form): string {
  const asked = given.length === 0 ? '' : `given ${given.join(',')}`;
  return [...words.map(([first = '']) => first), asked].filter((part) => part !== '').join(' ') || '.';
}

/** What a call is made of; `tried` is the options that it is there for. */
export interface Call {
  readonly options: readonly string[];
  readonly operands: readonly string[];
  readonly tried: readonly string[];
  /** In front of the subcommands. */
  readonly before?: readonly string[];
  /** A file that standard input is. */
  readonly input?: string;
}

const quote = (word: string): string =>
  /^[\w@%+=:,./^-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

export function textOf({ program, form }: Form, { before = [], options, operands, input }: Call): string {
  const subcommands = form.words.map(([first = '']) => first);
  const words = [program, ...before, ...subcommands, ...options, ...operands].map(quote);
  return words.join(' ') + (input === undefined ? '' : ` < ${input}`);
}

/** Scripts that do little, by the language of a form. */
const codes: Readonly<Record<string, string>> = {
  sed: 's/a/b/',
  awk: '{ print }',
  perl: 'print 1',
  python: 'print(1)',
  node: 'console.log(1)',
  ruby: 'puts 1',
  lua: 'print(1)',
  php: 'echo 1;',
  sql: 'select 1',
  shell: 'echo a',
};

/** A value of the sort that a use asks for, where that is not a file that is there. */
const plain: Readonly<Record<string, readonly string[]>> = {
  write: ['new.out', 'b.txt'],
  target: ['empty', 'new.out'],
  'remote-write': ['new.out'],
  cwd: ['sub'],
  shell: ['touch ran-by-shell'],
  'shell-words': ['touch ran-by-shell'],
  run: ['touch'],
  env: ['A=1'],
  config: ['a.b=1'],
  host: ['one.example'],
  url: ['http://one.example/f'],
  data: ['a=1'],
  'upload-at': ['@a.txt', 'a=@a.txt'],
  package: ['a'],
  index: ['http://one.example/'],
  'further-index': ['http://one.example/'],
  image: ['one.example/a'],
  location: ['sub'],
  set: ['http://one.example/'],
  literal: ['a', 'new.out'],
  agent: ['a'],
  mount: ['/tmp:/a'],
};

const notations: Readonly<Record<string, readonly string[]>> = {
  'curl-data': ['@a.txt'],
  'curl-upload': ['a.txt'],
  'curl-url': ['http://one.example/f'],
  'curl-form': ['a=@a.txt'],
  'curl-config': ['a.txt'],
  'curl-header': ['A: b', '@a.txt'],
  'curl-write-out': ['@a.txt', '%output{new.out}a'],
  'curl-variable': ['a@a.txt'],
  'git-setting': ['a.b=c'],
  'git-url': ['repo'],
  'git-address': ['repo'],
  'gdb-command': ['shell touch ran-by-shell'],
  'less-command': ['!touch ran-by-shell'],
  'each-file': ['touch'],
  'wget-setting': ['output_document=new.out'],
  'ssh-setting': ['ProxyCommand=touch ran-by-shell'],
  'named-file': ['a=a.txt'],
  number: ['0'],
  module: ['json.tool'],
  'http-target': ['http://one.example/f'],
  'http-item': ['a=b', 'a@a.txt'],
  socat: ['OPEN:new.out,creat', 'EXEC:"touch ran-by-shell"'],
  'mail-address': ['a@one.example'],
  'dns-name': ['one.example'],
  'jump-hosts': ['one.example'],
};

/** Words for operands of text, by what rules call them: several where it may be given more than one. */
const ofRole: Readonly<Record<string, string>> = {
  remote: 'origin',
  repository: 'repo',
  refspec: 'main',
  revision: 'HEAD side',
  commit: 'side',
  branch: 'new',
  ref: 'refs/heads/new HEAD',
  name: 'origin new',
  owner: '1000',
  group: '1000',
  operation: 'r',
  set: 'a b',
  stash: 'stash@{0}',
  mode: '600',
};

/** Words that show what becomes of a value: a number, a file that is there, one that is not, a program. */
const telling = ['a.txt', 'new.out', '1'];

const isRead = /^(?:read|source|script|upload|copy|move|delete|remote-read)$/;

/** Values that an option or operand may be given. */
function valuesOf(
  { uses, notation }: ValueEntry,
  files: readonly string[],
  language?: string,
): readonly string[] {
  if (notation !== undefined) return notations[notation] ?? telling;
  if (uses.length === 0) return telling;
  const found = uses.flatMap(({ name }) => {
    if (isRead.test(name)) return files.slice(0, 2);
    if (name === 'code') return [codes[language ?? ''] ?? 'a'];
    return plain[name] ?? telling;
  });
  return [...new Set(found)];
}

/** Operands of a form for one file: every one that must be there, and those that may where `full` says so. */
function operandsFor(
  operands: readonly OperandEntry[],
  language: string | undefined,
  file: string,
  full: boolean,
): readonly string[] {
  let files = 0;
  return operands.flatMap((operand) => {
    if (!full && (operand.repeat === 'optional' || operand.repeat === 'any')) return [];
    const words = ofRole[operand.role ?? '']?.split(' ');
    if (words !== undefined && !operand.uses.some(({ name }) => name === 'write'))
      return isRepeated(operand) ? words : words.slice(0, 1);
    const own =
      operand.uses.some(({ name }) => isRead.test(name)) ||
      (operand.uses.length === 0 && operand.notation === undefined);
    const isOfFile =
      own ||
      (operand.uses.some(({ name }) => name === 'write') &&
        operand.uses.length === 1 &&
        operand.repeat !== 'optional');
    if (isOfFile) return [files++ === 0 ? file : (besideOf[file] ?? 'b.txt')];
    const [value = 'a'] = valuesOf(operand, [file], language);
    // What a command is given to run has a word of its own.
    return operand.uses.some(({ name }) => name === 'run' || name === 'shell-words')
      ? [value, 'ran-by-run']
      : [value];
  });
}

const isRepeated = ({ repeat }: OperandEntry): boolean => repeat === 'any' || repeat === 'some';

/** Two of what may be several; a folder, and files that are not there yet, where all files of the form may be these. */
function otherOperands(
  operands: readonly OperandEntry[],
  files: readonly string[],
): readonly (readonly string[])[] {
  const [file = 'a.txt'] = files;
  const isAll = (...names: readonly string[]): boolean =>
    operands.every(
      ({ uses, repeat }) => repeat === 'optional' || uses.some(({ name }) => names.includes(name)),
    );
  return [
    ...(operands.some((each) => isRepeated(each) && each.uses.some(({ name }) => isRead.test(name)))
      ? [[file, besideOf[file] ?? 'b.txt']]
      : []),
    ...(isAll('write', 'into') ? [['new.out']] : []),
    ...(isAll('delete') ? [['empty']] : []),
    ...(operands.some(({ uses }) => uses.some(({ name }) => isRead.test(name))) &&
    operands.some(({ uses }) => uses.some(({ name }) => name === 'write'))
      ? [[file, 'new.out']]
      : []),
  ];
}

/** Words that the text operands of a form may be, where files are none. */
const words = [
  'a',
  '1',
  'list',
  '600',
  'a=1',
  'v1',
  'HEAD',
  'main',
  'new.out',
  'one.example',
  'http://one.example/f',
];

const givenBy = ({ form, known }: Form): readonly OptionEntry[] =>
  form.given
    .slice(0, 1)
    .map((name) => [...form.options, ...known].find(({ names }) => names.includes(name)) ?? bare(name));
const bare = (name: string): OptionEntry => ({ names: [name], value: 'none', role: undefined, uses: [] });

/** The option that makes a form, with a value where it takes one. */
const askedOf = (form: Form, files: readonly string[]): readonly string[] =>
  givenBy(form).flatMap((option) => spellingsOf(option, files, form.form.traits.language)[0] ?? []);

/** The files that are tried before anything else, and the calls before the other files. */
const few = 3;
const early = 8;

/** Calls of which one should come through, the likeliest first. */
export function firstCalls(of: Form): readonly Call[] {
  const known = knownCalls(of.program, nameOf(of)).map(
    ({ before, words, input }): Call => ({
      before,
      options: [],
      operands: words,
      tried: [],
      ...(input && { input }),
    }),
  );
  return uniqueOf([...known, ...madeCalls(of)]);
}

/** Calls that are made of what the line says. */
function madeCalls(of: Form): readonly Call[] {
  const { program, form } = of;
  const files = filesFor(program);
  const asked = askedOf(of, files);
  const { operands, traits } = form;
  const calls: Call[] = [];
  const ofFile = (file: string): Call => ({
    options: asked,
    operands: operandsFor(operands, traits.language, file, true),
    tried: [],
  });
  calls.push(...files.slice(0, few).map(ofFile));
  calls.push({
    options: asked,
    operands: operandsFor(operands, traits.language, files[0] ?? 'a.txt', false),
    tried: [],
  });
  // Before the other files: some forms have few tries.
  calls.splice(
    1,
    0,
    ...otherOperands(operands, files).map((some): Call => ({ options: asked, operands: some, tried: [] })),
  );
  const input = files[0] ?? 'a.txt';
  calls.push({ options: asked, operands: [], tried: [], input });
  const given = operandsFor(operands, traits.language, input, true);
  if (traits.stdin !== undefined) calls.push({ options: asked, operands: given, tried: [], input: 'b.txt' });
  for (const word of words) {
    const some = operands.map(({ uses, notation }) =>
      uses.length === 0 && notation === undefined ? word : undefined,
    );
    if (some.every((each) => each === undefined)) break;
    calls.push({ options: asked, operands: some.flatMap((each) => each ?? []), tried: [] });
    calls.push({
      options: asked,
      operands: operandsFor(operands, traits.language, files[0] ?? 'a.txt', true).map((each, at) =>
        at === 0 ? word : each,
      ),
      tried: [],
    });
  }
  return [...calls.slice(0, early), ...files.slice(few).map(ofFile), ...calls.slice(early)];
}

/** Ways to write an option with its value: each name of it, and each value that tells something. */
function spellingsOf(
  option: OptionEntry,
  files: readonly string[],
  language: string | undefined,
): readonly (readonly string[])[] {
  const { names, value, more = [] } = option;
  const [first = ''] = names;
  if (value === 'none') return names.map((name) => [name]);
  const values = valuesOf(option, files, language);
  const behind = more.flatMap((each) => valuesOf(each, files, language).slice(0, 1));
  const attach = (name: string, each: string): readonly string[] =>
    name.endsWith('=')
      ? [`${name}${each}`]
      : name.startsWith('--')
        ? [`${name}=${each}`]
        : [`${name}${each}`];
  if (value === 'optional')
    return [
      ...names.map((name) => [name]),
      ...values.slice(1).map((each) => attach(names.find((name) => name.startsWith('--')) ?? first, each)),
    ];
  return [
    ...values.map((each) => (first.endsWith('=') ? attach(first, each) : [first, each, ...behind])),
    ...names.slice(1).map((name) => attach(name, values[0] ?? 'a')),
  ];
}

/** Each option by itself, beside words that the form came through with. */
export function optionCalls(of: Form, from: readonly Call[]): readonly Call[] {
  const { program, form } = of;
  const files = filesFor(program);
  const [best = firstCalls(of)[0] ?? { options: [], operands: [], tried: [] }, next] = from;
  return uniqueOf(
    form.options.flatMap((option) =>
      spellingsOf(option, files, form.traits.language).flatMap((words, at) => {
        const calls: Call[] = [
          { ...best, options: [...best.options, ...words], tried: [option.names[0] ?? ''] },
        ];
        if (at === 0 && next !== undefined)
          calls.push({ ...next, options: [...next.options, ...words], tried: [option.names[0] ?? ''] });
        return calls;
      }),
    ),
  );
}

/** Pairs of what came through by itself. */
export function pairCalls(chance: Chance, through: readonly Call[], count: number): readonly Call[] {
  if (through.length < 2) return [];
  return uniqueOf(
    Array.from({ length: count }, () => {
      const [one, other] = [pick(chance, through), pick(chance, through)];
      return {
        ...one,
        options: [...one.options, ...other.options],
        tried: [...new Set([...one.tried, ...other.tried])],
      };
    }).filter(({ tried }) => tried.length === 2),
  );
}

function uniqueOf(calls: readonly Call[]): readonly Call[] {
  const known = new Set<string>();
  return calls.filter((call) => {
    const key = JSON.stringify([call.before ?? [], call.options, call.operands, call.input]);
    return !known.has(key) && known.add(key);
  });
}
