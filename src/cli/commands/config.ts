/** `bylaw config`: a file of configuration tried, the settings that hold with where each is from, and what each means. */
import { readLayersOf } from '../../host/config/layers-file.ts';
import { renderPlace } from '../../language/render.ts';
import { suggestion } from '../../language/words.ts';
import { atMostOneOperand } from '../options/operands.ts';
import { flag } from '../options/options.ts';
import { asPart, withParts } from '../options/parts.ts';
import { asUsage } from '../policies/load-policies.ts';
import { serveSettings } from '../serving/serve-settings.ts';
import { tryPlaces } from '../serving/try-places.ts';
import { InvalidConfig, invalidConfigText } from '../settings/invalid-config.ts';
import {
  type Origin,
  readServerSettings,
  type ServerSettings,
  serverOptions,
  usualConfig,
} from '../settings/server-settings.ts';
import { warnOfStrange } from '../settings/strange-variables.ts';
import { type Key, keys, type Setting, settings, variableOf } from '../settings/table.ts';
import { columns } from '../terminal/columns.ts';
import {
  type CliCommand,
  type CommandContext,
  type CommandPart,
  type ExitCode,
  exitCodes,
  UsageError,
  write,
} from '../terminal/context.ts';

export const config: CliCommand = {
  name: 'config',
  summary: 'check, show and explain the configuration of a server',
  help: `Usage: bylaw config check [FILE]
       bylaw config show [--json] [FILE] [OPTIONS OF SERVE]
       bylaw config explain [SETTING|SECTION]

What \`bylaw serve\` would be started with: its options, the variables of the environment
and a file of configuration (default: ${usualConfig} in this folder). An option goes before a
variable, a variable before the file, and the file before what a setting is by default.

  check     says all that is wrong with the file, each with its place. It also tries
            whether what it names is there and can be read, and whether its folders can
            be made and written; nothing is left of that
  show      says each setting as it holds, and where it is from
  explain   says what a setting is, what it can be, and its option and variable; of a
            section such as \`tls\`, all of its settings

What is in the policies is checked by \`bylaw check --layers FILE\`.

Options:
  --json    show: as JSON, a list of objects with name, value and from

Examples:
  bylaw config check /etc/bylaw/bylaw.yaml
  bylaw config show /etc/bylaw/bylaw.yaml
  bylaw config show --port 8080
  bylaw config explain listen.port

Exit codes: 0 fine, 2 the file is not valid, 3 wrong usage.
`,
  ...withParts('config', {
    check: async () => checkConfig,
    show: async () => showConfig,
    explain: async () => explainConfig,
  }),
};

const checkConfig = asPart(
  'config check',
  { options: {}, operands: 'path' },
  async ({ positionals }, context) => {
    const named = atMostOneOperand(positionals, '`bylaw config check` takes one file');
    await write(context.stderr, warnOfStrange(context.env));
    try {
      const args = named === undefined ? [] : ['--config', named];
      const { config: file } = await serveSettings(args, context, (read, settings, mistakes) =>
        tryPlaces(read, settings, mistakes, context),
      );
      if (file === undefined)
        throw new UsageError(
          `there is no ${usualConfig} in this folder; name a file: \`bylaw config check FILE\``,
        );
      const sections = [...file.sections.keys()].map((each) => `\`${each}\``).join(', ');
      await write(context.stdout, `${file.source.path} is valid: it has ${sections}.\n`);
      return exitCodes.fine;
    } catch (error) {
      return await reportIfInvalid(error, context);
    }
  },
);

async function reportIfInvalid(error: unknown, context: CommandContext): Promise<ExitCode> {
  if (!(error instanceof InvalidConfig)) throw error;
  await write(context.stderr, invalidConfigText(error, context));
  return exitCodes.invalidPolicy;
}

const showConfig = asPart(
  'config show',
  {
    options: {
      ...serverOptions,
      json: flag,
    },
    operands: 'path',
  },
  async ({ values, positionals }, context) => {
    const named = atMostOneOperand(positionals, '`bylaw config show` takes one file');
    if (named !== undefined && values.config !== undefined)
      throw new UsageError('`--config` and a file say the same: give one of them');
    await write(context.stderr, warnOfStrange(context.env));
    const { json, ...given } = values;
    const said = named === undefined ? given : { ...given, config: named };
    const read = asUsage(() => readServerSettings(said, context.env, context.cwd));
    if (read.file !== undefined && read.file.problems.length > 0)
      return await reportIfInvalid(new InvalidConfig(read.file), context);
    const rows = rowsOf(read);
    await write(
      context.stdout,
      json === true ? `${JSON.stringify(rows, undefined, 2)}\n` : table(rows.map(rowText)),
    );
    return exitCodes.fine;
  },
);

interface Row {
  readonly name: string;
  /** Null where nothing is set; what happens then is in `unset`. */
  readonly value: unknown;
  readonly from: string;
  readonly unset?: string;
}

/** What a file names is shown by itself, and not as the file. Without other policies, those of a bundle are all there are. */
function policiesRow(
  { policies, file }: ServerSettings,
  isBundle: boolean,
  shown: (from: Origin) => string,
): readonly Row[] {
  if (policies !== undefined && 'span' in policies.origin && file !== undefined) {
    const layers = readLayersOf(file) ?? [];
    const from = shown(policies.origin);
    if (!file.sections.has('layers'))
      return [{ name: 'policies', value: layers.flatMap(({ paths }) => paths), from }];
    return [{ name: 'layers', value: layers.map(({ name, paths }) => `${name}: ${paths.join(', ')}`), from }];
  }
  if (policies !== undefined)
    return [{ name: 'policies', value: policies.value, from: shown(policies.origin) }];
  return isBundle ? [] : [{ name: 'policies', value: ['policies'], from: 'default' }];
}

function rowsOf(read: ServerSettings): readonly Row[] {
  const { budget, file, get, origin } = read;
  const shown = (from: Origin): string => {
    if ('name' in from) return from.name;
    if (!('span' in from) || file === undefined) return 'default';
    return renderPlace(file.source.path, from.span, () => file.source);
  };
  return [
    ...policiesRow(read, get('bundle.from') !== undefined, shown),
    ...(budget === undefined ? [] : [{ name: 'budget', value: budget.value, from: shown(budget.origin) }]),
    ...keys.map((key): Row => {
      const { kind, unset } = settings[key] as Setting<unknown>;
      const value = get(key);
      const from = shown(origin(key));
      if (value !== undefined) return { name: key, value: plain(value, kind.show(value)), from };
      return { name: key, value: null, from, ...(unset === undefined ? {} : { unset }) };
    }),
  ];
}

/** Numbers and switches as such, but for those that are written with a unit. */
const plain = (value: unknown, shown: string): unknown => (String(value) === shown ? value : shown);

const rowText = ({ name, value, from, unset }: Row): readonly string[] => [
  name,
  value === null ? `(${unset ?? 'not set'})` : typeof value === 'string' ? value : JSON.stringify(value),
  from,
];

const explainConfig: CommandPart = { options: {}, operands: keys, run: explainSetting };

async function explainSetting(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  // An option of `serve` is the name of a setting here.
  const name = atMostOneOperand(args, '`bylaw config explain` takes one setting or section');
  if (name === undefined) {
    await write(
      context.stdout,
      table(keys.map((key) => [key, `--${settings[key].option}`, settings[key].what])),
    );
    return exitCodes.fine;
  }
  const key = keyNamed(name);
  if (key === undefined) {
    const group = keys.filter((each) => each.startsWith(`${name}.`));
    if (group.length > 0) {
      await write(context.stdout, group.map(explained).join('\n'));
      return exitCodes.fine;
    }
    const near = suggestion(name, keys) ?? 'see `bylaw config explain`';
    throw new UsageError(`there is no setting \`${name}\`; ${near}`);
  }
  await write(context.stdout, explained(key));
  return exitCodes.fine;
}

/** By its place, its option or its variable. */
const keyNamed = (name: string): Key | undefined =>
  keys.find((key) => name === key || name === `--${settings[key].option}` || name === variableOf(key));

function explained(key: Key): string {
  const { kind, option, optionSets, what, byDefault, unset } = settings[key] as Setting<unknown>;
  const asOption =
    optionSets === undefined ? `--${option} VALUE` : `--${option}, which makes it \`${optionSets}\``;
  const usual = byDefault === undefined ? (unset ?? 'not set') : kind.show(byDefault);
  const rows = [
    ['in a file', inFile(key)],
    ['option', asOption],
    ['variable', variableOf(key)],
    ['takes', kind.takes],
    ['by default', usual],
  ];
  return `${key}: ${what}\n${table(rows, '  ')}`;
}

const inFile = (key: Key): string => {
  const [section = '', entry] = key.split('.');
  return entry === undefined ? `${section}: …` : `${section}: { ${entry}: … }`;
};

const table = (rows: readonly (readonly string[])[], before = ''): string =>
  columns(rows, { widest: 48 })
    .map((line) => `${before}${line}\n`)
    .join('');
