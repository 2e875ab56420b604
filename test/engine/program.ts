/** Programs from policy text, and events, for tests of the engine. */
import { check } from '../../src/check/check.ts';
import type { CompiledRule } from '../../src/compile/compiled-rule.ts';
import { compile, type Program } from '../../src/compile/program.ts';
import type { Event, JsonObject } from '../../src/facts/event/event.ts';
import { parse } from '../../src/language/parse.ts';

/** Compiles rules below a header of their own; a policy with errors is the test's mistake. */
export function program(rules: string): Program {
  const { policy, diagnostics } = parse({ path: 'test.policy', text: `policy com.example\n${rules}` });
  const result = check([policy], diagnostics, { lints: false });
  if (result.bundle === undefined) {
    throw new Error(result.diagnostics.map(({ message }) => message).join('\n'));
  }
  return compile(result.bundle);
}

/** A call of a native tool, by default `Bash`; `id` and `source` name the event. */
export function call(
  input: JsonObject,
  {
    id = 'event-1',
    source = 'urn:example:harness',
    name = 'Bash',
    kind,
  }: { id?: string; source?: string; name?: string; kind?: string } = {},
): Event {
  const common = { id, source, type: 'tool.before', time: '2026-10-01T12:00:00Z' } as const;
  return {
    ...common,
    harness: { name: 'example', version: '1' },
    session: { id: 'session-1', cwd: '/repo', workspaceRoots: undefined, model: undefined, agent: undefined },
    call: 'call-1',
    tool: { name, kind, input, origin: 'native', mcp: undefined },
    raw: {
      ...common,
      call: { id: 'call-1' },
      tool: { name, ...(kind === undefined ? {} : { kind }), input, origin: 'native' },
    },
  };
}

/** A rule of which parts can be exchanged: what a program has is read when it is asked for. */
export const plain = (rule: CompiledRule): CompiledRule => ({
  checked: rule.checked,
  fixedClauses: rule.fixedClauses,
  code: rule.code,
  effect: rule.effect,
  severity: rule.severity,
  unsure: rule.unsure,
  tags: rule.tags,
  place: rule.place,
  layer: rule.layer,
  view: rule.view,
  slots: rule.slots,
  needs: rule.needs,
  when: rule.when,
  unless: rule.unless,
  exceptions: rule.exceptions,
  alone: rule.alone,
  withOnly: (exception) => rule.withOnly(exception),
  guard: rule.guard,
  filters: rule.filters,
  ofWhole: rule.ofWhole,
  choices: (effects) => rule.choices(effects),
  withoutNotes: rule.withoutNotes,
  reason: (facts, binding) => rule.reason(facts, binding),
  tests: rule.tests,
  scenarios: rule.scenarios,
});
