/** Rules as a command line names them. */
import type { CompiledRule } from '../../compile/compiled-rule.ts';
import type { Program } from '../../compile/program.ts';
import { suggestedCode } from '../../language/nearest-code.ts';
import { UsageError } from '../terminal/context.ts';

/** The rule with a code. Throws `UsageError` where there is none. */
export function ruleNamed({ rules }: Program, code: string): CompiledRule {
  const rule = rules.find((each) => each.code === code);
  if (rule === undefined) throw noSuchRule(rules, code);
  return rule;
}

/** People often remember the name of a rule, and not that of its policy. */
export function noSuchRule(rules: readonly CompiledRule[], code: string): UsageError {
  const codes = rules.map((rule) => rule.code);
  const found = [
    codes.filter((each) => each.endsWith(`.${code}`)),
    codes.filter((each) => code.length > 2 && each.startsWith(code)),
  ].find((each) => each.length > 0);
  const near =
    found === undefined
      ? suggestedCode(code, codes)
      : `did you mean \`${found.slice(0, 3).join('` or `')}\`?`;
  return new UsageError(`no rule has the code \`${code}\`${near === undefined ? '' : `; ${near}`}`);
}
