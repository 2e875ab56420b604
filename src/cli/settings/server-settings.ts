/**
 * The settings of a server as they hold: what the command line says goes before the environment, that before a file, and
 * that before what a setting is by default. Each knows where it is from, so that a message can name it as its author did.
 */
import { existsSync, statSync } from 'node:fs';
import { delimiter, dirname, resolve } from 'node:path';
import { readPinsOf } from '../../host/config/client-pins.ts';
import { configReading, type OpenConfigFile, openConfigFile } from '../../host/config/config-file.ts';
import { readBudget, readLayersOf } from '../../host/config/layers-file.ts';
import type { SettingKind } from '../../host/config/setting-kinds.ts';
import { aboutTilde, entriesOf, type Read } from '../../host/config/yaml-entries.ts';
import type { YamlNode } from '../../host/config/yaml-tree.ts';
import type { CostBudget } from '../../host/policy-files/over-budget.ts';
import type { Span } from '../../language/source.ts';
import { parseBudget } from '../options/budget-option.ts';
import { choice, flag, pathArg, several, textArg } from '../options/options.ts';
import { layersFile, policiesNamed, policiesOptions } from '../options/policies-option.ts';
import { type Option, UsageError } from '../terminal/context.ts';
import { refuseStrange } from './strange-variables.ts';
import { type Key, keys, type Setting, settings, type ValueOf, variableOf } from './table.ts';

export type Origin =
  /** As it is written: `--port`, `BYLAW_LISTEN_PORT`. */
  | { readonly kind: 'option' | 'variable'; readonly name: string }
  | { readonly kind: 'file'; readonly span: Span }
  | { readonly kind: 'default' };

/** A value that somebody set. */
interface Given {
  readonly value: unknown;
  readonly origin: Origin;
}

/** What a server is started with. */
export interface ServerSettings {
  readonly file: OpenConfigFile | undefined;
  /** As `--policies` and `--layers` name them; undefined where neither is given. */
  readonly policies: Named<readonly string[]> | undefined;
  readonly budget: Named<CostBudget> | undefined;
  /** The value of a setting: what is set, or what it is by default. */
  get<K extends Key>(key: K): ValueOf<K> | undefined;
  origin(key: Key): Origin;
  /** Whether the file says something there that the setting does not take: then it has the value by default. */
  isUnreadable(key: Key): boolean;
}

export interface Named<Value> {
  readonly value: Value;
  readonly origin: Origin;
}

const valued = ({ choices, path: isPath }: Pick<SettingKind<unknown>, 'choices' | 'path'>): Option =>
  choices === undefined ? (isPath === undefined ? textArg : pathArg) : choice(choices);

/** What the command line can say. */
export const serverOptions = {
  ...policiesOptions,
  config: pathArg,
  'no-config': flag,
  budget: several(textArg),
  ...Object.fromEntries(
    keys.map((key) => [settings[key].option, isSwitch(settings[key]) ? flag : valued(settings[key].kind)]),
  ),
} as const;

export type OptionValues = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>;

/** The file of configuration that is read by default, in the current folder. */
export const usualConfig = 'bylaw.yaml';

/**
 * Reads what is said of a server. What is wrong with the file is among its problems. Throws `UsageError` for what is wrong
 * with options and variables, and `NoSuchPath`.
 */
export function readServerSettings(
  values: OptionValues,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): ServerSettings {
  const variables = new Map(
    Object.entries(env).filter(([name, value]) => name.startsWith('BYLAW_') && value),
  );
  refuseStrange(variables.keys());
  const file = configFileOf(values, variables, cwd);
  const given = new Map<Key, Given>([
    ...(file === undefined ? [] : ofFile(file)),
    ...keys.flatMap((key) => ofVariable(key, variables) ?? []),
    ...keys.flatMap((key) => ofOption(key, values) ?? []),
  ]);
  return {
    file,
    policies: policiesOf(values, variables, file),
    budget: budgetOf(values, variables, file),
    get: <K extends Key>(key: K) =>
      (given.get(key)?.value ?? settings[key].byDefault) as ValueOf<K> | undefined,
    origin: (key) => given.get(key)?.origin ?? { kind: 'default' },
    isUnreadable: (key) => given.has(key) && given.get(key)?.value === undefined,
  };
}

/** A setting as its author named it: an option, a variable, or a place in the file. One that is not set has both names where there is a file. */
export function namedBy({ origin, file }: Pick<ServerSettings, 'origin' | 'file'>, key: Key): string {
  const from = origin(key);
  if (from.kind === 'option' || from.kind === 'variable') return `\`${from.name}\``;
  if (from.kind === 'file') return `\`${key}\``;
  const option = `\`--${settings[key].option}\``;
  return file === undefined ? option : `\`${key}\` (${option})`;
}

function isSwitch(setting: { readonly optionSets?: boolean }): boolean {
  return setting.optionSets !== undefined;
}

// ── the command line ──────────────────────────────────────────────────────────────────────

function ofOption(key: Key, values: OptionValues): [Key, Given][] | undefined {
  const setting: Setting<unknown> = settings[key] as Setting<unknown>;
  const said = values[setting.option];
  if (said === undefined || said === false) return undefined;
  const origin: Origin = { kind: 'option', name: `--${setting.option}` };
  const value = setting.optionSets ?? parsed(setting, String(said), origin.name);
  return [[key, { value, origin }]];
}

function parsed(setting: Setting<unknown>, text: string, name: string): unknown {
  const value = setting.kind.parse(text);
  if (value === undefined) throw new UsageError(`\`${name}\` takes ${setting.kind.takes}, not \`${text}\``);
  return value;
}

// ── the environment ───────────────────────────────────────────────────────────────────────

type Variables = ReadonlyMap<string, string | undefined>;

const configVariable = 'BYLAW_CONFIG';
const policiesVariable = 'BYLAW_POLICIES';
const layersVariable = 'BYLAW_LAYERS';
const budgetVariable = 'BYLAW_BUDGET';

function ofVariable(key: Key, variables: Variables): [Key, Given][] | undefined {
  const name = variableOf(key);
  const text = variables.get(name);
  if (text === undefined) return undefined;
  const value = parsed(settings[key] as Setting<unknown>, text, name);
  return [[key, { value, origin: { kind: 'variable', name } }]];
}

// ── the file ──────────────────────────────────────────────────────────────────────────────

function configFileOf(values: OptionValues, variables: Variables, cwd: string): OpenConfigFile | undefined {
  const { config, layers } = values;
  if (values['no-config'] === true) {
    if (config === undefined && layers === undefined) return undefined;
    throw new UsageError(
      `\`--no-config\` and \`--${config === undefined ? 'layers' : 'config'}\` exclude each other`,
    );
  }
  if (config !== undefined && layers !== undefined)
    throw new UsageError('`--config` and `--layers` exclude each other: the file has the layers too');
  const named = config ?? layers ?? variables.get(configVariable) ?? variables.get(layersVariable);
  if (named !== undefined)
    return openConfigFile(layersFile(String(named), config === undefined ? '--layers' : '--config'), cwd);
  const path = resolve(cwd, usualConfig);
  if (!existsSync(path)) return undefined;
  const problem = byStrangers(path);
  if (problem === undefined) return openConfigFile(usualConfig, cwd);
  throw new UsageError(
    `\`${usualConfig}\` in the current folder ${problem}, so the server reads it only if you name it: use \`--config ${usualConfig}\`, or \`--no-config\``,
  );
}

/** Why a file that was not named is not trusted; undefined where this user or root made it. */
function byStrangers(path: string): string | undefined {
  const user = process.geteuid?.();
  // Windows has neither owners nor modes like these.
  if (user === undefined) return undefined;
  const [file, folder] = [statSync(path), statSync(dirname(path))];
  if (file.uid !== user && file.uid !== 0) return `belongs to another user (${file.uid})`;
  if ((file.mode & 0o002) !== 0) return 'is writable for every user';
  const isOpen = (folder.mode & 0o002) !== 0 && (folder.mode & 0o1000) === 0;
  return isOpen ? 'is in a folder that is writable for every user' : undefined;
}

const textOf = (node: YamlNode): string | undefined => (node.kind === 'text' ? node.text : undefined);

/** Undefined where an item is no text. */
function textOfList(items: readonly YamlNode[]): string | undefined {
  const texts = items.map(textOf);
  return texts.includes(undefined) ? undefined : texts.join(',');
}

function ofFile(file: OpenConfigFile): readonly [Key, Given][] {
  const reading = configReading(file);
  const found: [Key, Given][] = [];
  const readerOf =
    (key: Key): Read<true> =>
    (_, node) => {
      const origin: Origin = { kind: 'file', span: node.span };
      const { kind } = settings[key] as Setting<unknown>;
      const text = node.kind === 'list' && kind.isList ? textOfList(node.items) : textOf(node);
      const value = text === undefined ? undefined : kind.parse(text);
      if (text === undefined || value === undefined) {
        found.push([key, { value: undefined, origin }]);
        const not = text === undefined ? '' : `, not \`${text}\``;
        return reading.fail(node.span, `\`${key}\` takes ${kind.takes}${not}`);
      }
      const isPlace =
        kind.path !== undefined && !kind.path.words.includes(text) && kind.path.isOther?.(text) !== true;
      const isHome = isPlace && text.startsWith('~');
      const read = isHome ? undefined : isPlace ? resolve(reading.folder, text) : value;
      found.push([key, { value: read, origin }]);
      return isHome ? reading.fail(node.span, ...aboutTilde) : true;
    };
  for (const [section, { value }] of file.sections) {
    const own = keys.filter((key) => key.startsWith(`${section}.`));
    if (own.length > 0) {
      const readers = Object.fromEntries(own.map((key) => [key.slice(section.length + 1), readerOf(key)]));
      entriesOf(reading, value, readers, [], `\`${section}\``);
      continue;
    }
    const key = keys.find((each) => each === section);
    if (key !== undefined) readerOf(key)(reading, value, `\`${key}\``);
  }
  return found;
}

// ── policies and what they may cost ───────────────────────────────────────────────────────

function policiesOf(
  values: OptionValues,
  variables: Variables,
  file: OpenConfigFile | undefined,
): ServerSettings['policies'] {
  const named = policiesNamed(values as Parameters<typeof policiesNamed>[0]);
  if (named !== undefined) {
    const name = values.layers === undefined ? '--policies' : '--layers';
    if (values.layers === undefined) refusePins(name, file);
    return { value: named, origin: { kind: 'option', name } };
  }
  const listed = variables.get(policiesVariable);
  if (listed !== undefined) {
    if (variables.has(layersVariable))
      throw new UsageError(`\`${policiesVariable}\` and \`${layersVariable}\` exclude each other`);
    refusePins(policiesVariable, file);
    return { value: listed.split(delimiter), origin: { kind: 'variable', name: policiesVariable } };
  }
  if (file !== undefined) readPinsOf(file);
  const section = file?.sections.get('layers') ?? file?.sections.get('policies');
  // What is misspelt in the file says more.
  if (section === undefined && file?.problems.length === 0) refusePins('nothing in it', file);
  if (file === undefined || section === undefined) return undefined;
  // Reported here, with the rest of the file; the loader of the policies reads it again.
  readLayersOf(file);
  return { value: [file.path], origin: { kind: 'file', span: section.span } };
}

/** What a file pins to clients holds for its own policies: others would go without it in silence. */
function refusePins(named: string, file: OpenConfigFile | undefined): void {
  if (file?.sections.has('clients') !== true) return;
  throw new UsageError(
    `\`clients:\` in ${file.source.path} is for the policies that the file names, and ${named === 'nothing in it' ? 'it names none' : `${named} names others`}: name them there, with \`layers:\` or \`policies:\``,
  );
}

function budgetOf(
  values: OptionValues,
  variables: Variables,
  file: OpenConfigFile | undefined,
): ServerSettings['budget'] {
  const said = values.budget as readonly string[] | undefined;
  const fromOption = parseBudget(said);
  if (fromOption !== undefined) return { value: fromOption, origin: { kind: 'option', name: '--budget' } };
  const variable = variables.get(budgetVariable);
  const fromVariable = parseBudget(variable === undefined ? undefined : [variable], budgetVariable);
  if (fromVariable !== undefined)
    return { value: fromVariable, origin: { kind: 'variable', name: budgetVariable } };
  const section = file?.sections.get('budget');
  if (file === undefined || section === undefined) return undefined;
  const value = readBudget(configReading(file), section.value, '`budget`');
  return value && { value, origin: { kind: 'file', span: section.span } };
}
