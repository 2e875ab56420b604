/**
 * Runs `action.yml` as GitHub's runner does: each step is a script of its own for `bash`, with the inputs in its
 * environment, and files for outputs and for the page of the run.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { keepCode } from '../hook/kept-code.ts';

const root = resolve(import.meta.dirname, '../..');

interface Step {
  readonly id?: string;
  readonly shell: string;
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

interface ActionRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

export const readAction = (): Action => parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;

/** Runs the action in a checkout. `env` goes over what the steps have. */
export function runAction(
  workspace: string,
  given: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
): ActionRun {
  const action = readAction();
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? input.default ?? '']),
  );
  const temp = mkdtempSync(join(tmpdir(), 'bylaw-runner-'));
  keepCode(temp);
  try {
    const stepOutputs: Record<string, Readonly<Record<string, string>>> = {};
    const told = { stdout: '', stderr: '', summary: '' };
    let code = 0;
    for (const [at, step] of action.runs.steps.entries()) {
      const home = join(temp, String(at));
      mkdirSync(home);
      const [script, output, summary] = ['script.sh', 'output', 'summary.md'].map((name) => join(home, name));
      writeFileSync(script ?? '', step.run);
      writeFileSync(output ?? '', '');
      writeFileSync(summary ?? '', '');
      const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, evaluate(value, { inputs })]);
      const ran = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script ?? ''], {
        cwd: workspace,
        encoding: 'utf8',
        env: {
          PATH: process.env.PATH,
          HOME: temp,
          ...Object.fromEntries(own),
          GITHUB_ACTION_PATH: root,
          GITHUB_WORKSPACE: workspace,
          GITHUB_OUTPUT: output,
          GITHUB_STEP_SUMMARY: summary,
          ...env,
        },
      });
      told.stdout += ran.stdout;
      told.stderr += ran.stderr;
      told.summary += readFileSync(summary ?? '', 'utf8');
      if (step.id !== undefined) stepOutputs[step.id] = readOutputs(readFileSync(output ?? '', 'utf8'));
      code = ran.status ?? 1;
      if (code !== 0) break;
    }
    const outputs = Object.entries(action.outputs).map(([name, { value }]) => [
      name,
      evaluate(value, { inputs, steps: stepOutputs }),
    ]);
    return { code, ...told, outputs: Object.fromEntries(outputs) };
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

interface Contexts {
  readonly inputs: Readonly<Record<string, string>>;
  readonly steps?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The two expressions that the action uses; any other is a mistake here. */
function evaluate(value: string, { inputs, steps = {} }: Contexts): string {
  return value.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => {
    const [context, first = '', outputs, name = ''] = expression.trim().split('.');
    if (context === 'inputs' && first in inputs) return inputs[first] ?? '';
    if (context === 'steps' && outputs === 'outputs') return steps[first]?.[name] ?? '';
    throw new Error(`cannot evaluate ${expression}`);
  });
}

/** `name=value` lines; the last of a name counts. */
const readOutputs = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const at = line.indexOf('=');
      return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)]];
    }),
  );
