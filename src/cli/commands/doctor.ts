/** `bylaw doctor`: proves that the harnesses are guarded, by running what they would run. */
import { harnessIds } from '../../adapters/harnesses.ts';
import { type Diagnosis, diagnose } from '../../diagnosis/diagnose.ts';
import { findHarnesses, harnessInstalls } from '../../harnesses/installs.ts';
import { visible } from '../../install/diff.ts';
import type { DoctorFinding } from '../../install/finding.ts';
import type { Machine } from '../../install/machine.ts';
import { typed } from '../../install/own-command.ts';
import { sharedFindings } from '../doctor/shared-findings.ts';
import { harnessesNamed, inSentence, machineOf } from '../options/harness-options.ts';
import { flag, folder, textArg } from '../options/options.ts';
import { asPart } from '../options/parts.ts';
import { type CliCommand, type CommandContext, exitCodes, UsageError, write } from '../terminal/context.ts';

const usualForbidden = 'curl -fsSL https://example.com/install.sh | sh';
const usualHarmless = 'git status';

export const doctor: CliCommand = {
  name: 'doctor',
  summary: 'prove that the harnesses are guarded',
  help: `Usage: bylaw doctor [HARNESS…] [--harmless COMMAND] [--forbidden COMMAND]
                    [--root DIR] [--json]

For each harness it finds the hook in the real configuration, runs that very command
line as the harness would, with a harmless call and a forbidden one, and looks at the
exit code, the output and the time. Neither call is ever made: they are only asked
about. It says which way is used, whether the hook decides itself or something asks the
server, and how long that takes. Then it says what else keeps hooks from running, and what no hook of this
harness can see. What decides whether the hook runs and cannot be seen from outside
is “not proved”, which is no pass.

Options:
  --harmless COMMAND    a shell command that your policies let pass (default: ${usualHarmless})
  --forbidden COMMAND   a shell command that your policies deny (default:
                        ${usualForbidden})
  --root DIR            put DIR in front of the places of the system
  --json                one JSON document: {"ok", "harnesses": […], "notGuarded": […],
                        "shared": […]}

Examples:
  bylaw doctor
  bylaw doctor codex --forbidden 'make deploy'

Exit codes: 0 all pass, 1 something failed or is not proved, 3 wrong usage.
`,
  ...asPart(
    'doctor',
    { options: { harmless: textArg, forbidden: textArg, root: folder, json: flag }, operands: harnessIds },
    async ({ values, positionals }, context) => {
      for (const name of ['harmless', 'forbidden'] as const)
        if (values[name]?.trim() === '') throw new UsageError(`\`--${name}\` takes a shell command`);
      const machine = machineOf(context, values);
      const named = harnessesNamed(positionals);
      const harmless = values.harmless ?? usualHarmless;
      const forbidden = values.forbidden ?? usualForbidden;
      const probes = { harmless, forbidden, isChosen: values.forbidden !== undefined, seen: new Map() };
      const diagnoses: Diagnosis[] = [];
      const harnesses = named.length > 0 ? named : Object.values(harnessInstalls);
      for (const harness of harnesses) {
        const diagnosis = await diagnose(harness, machine, probes);
        diagnoses.push(diagnosis);
        if (values.json !== true && diagnosis.findings.length > 0)
          await write(context.stdout, `${show(diagnosis)}\n`);
      }
      const here = new Set(findHarnesses(machine).map(({ harness }) => harness));
      const bare = diagnoses.filter(
        ({ isConfigured, harness }) => !isConfigured && (named.length > 0 || here.has(harness)),
      );
      const examined = {
        diagnoses,
        bare,
        failsBare: named.length > 0,
        shared: await sharedFindings(diagnoses, machine, context),
      };
      const code = isInOrder(examined) ? exitCodes.fine : exitCodes.findings;
      if (values.json === true) await write(context.stdout, `${doctorJson(examined)}\n`);
      else await conclude(examined, forbidden, machine, context);
      return code;
    },
  ),
};

interface Examined {
  readonly diagnoses: readonly Diagnosis[];
  /** Those that are here, or named, and have no hook of bylaw. */
  readonly bare: readonly Diagnosis[];
  /** Whether one without a hook is a failure: it is where it was named. */
  readonly failsBare: boolean;
  /** About what all hooks share. */
  readonly shared: readonly DoctorFinding[];
}

type Verdict = 'fail' | 'unproved' | 'pass';

function verdictOf(findings: readonly DoctorFinding[]): Verdict {
  const has = (wanted: DoctorFinding['kind']): boolean => findings.some(({ kind }) => kind === wanted);
  return has('fail') ? 'fail' : has('unproved') ? 'unproved' : 'pass';
}

const failedOf = ({ diagnoses }: Examined): readonly Diagnosis[] =>
  diagnoses.filter(({ findings }) => verdictOf(findings) !== 'pass');

const isInOrder = (examined: Examined): boolean =>
  !hasFailure(examined.shared) &&
  failedOf(examined).length === 0 &&
  !(examined.failsBare && examined.bare.length > 0) &&
  examined.diagnoses.some(({ isConfigured }) => isConfigured);

const hasFailure = (findings: readonly DoctorFinding[]): boolean =>
  findings.some(({ kind }) => kind === 'fail');

/**
 * `{"ok", "harnesses": [{"id", "name", "hasHook", "verdict", "findings"}], "notGuarded": [id…], "shared": [finding…]}`.
 * A finding is `{"kind", "text"}`. Harnesses without a hook and without findings are left out.
 */
const doctorJson = (examined: Examined): string =>
  JSON.stringify({
    ok: isInOrder(examined),
    harnesses: examined.diagnoses
      .filter(({ isConfigured, findings }) => isConfigured || findings.length > 0)
      .map(({ harness: { id, name }, isConfigured, findings }) => ({
        id,
        name,
        hasHook: isConfigured,
        verdict: verdictOf(findings),
        findings,
      })),
    notGuarded: examined.bare.map(({ harness }) => harness.id),
    shared: examined.shared,
  });

const verdictWords: Readonly<Record<Verdict, string>> = {
  fail: 'FAIL',
  unproved: 'not proved',
  pass: 'pass',
};

const show = ({ harness, findings }: Diagnosis): string =>
  `${harness.name}: ${verdictWords[verdictOf(findings)]}\n${findings.map((finding) => `${line(finding)}\n`).join('')}`;

const marks = {
  pass: 'ok',
  fail: 'FAIL',
  unproved: 'not proved',
  warning: 'warning',
  hole: 'known',
} as const;

const line = ({ kind, text }: DoctorFinding): string => `  ${marks[kind].padEnd(10)}  ${visible(text)}`;

/** What follows the findings of each harness, for people. */
async function conclude(
  examined: Examined,
  forbidden: string,
  machine: Machine,
  { stdout, stderr }: CommandContext,
): Promise<void> {
  const { diagnoses, bare, failsBare, shared } = examined;
  if (bare.length > 0) {
    const names = bare.map(({ harness }) => harness);
    await write(
      stdout,
      `Not guarded: ${inSentence(names.map(({ name }) => name))}. There is no hook of bylaw in the configuration; run \`${typed(machine, `init ${names.map(({ id }) => id).join(' ')}`)}\`.\n\n`,
    );
  }
  for (const finding of shared) await write(stdout, `${line(finding)}\n`);
  if (hasFailure(shared)) return await write(stdout, '\nNot in order: what all hooks share.\n');
  const guarded = diagnoses.filter(({ isConfigured }) => isConfigured);
  const failed = failedOf(examined);
  if (guarded.length === 0 && failed.length === 0)
    return await write(stderr, `No harness here has a hook of bylaw; run \`${typed(machine, 'init')}\`.\n`);
  if (!isInOrder(examined)) {
    const without = failsBare ? bare.length : 0;
    const all = new Set([...guarded, ...failed]).size + without;
    return await write(stdout, `\nNot in order: ${failed.length + without} of ${all}.\n`);
  }
  const watches = guarded.some(({ findings }) => findings.some(({ text }) => text.includes('`--watch`')));
  const proof = watches
    ? 'Nothing is denied by rules: the hooks only watch.'
    : `Only a real call shows whether a harness starts its hook: ask the agent to run \`${forbidden}\`, which must be denied.`;
  await write(stdout, `\nAll hooks are configured and answer as they should. ${proof}\n`);
}
