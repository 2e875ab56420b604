/**
 * Variables that a script sets by their names, or through what leads to all variables: `$$n = 1` and `extract($t)` of PHP,
 * `${"x"} = 1` of Perl, `globals().update(x=1)` and `sys.modules["__main__"].x = 1` of Python. Any variable may be meant.
 */
import { type Expression, partsOfExpression } from './expression.ts';
import { literalOf, nodeOf, plainName } from './shared-names.ts';

/** Which ways a language has: `references` is Perl, `names` PHP, `modules` Python. */
export type WaysToSet = 'references' | 'names' | 'modules' | undefined;

/** The names of the variables, and of the functions, that may change in such a way. */
export function namesSetByName(
  code: string,
  all: readonly Expression[],
  ways: WaysToSet,
): ReadonlySet<string> {
  switch (ways) {
    case 'references':
      return new Set([...declaredToStay(code), ...(all.some(setsByReference(code)) ? setInPerl(code) : [])]);
    case 'names':
      return new Set([...declaredToStay(code), ...referred(code), ...all.flatMap(setInPhp(code))]);
    case 'modules':
      return new Set(leadsToAll.test(code) ? everyName(code) : []);
    default:
      return new Set();
  }
}

const everyName = (code: string): readonly string[] => code.match(/[A-Za-z_]\w*/g) ?? [];

/** What leads to the variables of a module of Python, unless only a variable with a known name is read. */
const leadsToAll =
  /(?<!\bdel\s+)\bsys\.modules\s*(?:\[[^\]]*\](?!\s*=[^=])|\.get\b|[,)])|\bimport\s+__main__|\bimport_module\(\s*["']__main__|\b(?:globals|locals|vars)\s*\(\s*\)\s*\.\s*(?!get|keys|items|values|copy)|\b(?:f_globals|f_locals|__globals__|__code__|__defaults__|__closure__|cell_contents|get_objects|get_referrers)\b/;

/** Variables of a function that stay between its calls: `state $x` of Perl, `static $x` of PHP. */
const declaredToStay = (code: string): readonly string[] =>
  [...code.matchAll(/\b(?:state|static)\s+[$@%](\w+)/g)].map(([, name = '']) => name);

/** Variables to which a list of PHP refers: `[&$x]`, `['k' => &$x]`, `f(&$x)`. */
const referred = (code: string): readonly string[] =>
  [...code.matchAll(/(?:[[(,=>]|\bas)\s*&\s*(?:\.\.\.)?\s*\$(\w+)/g)].map(([, name = '']) => name);

function setInPhp(code: string): (expression: Expression) => readonly string[] {
  const isOpen = /\$GLOBALS(?!\s*\[\s*["'])/.test(code);
  return (expression) => {
    if (expression.kind === 'other' && /^\$[${]/.test(code.slice(expression.start, expression.start + 2)))
      return everyName(code);
    if (expression.kind === 'name' && expression.name === '$GLOBALS' && isOpen) return everyName(code);
    if (expression.kind !== 'call') return [];
    const name = nodeOf(expression.callee) ?? '';
    const [first, ...others] = expression.args;
    if (!/^(?:extract|(?:mb_)?parse_str)$/.test(name) || (name !== 'extract' && others.length > 0)) return [];
    const keys = first?.value.kind === 'dict' ? first.value.items.map(({ key }) => literalOf(key)) : [];
    return keys.length === 0 || keys.includes(undefined)
      ? everyName(code)
      : keys.filter((key) => key !== undefined);
  };
}

/** Whether something of Perl sets what a reference or a name leads to that is no plain variable. */
const setsByReference =
  (code: string) =>
  (expression: Expression): boolean => {
    if (expression.kind === 'assign') return isBehind(code, expression.target);
    const name = expression.kind === 'call' ? (nodeOf(expression.callee) ?? '') : '';
    return /^(?:push|unshift|splice|pop|shift)$/.test(name) && partsOfExpression(expression).some(isBlock);
  };

const isBlock = ({ kind }: Expression): boolean => kind === 'dict';

/** `${…}`, `*{…}`, `*$n`, `@$n`, `$$n`, `$n->[0]`, where `$n` may hold a name. */
function isBehind(code: string, target: Expression): boolean {
  if (target.kind === 'index') return isBehind(code, target.object) || holdsName(code, target.object);
  if (target.kind === 'dict') return true;
  if (target.kind === 'splat') return target.value.kind === 'dict' || /^\$/.test(nameIn(target.value));
  return (
    target.kind === 'name' &&
    /[$@%]\$\w/.test(code.slice(target.start, target.start + 3)) &&
    holdsName(code, target)
  );
}

const nameIn = (expression: Expression): string => (expression.kind === 'name' ? expression.name : '');

/** Whether a variable gets a text anywhere, so that it may hold the name of another one. */
function holdsName(code: string, expression: Expression): boolean {
  const name = expression.kind === 'name' ? plainName(expression.name) : undefined;
  if (name === undefined || /\buse\s+strict\b/.test(code)) return false;
  return [...code.matchAll(/\$(\w+)\s*=\s*["'q]/g)].some(([, set]) => set === name);
}

/** What has a reference, and what is no variable of a block, so that a name leads to it. */
function setInPerl(code: string): readonly string[] {
  const referred = [...code.matchAll(/\\\s*(?:my\s*)?\(?\s*[$@%&]?(\w+)/g)].map(([, name = '']) => name);
  if (/\buse\s+strict\b/.test(code)) return referred;
  const own = new Set([...code.matchAll(/\bmy\s*\(?\s*[$@%](\w+)/g)].map(([, name]) => name));
  const named = [...code.matchAll(/(?:\bsub\s+|[$@%&*])(\w+)/g)].map(([, name = '']) => name);
  return [...referred, ...named.filter((name) => !own.has(name))];
}
