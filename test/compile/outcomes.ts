/**
 * What conditions and rules come to for events, as text. A case is a title behind
 * `===`; then either an expression, judged on both sides (as `when` and as
 * `unless`), or the clauses of a rule; before them any `list` or `condition`, each
 * on one line. Behind `---`, one line for each event: its tool input as JSON, or
 * `with` and the parts of the event as JSON; `==>`; and the outcome.
 */
import { check } from '../../src/check/check.ts';
import { noBinding } from '../../src/compile/candidate.ts';
import type { CompiledRule } from '../../src/compile/compiled-rule.ts';
import { compile } from '../../src/compile/program.ts';
import { judgeRule, type RuleResult, unknownsOf } from '../../src/engine/rule-result.ts';
import type { Event, JsonObject, Tool } from '../../src/facts/event/event.ts';
import { derive, type Facts } from '../../src/facts/facts.ts';
import { parse } from '../../src/language/parse.ts';
import { truthName } from '../../src/pattern/text/truth.ts';

export interface OutcomeCase {
  readonly title: string;
  /** Declarations, and an expression or clauses. */
  readonly policy: readonly string[];
  readonly events: readonly { readonly event: string; readonly expected: string }[];
}

export function readCases(text: string): OutcomeCase[] {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.trimEnd().split('\n');
      const bar = lines.indexOf('---');
      const events = lines.slice(bar + 1).map((line) => {
        const [event = '', expected = ''] = line.split(' ==> ');
        return { event: event.trim(), expected: expected.trim() };
      });
      return { title, policy: lines.slice(0, bar), events };
    });
}

/** Cases with their outcomes as they are now, the arrows of each below one another. */
export function writeCases(cases: readonly OutcomeCase[]): string {
  return cases
    .map(({ title, policy, events }) => {
      const outcome = outcomesOf(policy);
      const width = Math.min(60, Math.max(...events.map(({ event }) => event.length)));
      const lines = events.map(({ event }) => `${event.padEnd(width)} ==> ${outcome(event)}`);
      return `=== ${title}\n${policy.join('\n')}\n---\n${lines.join('\n')}\n`;
    })
    .join('\n');
}

/** Compiles the policy of a case; gives what becomes of an event. */
export function outcomesOf(policy: readonly string[]): (event: string) => string {
  const isDeclaration = (line: string): boolean => /^(?:list|condition) /.test(line);
  const declarations = policy.filter(isDeclaration).join('\n');
  const body = policy.filter((line) => !isDeclaration(line)).join('\n');
  if (/^when /.test(body)) {
    const rule = ruleOf(`${declarations}\ndeny r\n${body}`);
    return (event) => describeRule(rule, derive(eventOf(event)));
  }
  const whenever = ruleOf(`${declarations}\ndeny r\nwhen ${body}`);
  const excused = ruleOf(`${declarations}\ndeny r\nwhen tool is "*"\nunless ${body}`);
  return (event) => {
    const facts = derive(eventOf(event));
    const denies = answer(truthName(whenever.when.test(facts, noBinding)), whenever, facts);
    const excuses = answer(truthName(excused.unless?.test(facts, noBinding) ?? 0), excused, facts);
    return denies === excuses ? denies : `${denies}; excuses: ${excuses}`;
  };
}

/** Compiles the only rule of a policy; a policy with errors is the case's mistake. */
export function ruleOf(text: string): CompiledRule {
  const { policy, diagnostics } = parse({ path: 'test.policy', text: `policy com.example\n${text}\n` });
  const result = check([policy], diagnostics, { lints: false });
  const rule = result.bundle && compile(result.bundle).rules[0];
  if (rule === undefined) throw new Error(result.diagnostics.map(({ message }) => message).join('\n'));
  return rule;
}

function describeRule(rule: CompiledRule, facts: Facts): string {
  const result = judgeRule(rule, facts);
  return `${answer(truthName(result.truth), rule, facts, result)}${result.noted ? ', noted' : ''}`;
}

function answer(
  truth: string,
  rule: CompiledRule,
  facts: Facts,
  result: RuleResult = judgeRule(rule, facts),
): string {
  if (truth !== 'unknown') return truth;
  const causes = unknownsOf(rule, facts, result).map(({ field, cause }) => `${field} ${cause}`);
  return `unknown (${causes.join(', ')})`;
}

interface Parts {
  readonly name?: string;
  readonly kind?: string;
  readonly input?: JsonObject;
  readonly cwd?: string;
  readonly roots?: readonly string[];
  readonly model?: string;
  readonly agent?: string;
  /** For a tool of MCP: what was disclosed of it. */
  readonly mcp?: { readonly server?: string; readonly tool?: string };
  readonly harness?: string;
  readonly raw?: JsonObject;
}

export function eventOf(line: string): Event {
  const parts = (line.startsWith('with ') ? JSON.parse(line.slice(5)) : { input: JSON.parse(line) }) as Parts;
  const { mcp, raw = {} } = parts;
  const tool: Tool = {
    name: parts.name ?? 'Tool',
    kind: parts.kind,
    input: parts.input ?? {},
    origin: mcp === undefined ? 'native' : 'mcp',
    mcp: mcp && { server: mcp.server, tool: mcp.tool },
  };
  return {
    id: 'e',
    source: 'urn:test',
    type: 'tool.before',
    time: '2026-01-01T00:00:00Z',
    harness: parts.harness === undefined ? undefined : { name: parts.harness, version: '1' },
    session: {
      id: 's',
      cwd: parts.cwd,
      workspaceRoots: parts.roots,
      model: parts.model,
      agent: parts.agent === undefined ? undefined : { id: parts.agent, type: undefined },
    },
    call: 'c',
    tool,
    raw,
  };
}
