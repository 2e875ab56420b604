/** Rules that ask for what only a server proves of its clients: a hook that decides itself does not have it. */
import type { CheckedBundle, CheckedExpression, CheckedRule } from '../../check/checked.ts';
import { conjunctsOf } from '../../check/walk.ts';
import { renderPlace, type SourceLookup } from '../../language/render.ts';

/** Fields that are there only where a client has shown a token or a certificate. */
const provedByServers: ReadonlySet<string> = new Set(['client.token', 'client.certificate']);

/** A line for each, below a heading; empty where there are none. */
export function ofServersText(bundle: CheckedBundle | undefined, lookup: SourceLookup): string {
  const lines = (bundle?.rules ?? []).flatMap((rule) => {
    const field = rule.when.flatMap(conjunctsOf).flatMap(provedField)[0];
    return field === undefined ? [] : [lineFor(rule, field, lookup)];
  });
  return lines.length === 0
    ? ''
    : `Only for clients of a server, since a hook that decides itself does not have the field:\n${lines.join('')}`;
}

/** The field that a condition needs, by its name. A condition that may hold without the field needs none. */
const provedField = (part: CheckedExpression): readonly string[] =>
  part.kind === 'compare' && provedByServers.has(part.field.text) ? [part.field.text] : [];

function lineFor({ code, unsure, effect, place }: CheckedRule, field: string, lookup: SourceLookup): string {
  const outcome = effect === 'deny' && unsure === 'deny' ? 'denies there to be safe' : 'denies nothing there';
  return `  ${code} asks for \`${field}\`, and ${outcome} (${renderPlace(place.path, place.span, lookup)})\n`;
}
