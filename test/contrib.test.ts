/** What lies in contrib/ says of bylaw what is so: metrics, paths, options and settings that there are. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { serverOptions } from '../src/cli/settings/server-settings.ts';
import { alivePath, readyPath } from '../src/server/routes/status-routes.ts';
import { bylaw, withFolder } from './cli/command.ts';
import { metricNames } from './docs/all-metrics.ts';
import { makeCertificates } from './server/certificates.ts';

const read = (path: string): string => readFileSync(path, 'utf8');

describe('metrics', () => {
  let known: ReadonlySet<string>;
  beforeAll(async () => {
    const names = await metricNames();
    // What a histogram is made of.
    known = new Set([...names, 'bylaw_decision_seconds_bucket']);
  });

  test.each(['contrib/grafana/bylaw.json', 'contrib/prometheus/bylaw.rules.yaml'])(
    'of %s are exported',
    (path) => {
      const named = new Set([...read(path).matchAll(/\bbylaw_[a-z_]+/g)].map(([name]) => name));
      expect(named.size).toBeGreaterThan(8);
      expect([...named].filter((name) => !known.has(name))).toEqual([]);
    },
  );

  test('are all on the dashboard, but for what is said by another', () => {
    const dashboard = read('contrib/grafana/bylaw.json');
    const missing = [...known].filter(
      (name) => !dashboard.includes(name) && name !== 'bylaw_decision_seconds',
    );
    expect(missing.sort()).toEqual([
      'bylaw_build_info',
      'bylaw_bundle_info',
      'bylaw_content_removed_total',
      'bylaw_log_records_total',
      'bylaw_memory_failures_total',
      'bylaw_policies_info',
      'bylaw_shadow_start_timestamp_seconds',
      'bylaw_uploads_total',
    ]);
  });

  test('of the dashboard lie on panels that do not overlap', () => {
    const { panels }: { panels: { id: number; gridPos: { x: number; y: number; w: number; h: number } }[] } =
      JSON.parse(read('contrib/grafana/bylaw.json'));
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)}/${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

test('each alert names a section of the runbook', () => {
  const { groups }: { groups: { rules: Alert[] }[] } = parse(read('contrib/prometheus/bylaw.rules.yaml'));
  const sections = [...read('docs/runbook.md').matchAll(/^##+ (.+)$/gm)].map(
    ([, title = '']) => `docs/runbook.md#${title.toLowerCase().replaceAll(' ', '-')}`,
  );
  for (const { alert, annotations } of groups.flatMap(({ rules }) => rules))
    expect(sections, alert).toContain(annotations.runbook);
});

test('the policies of the runbook are valid, and their tests pass', () =>
  withFolder(
    {
      'policies/dev.policy':
        'policy com.example.dev\n\ndeny shell\n  when kind is shell\n  test\n    denies "ls"\n',
    },
    async (cwd) => {
      const files = [...read('docs/runbook.md').matchAll(/^```policy (\S+)\n([\s\S]*?)^```$/gm)];
      expect(files).toHaveLength(2);
      // One after the other: the first denies everything, whatever is excused.
      for (const [, path = '', text = ''] of files) {
        mkdirSync(join(cwd, 'one/policies'), { recursive: true });
        writeFileSync(join(cwd, 'one', 'policies', 'dev.policy'), read(join(cwd, 'policies/dev.policy')));
        writeFileSync(join(cwd, 'one', path), text);
        const { code, stdout } = await bylaw(['test', 'one/policies'], { cwd });
        expect(code, stdout).toBe(0);
        writeFileSync(join(cwd, 'one', path), 'policy com.example.nothing\n');
      }
    },
  ));

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: as Kubernetes has it.
  readonly [member: string]: any;
}

describe('the example for Kubernetes', () => {
  const resources: readonly Resource[] = parseAllDocuments(read('contrib/kubernetes/bylaw.yaml')).map(
    (each) => {
      expect(each.errors).toEqual([]);
      return each.toJS();
    },
  );
  const of = (kind: string): Resource => {
    const found = resources.find((each) => each.kind === kind);
    if (found === undefined) throw new Error(`no ${kind}`);
    return found;
  };

  test('has a valid configuration', () => {
    const text: string = of('ConfigMap').data['bylaw.yaml'];
    const certificates = makeCertificates();
    certificates.sign('server');
    const { certificate, key } = certificates.of('server');
    // What is mounted there is here.
    const files = {
      'bylaw.yaml': text.replaceAll('/etc/bylaw/', ''),
      'tokens/tokens.json': JSON.stringify({
        tokens: [{ sha256: 'a'.repeat(64), scope: 'team', may: ['intercept'] }],
      }),
      'tls/tls.crt': read(certificate),
      'tls/tls.key': read(key),
    };
    certificates.remove();
    return withFolder(files, async (cwd) => {
      mkdirSync(join(cwd, 'keys'));
      await bylaw(['bundle', 'keygen', 'keys/bundle'], { cwd });
      renameSync(join(cwd, 'keys/bundle.pub'), join(cwd, 'keys/bundle.pem'));
      const { code, stdout, stderr } = await bylaw(['config', 'check', 'bylaw.yaml'], { cwd });
      expect(code, stdout + stderr).toBe(0);
    });
  });

  test('asks the server what it answers, and mounts what the configuration names', () => {
    const [container] = of('StatefulSet').spec.template.spec.containers;
    expect(container.livenessProbe.httpGet.path).toBe(alivePath);
    expect(container.readinessProbe.httpGet.path).toBe(readyPath);
    const { volumes } = of('StatefulSet').spec.template.spec;
    const claims = of('StatefulSet').spec.volumeClaimTemplates;
    const there = [
      ...volumes.map(({ name }: Resource['metadata']) => name),
      ...claims.map(({ metadata }: Resource) => metadata.name),
    ];
    const mounts: readonly { name: string; mountPath: string }[] = container.volumeMounts;
    expect(mounts.map(({ name }) => name).sort()).toEqual(there.sort());
    const named = [...of('ConfigMap').data['bylaw.yaml'].matchAll(/\/etc\/bylaw\/[a-z]+/g)].map(
      ([path]) => path,
    );
    for (const path of named) expect(mounts.map(({ mountPath }) => mountPath)).toContain(path);
  });

  test('selects its own pods', () => {
    const { labels } = of('StatefulSet').spec.template.metadata;
    expect(of('StatefulSet').spec.selector.matchLabels).toEqual(labels);
    expect(of('Service').spec.selector).toEqual(labels);
    expect(of('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
  });
});

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly command: readonly string[]; readonly volumes: readonly string[] }>
  >;
  readonly volumes: Readonly<Record<string, unknown>>;
}

test('the example for compose has three servers and three nodes, with options that there are', () => {
  const { services, volumes }: Compose = parse(read('contrib/compose/compose.yaml'), { merge: true });
  expect(Object.keys(services)).toEqual(['bylaw-1', 'bylaw-2', 'bylaw-3', 'nats-1', 'nats-2', 'nats-3']);
  for (const [name, { command, volumes: mounted }] of Object.entries(services)) {
    expect(Object.keys(volumes)).toContain(mounted.at(-1)?.split(':')[0]);
    if (name.startsWith('nats')) continue;
    const options = command.slice(1).map((word) => word.replace(/^--|=.*$/g, ''));
    expect(Object.keys(serverOptions)).toEqual(expect.arrayContaining(options));
  }
});
