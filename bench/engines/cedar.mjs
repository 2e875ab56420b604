// @cedar-policy/cedar-wasm: policies parsed once and kept by Cedar, asked through its stateful call. The kind is the
// action and the tool the resource, so that rules of kind and name stand in the scope, where Cedar is fastest; what
// else the rules ask about is in the context, and nothing more. Cedar has wildcards and no regular expressions.
import { createRequire } from 'node:module';

const cedar = createRequire(import.meta.url)('@cedar-policy/cedar-wasm/nodejs');

export const title = '@cedar-policy/cedar-wasm';

/** @param {import('../workloads.mjs').Workload} workload */
export function prepare({ family, rules, fields }) {
  if (
    rules.some(({ tests }) => tests.some((test) => test.pattern !== undefined && test.like === undefined))
  ) {
    return { cannot: 'Cedar has no regular expressions' };
  }
  const staticPolicies = Object.fromEntries(rules.map(({ name, tests }) => [name, policyOf(tests)]));
  const parsed = cedar.preparsePolicySet(family, { staticPolicies: { ...staticPolicies, rest } });
  if (parsed.type !== 'success')
    throw new Error(`Cedar cannot read the policies: ${JSON.stringify(parsed.errors[0])}`);
  const inContext = fields.filter((field) => field !== 'kind' && !(field === 'tool' && isInScope(rules)));
  return {
    ask: ({ view }) => ({
      principal: { type: 'Agent', id: 'agent' },
      action: { type: 'Action', id: view.kind },
      resource: { type: 'Tool', id: view.tool },
      context: Object.fromEntries(inContext.map((field) => [field, view[field]])),
      preparsedPolicySetId: family,
      entities: [],
    }),
    decide(call) {
      const answer = cedar.statefulIsAuthorized(call);
      if (answer.type !== 'success')
        throw new Error(`Cedar cannot decide: ${JSON.stringify(answer.errors[0])}`);
      const { decision, diagnostics } = answer.response;
      return decision === 'deny' ? diagnostics.reason[0] : undefined;
    },
  };
}

const rest = 'permit(principal, action, resource);';

/** Whether the tool is only ever compared as a whole. */
const isInScope = (rules) =>
  rules.every(({ tests }) => tests.every((test) => test.field !== 'tool' || test.value !== undefined));

function policyOf(tests) {
  const valueIn = (field) => tests.find((test) => test.field === field && test.value !== undefined)?.value;
  const kind = valueIn('kind');
  const tool = valueIn('tool');
  const action = kind === undefined ? 'action' : `action == Action::${JSON.stringify(kind)}`;
  const resource = tool === undefined ? 'resource' : `resource == Tool::${JSON.stringify(tool)}`;
  const others = tests.filter(
    ({ field, value }) => value === undefined || (field !== 'kind' && field !== 'tool'),
  );
  const conditions = others.map(({ field, value, like }) =>
    value === undefined
      ? `context.${field} like ${JSON.stringify(like)}`
      : `context.${field} == ${JSON.stringify(value)}`,
  );
  const when = conditions.length === 0 ? '' : ` when { ${conditions.join(' && ')} }`;
  return `forbid(principal, ${action}, ${resource})${when};`;
}
