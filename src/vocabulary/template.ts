/**
 * Texts with places for facts: `{tool} may not touch {input.owner}`. A brace
 * itself is written twice. Only the form is read here; whether the field exists
 * is for the checker.
 */

export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'field';
      /** Offset of the name into the template's text. */
      readonly at: number;
      readonly root: string;
      readonly steps: readonly (string | number)[];
      readonly raw: string;
    };

export interface TemplateProblem {
  /** Offset into the template's text. */
  readonly at: number;
  readonly message: string;
  /** The text between the braces, where both are there. */
  readonly inside?: string;
}

/** Splits a template into text and fields; a brace out of place is a problem. */
export function parseTemplate(template: string): {
  readonly parts: readonly TemplatePart[];
  readonly problems: readonly TemplateProblem[];
} {
  const parts: TemplatePart[] = [];
  const problems: TemplateProblem[] = [];
  let text = '';
  let at = 0;
  while (at < template.length) {
    const character = template[at] ?? '';
    if ((character === '{' || character === '}') && template[at + 1] === character) {
      text += character;
      at += 2;
    } else if (character === '{') {
      const end = template.indexOf('}', at);
      const field = end < 0 ? undefined : parseField(template.slice(at + 1, end), at + 1);
      if (field === undefined) {
        const message = 'a field name and `}` must follow `{`; a brace itself is written `{{`';
        const inside = end < 0 ? undefined : template.slice(at + 1, end);
        // A wrong place for a fact is reported once, and not at each of its braces.
        const whole = inside !== undefined && !/[{\n]/.test(inside) && template[end + 1] !== '}';
        problems.push(whole ? { at, message, inside } : { at, message });
        const taken = whole ? template.slice(at, end + 1) : character;
        text += taken;
        at += taken.length;
      } else {
        if (text !== '') parts.push({ kind: 'text', text });
        text = '';
        parts.push(field);
        at = end + 1;
      }
    } else {
      if (character === '}')
        problems.push({ at, message: '`}` closes nothing; a brace itself is written `}}`' });
      text += character;
      at++;
    }
  }
  if (text !== '') parts.push({ kind: 'text', text });
  return { parts, problems };
}

function parseField(raw: string, at: number): TemplatePart | undefined {
  const mcp = /^mcp +(server|tool)$/.exec(raw);
  if (mcp !== null) return { kind: 'field', at, root: 'mcp', steps: [mcp[1] ?? ''], raw };
  const since = /^since +([A-Za-z][A-Za-z0-9_-]*)$/.exec(raw);
  if (since !== null) return { kind: 'field', at, root: 'since', steps: [since[1] ?? ''], raw };
  if (
    /^(?:(?:read|written|deleted|emptied|moved|copied|sent) path|spawned agent|working directory)$/.test(raw)
  ) {
    return { kind: 'field', at, root: raw, steps: [], raw };
  }
  if (!/^[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+|\[[0-9]+\])*$/.test(raw)) return undefined;
  const [root = '', ...rest] = raw.split(/\.|(?=\[)/);
  const steps = rest.map((step) => (step.startsWith('[') ? Number(step.slice(1, -1)) : step));
  return { kind: 'field', at, root, steps, raw };
}
