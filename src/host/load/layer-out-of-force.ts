/**
 * A lower layer that cannot be put in force: a rule that denies the calls it is about, so that its silence is not taken for
 * a yes. The rules of the other layers go on, and where one of them denies as well, its reason is the one that is given.
 */
import { check } from '../../check/check.ts';
import type { CheckedRule } from '../../check/tree/checked.ts';
import type { SourcePlace } from '../../check/tree/source-place.ts';
import type { Diagnostic } from '../../language/diagnostic.ts';
import { parse } from '../../language/parse.ts';
import type { Layer } from '../policy-files/layer.ts';

/** The codes of these rules begin so. */
const codes = 'io.bylaw.engine.layer';

/** A rule that denies what a broken layer is about, at the place of its first problem; `where` writes that place for people. */
export function layerOutOfForce(
  { name, owner, workspace }: Layer,
  layer: number,
  where: (place: SourcePlace) => string,
  { path, span, message }: Pick<Diagnostic, 'path' | 'span' | 'message'> = unknownPlace,
): CheckedRule {
  const isPlain = workspace.every((folder) => /^[^*?[\]{}"\\\n]+$/.test(folder));
  const rule = ruleAbout(isPlain && workspace.length > 0 ? workspace : ['/']);
  const by = owner === undefined ? '' : ` (${owner})`;
  const at = path === '' ? '' : `${where({ path, span })}: `;
  const text =
    `The policies of the layer ${name}${by} are not in force, so that calls in their scope are not allowed: ` +
    `${at}${message}. Tell the person who maintains them.`;
  return {
    ...rule,
    code: `${codes}.${name}`,
    // Every call, which no text says, is also what a folder comes to that cannot be written as a pattern.
    when: isPlain && workspace.length > 0 ? rule.when : [],
    reason: { parts: [{ kind: 'text', text }] },
    place: { path, span },
    layer,
  };
}

const unknownPlace = { path: '', span: { start: 0, end: 0 }, message: 'why is not known' };

/** A rule about calls that are made in some folders, or may be. */
function ruleAbout(folders: readonly string[]): CheckedRule {
  const all = folders.map((folder) => JSON.stringify(folder)).join(' or ');
  const text = `policy layer\ndeny out-of-force\n  severity low\n  when session.cwd under ${all} or any workspace under ${all}\n  when unsure deny\n`;
  const { policy } = parse({ path: '', text });
  const rule = check([policy]).bundle?.rules[0];
  if (rule === undefined) throw new Error('the rule of a layer that is not in force is no rule');
  return rule;
}
