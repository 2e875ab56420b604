/** What a name of a function means: an entry of the library, something of it that no table lists, or a name of a foreign module. */
import type { Span } from '../../../language/source.ts';
import type { Shape } from '../../../pattern/text/shape.ts';
import type { Expression } from '../syntax/expression.ts';
import { perhapsChanged, type Value } from '../values/value.ts';
import { givenTo } from './call.ts';
import type { Entry } from './library.ts';
import { type Call, emitUnknown, moduleOf, type Runtime } from './runtime.ts';

export const isModule = ({ language }: Runtime, value: Value): boolean =>
  value.kind === 'ref' &&
  (language.library.actsIn(value.name) ||
    (!value.name.includes('.') && language.own?.has(value.name) === true));

/** `new X()`: a class, which has a list of its own. */
export const isMade = ({ code, language }: Runtime, { start }: Call): boolean =>
  language.callsUnknown &&
  /\bnew\s*$|^new\s/.test(code.slice(Math.max(0, start - 6), start + 4).replace(/^.*?(?=\bnew\s)/s, ''));

/** Whether a name belongs to the library of the language itself, and what it does is not listed. */
export function isUnlisted(
  { language, imported, defined }: Runtime,
  name: string,
  self: Value | undefined,
): boolean {
  const { own, callsNames, hasGlobalModules, hasOwnFunctions, dialect } = language;
  // In Perl that is the name of a class: `use POSIX qw(floor)`.
  if (callsNames === 'all' && /(?:^|[.])[A-Z]\w*$/.test(name)) return false;
  if (hasOwnFunctions && /^[a-z_]\w*[!?]?$/.test(name))
    return own?.isHarmless(`main.${name}`) !== true && !defined.has(name);
  if (own === undefined || !own.has(name) || own.isHarmless(withoutEnding(language, name))) return false;
  // A promise of a module.
  if (!dialect.callBlocks && /^[^.]+\.(?:then|catch|finally)$/.test(name)) return false;
  return hasGlobalModules || self?.kind === 'object' || imported.has(moduleOf(name));
}

export const emitUnlisted = (runtime: Runtime, name: string, span: Span): void =>
  emitUnknown(runtime, span, `what \`${name}\` does is not known`);

/** Whether a name belongs to an imported module that is in no table. */
export function isForeign({ language, imported }: Runtime, name: string): boolean {
  const module = moduleOf(name);
  return imported.has(module) && !language.library.hasModule(module) && language.own?.has(module) !== true;
}

/** Whether a value is a path from a root or a home, an address, or words with an option or such a path. */
function looksLikeSomething({ pieces: [first] }: Shape): boolean {
  if (first === undefined || first.kind !== 'text') return first?.kind === 'home';
  return /^(?:~|\.{0,2}[\\/]|[A-Za-z]:[\\/]|[a-z][\w+.-]*:\/\/|[\w.@-]+(?:\/[\w.@*-]+)+$|\.\w|\S+\s(?:.*\s)?(?:-\w|--\w|[~/]))/i.test(
    first.text,
  );
}

export function entryOf(runtime: Runtime, name: string): Entry | undefined {
  const { library } = runtime.language;
  return library.get(name) ?? library.get(withoutEnding(runtime.language, name));
}

function withoutEnding({ endings }: Runtime['language'], name: string): string {
  const ending = endings.find((each) => name.endsWith(each));
  return ending === undefined ? name : name.slice(0, -ending.length);
}

/** A path of names only, such as `self.path`. */
export function dottedName(expression: Expression): string | undefined {
  const names: string[] = [];
  let each = expression;
  while (each.kind === 'member' && names.length < 8) {
    names.unshift(each.name);
    each = each.object;
  }
  return each.kind === 'name' && names.length > 0 ? [each.name, ...names].join('.') : undefined;
}

/** A member through which a script gets at everything that is loaded: `f.__globals__`. */
export function lookInside(runtime: Runtime, name: string, span: Span): void {
  if (runtime.language.insides.has(name))
    emitUnknown(runtime, span, 'what is found in this way is not known');
}

/**
 * Calls a function of an unknown module. If an argument looks like a path, an address or a command, the effects are
 * unknown. The result is an object of that module.
 */
export function callForeign(runtime: Runtime, name: string, call: Call): Value {
  const given = givenTo(call).flatMap((value) => (value.kind === 'list' ? value.items : [value]));
  const isTelling = given.some(
    (value) => value.kind === 'text' && value.shapes.some((shape) => looksLikeSomething(shape)),
  );
  if (isTelling) emitUnknown(runtime, call, `what a function of \`${moduleOf(name)}\` does is not known`);
  return { kind: 'object', type: `${moduleOf(name)}.?`, shapes: [], written: undefined };
}

/** The result of a function, which is unknown where the script may put another one in its place. */
export function perhapsOther(
  { changes, language, defined }: Runtime,
  { name, self }: Extract<Value, { kind: 'ref' }>,
  result: Value,
): Value {
  const last = name.slice(name.lastIndexOf('.') + 1);
  // In Ruby, a class of the library may get methods.
  const isOpen =
    language.callsNames === 'members' &&
    (self?.kind === 'text' || self?.kind === 'list' || self?.kind === 'dict');
  return changes.has(`.${last}`) || (isOpen && defined.has(last)) ? perhapsChanged(result) : result;
}
