/** What the forge runs is what anybody can run: the gate, the campaigns, and nothing that is only there. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const folder = '.github/workflows/';
const workflows = readdirSync(folder).map((name) => {
  const workflow = parse(readFileSync(folder + name, 'utf8')) as Workflow;
  return { ...workflow, name, steps: Object.values(workflow.jobs).flatMap(({ steps }) => steps) };
});

describe.each(workflows)('$name', ({ permissions, steps }) => {
  test('may only read', () => {
    expect(permissions).toEqual({ contents: 'read' });
  });

  test('puts no expression into a script', () => {
    for (const { run } of steps) expect(run ?? '').not.toContain('${{');
  });

  test('uses only what the forge itself offers', () => {
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
  });
});

test('CI runs the gate, and a night the campaigns', () => {
  const runs = (name: string): (string | undefined)[] =>
    workflows.find((workflow) => workflow.name === name)?.steps.flatMap(({ run }) => run ?? []) ?? [];
  const nats = 'sudo apt-get update && sudo apt-get install --yes nats-server';
  expect(runs('ci.yml')).toEqual([nats, '.ci/run']);
  const [program, install, campaign = ''] = runs('campaign.yml');
  expect(program).toBe(nats);
  expect(install).toBe('npm ci');
  expect(campaign).toMatch(/^npm run campaign -- "\$\{arguments\[@\]\}" 2>&1 \| tee campaign\.log$/m);
});

test('the oldest version of Node is the same everywhere', () => {
  const oldest = readFileSync('.nvmrc', 'utf8').trim();
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(engines.node).toBe(`>=${oldest}`);
  expect(readFileSync(`${folder}ci.yml`, 'utf8')).toContain(`node: [${oldest}, `);
  expect(readFileSync('action.yml', 'utf8')).toContain(`[ "$major" -lt ${oldest} ]`);
});

test('issue forms have what the forge asks of them, and names of their own for each field', () => {
  const forms = '.github/ISSUE_TEMPLATE/';
  for (const name of readdirSync(forms).filter((each) => each !== 'config.yml')) {
    const form = parse(readFileSync(forms + name, 'utf8'));
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const ids = form.body.flatMap(({ id }: { id?: string }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { type, attributes } of form.body)
      expect(type === 'markdown' ? attributes.value : attributes.label).toEqual(expect.any(String));
  }
});
