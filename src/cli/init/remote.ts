/** `bylaw init --server ADDRESS`: hooks that ask a server on another machine, with no policies here. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type RemoteFlag, readRemoteOptions } from '../../hook/remote-options.ts';
import { isAddress, readSecureAddress } from '../../host/machine/fetch-octets.ts';
import { openToOthers } from '../../host/machine/open-to-others.ts';
import type { HookCommand } from '../../install/command-line.ts';
import { applyChanges } from '../../install/file-change.ts';
import type { HarnessInstall } from '../../install/harness-install.ts';
import type { Machine } from '../../install/machine.ts';
import { commandDoubts } from '../../install/own-command.ts';
import { planInstall } from '../../install/plan.ts';
import { inSentence } from '../options/harness-options.ts';
import { choice, flag, pathArg, textArg } from '../options/options.ts';
import { type CommandContext, exitCodes, UsageError, write } from '../terminal/context.ts';
import {
  answerBeforeWriting,
  noneFound,
  refusal,
  sayKept,
  sayNext,
  sayNotApplied,
  sayNotes,
  withoutScope,
} from './output.ts';
import { type InitOutcome, type InitScope, notWritten } from './report.ts';
import { isChanged } from './show-changes.ts';
import { showHooks } from './show-hooks.ts';

/** Options that name files of this machine. */
const files = ['server-ca', 'server-certificate', 'server-key', 'token-file', 'bundle-key'] as const;

export const remoteOptions = {
  'server-address': textArg,
  'token-command': textArg,
  unreachable: choice(['deny', 'last-bundle']),
  bundle: pathArg,
  'server-ca': pathArg,
  'server-certificate': pathArg,
  'server-key': pathArg,
  'token-file': pathArg,
  'bundle-key': pathArg,
  watch: flag,
};
type RemoteOption = keyof typeof remoteOptions;
const remoteNames = Object.keys(remoteOptions) as readonly RemoteOption[];

export type RemoteValues = Readonly<
  Partial<Record<Exclude<RemoteOption, 'watch'>, string>> & {
    readonly watch?: boolean;
    readonly policies?: string;
    readonly profile?: string;
    readonly http?: string;
    readonly log?: string;
    readonly server?: boolean;
  }
>;

/** `--server` alone is a server of this user; with an address behind it, which no harness is called, another one. */
export function withServerAddress(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    if (arg === '--server' && isPlace(args[at + 1])) return ['--server-address'];
    return arg.startsWith('--server=') ? ['--server-address', arg.slice('--server='.length)] : [arg];
  });
}

const isPlace = (word: string | undefined): boolean => word !== undefined && /^[^-].*[.:]/.test(word);

/** The options of the hook, with whole paths; undefined where no server on another machine is named. Throws `UsageError`. */
export function remoteWords(values: RemoteValues, cwd: string): readonly string[] | undefined {
  const { 'server-address': address, bundle, policies, profile, http, server, log } = values;
  if (address === undefined) {
    const stray = remoteNames.find((name) => values[name] !== undefined);
    if (stray === undefined) return undefined;
    if (stray === 'watch')
      throw new UsageError(
        '`--watch` is about a server on another machine; hooks with policies of this machine watch by `--profile watch`',
      );
    throw new UsageError(
      `\`--${stray}\` is about a server on another machine; name it with \`--server ADDRESS\``,
    );
  }
  const other = Object.entries({ policies, profile, http, server, log }).find(
    ([, value]) => value !== undefined,
  );
  if (other !== undefined)
    throw new UsageError(
      profile === 'watch'
        ? '`--server ADDRESS` has `--watch` in the place of `--profile watch`'
        : `\`--server ADDRESS\` and \`--${other[0]}\` exclude each other: the server has the policies and keeps the log`,
    );
  const read = readSecureAddress(isAddress(address) ? address : `https://${address}`, 'answers');
  if (typeof read === 'string') throw new UsageError(`\`--server\`: ${read}`);
  const pathOf = (file: string): string => resolve(cwd, file);
  const missing = files.find((name) => values[name] !== undefined && !existsSync(pathOf(values[name])));
  if (missing !== undefined)
    throw new UsageError(
      `\`--${missing}\`: there is no file \`${values[missing]}\`. Nothing is written, because a hook without it denies every call`,
    );
  const given: Partial<Record<RemoteFlag, string>> = {
    // Without a scheme: one harness drops a file that has one in it.
    server: address.replace(/^https:\/\//, ''),
    ...definedOf({ 'token-command': values['token-command'], unreachable: values.unreachable }),
    ...Object.fromEntries(
      files.flatMap((name) =>
        name === 'bundle-key' || values[name] === undefined ? [] : [[name, pathOf(values[name])]],
      ),
    ),
  };
  const hasBundle = bundle !== undefined && values['bundle-key'] !== undefined;
  const options = readRemoteOptions(given, hasBundle);
  if (typeof options === 'string') throw new UsageError(options);
  const words = [
    ...Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]),
    ...(values.watch === true ? ['--watch'] : []),
  ];
  if (!hasBundle) return words;
  const place = isAddress(bundle) ? bundle : pathOf(bundle);
  return [...words, '--bundle', place, '--bundle-key', pathOf(values['bundle-key'] ?? '')];
}

const definedOf = (values: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

export interface RemoteSetUp extends InitScope {
  readonly harnesses: readonly HarnessInstall[];
  readonly command: HookCommand;
  readonly dryRun: boolean;
  readonly diff: boolean;
  readonly yes: boolean;
}

/** A token is a secret of its user, and a shell that makes the file lets others read it. Hooks for all users share theirs. */
function tokenDoubts(remote: readonly string[], { platform }: Machine): readonly string[] {
  const at = remote.indexOf('--token-file');
  const file = at < 0 ? undefined : remote[at + 1];
  const doubt = file === undefined || platform === 'win32' ? undefined : openToOthers(file);
  return doubt === undefined ? [] : [doubt];
}

/** Writes the hooks, after it has shown them and asked. */
export async function setUpRemote(options: RemoteSetUp, context: CommandContext): Promise<InitOutcome> {
  const { harnesses, scope, machine, command } = options;
  const { stdout } = context;
  if (harnesses.length === 0) return await noneFound(options, context);
  refuseAddress(options);
  const plan = planInstall(harnesses, scope, machine, command);
  const notes = [
    ...commandDoubts(command, machine, scope === 'managed'),
    ...(scope === 'managed' ? [] : tokenDoubts(command.remote ?? [], machine)),
  ];
  const intent = { plan, policies: undefined, beside: [], notes, start: [] };
  const refused = await refusal(plan, options, context);
  if (refused !== undefined) return notWritten(refused, intent);
  const changes = plan.changes.filter(isChanged);
  await write(stdout, showHooks(changes, options, stdout));
  await write(stdout, withoutScope(plan, scope));
  await sayNotes(notes, options, context);
  const answer = await answerBeforeWriting(changes.length > 0, options, context);
  if (answer !== undefined) return notWritten(answer, intent);
  const applied = applyChanges(changes, new Date().toISOString());
  if (!applied.ok) {
    await sayNotApplied(applied, context);
    return notWritten(exitCodes.findings, intent);
  }
  const { remote = [] } = command;
  const otherwise = remote.includes('last-bundle')
    ? 'where it cannot be reached, the last bundle decides, and where it refuses, calls are denied'
    : 'where it does not, calls are denied';
  const watching = remote.includes('--watch') ? ' Its rules deny nothing: they only record.' : '';
  const done = harnesses.filter((harness) => !plan.without.includes(harness));
  await write(
    stdout,
    `\nWritten. The server ${remote[1]} decides for ${inSentence(done.map(({ name }) => name))}; ${otherwise}.${watching}\n`,
  );
  await sayKept(applied.backups, machine, context);
  await sayNext(done, changes, scope, machine, context);
  return { code: exitCodes.fine, intent, done: { written: true, backups: applied.backups } };
}

/** Throws `UsageError` for an address that Cursor would drop the whole file for. */
function refuseAddress({ harnesses, command }: RemoteSetUp): void {
  const word = command.remote?.find((each) => each.includes('://'));
  if (word !== undefined && harnesses.some(({ id }) => id === 'cursor'))
    throw new UsageError(
      `Cursor drops its whole configuration where a command has \`://\` in it: name a file or folder in the place of \`${word}\`, or name the other harnesses`,
    );
}
