/**
 * A script in a language with expressions → its findings. The script is evaluated up to three times: the arguments of
 * functions and the results of loops are known from the second time on.
 */
import { type Changes, findChanges } from '../syntax/changes.ts';
import type { FunctionExpression } from '../syntax/expression.ts';
import type { ScriptTree } from '../syntax/parse.ts';
import type { CodeFinding } from '../values/finding.ts';
import { shapesOf } from '../values/value.ts';
import { evaluator } from './evaluate.ts';
import { scriptTreeOf } from './inner-script.ts';
import {
  canonical,
  emit,
  emptySummary,
  evaluateAll,
  type Language,
  type Outside,
  type PassSummary,
  type Runtime,
  type ScriptContext,
} from './runtime.ts';
import { lookUp } from './scope.ts';
import { notePrinted } from './shown.ts';

/** A script that takes more steps is not evaluated again, so that later effects are unknown. */
const mostForOthers = 50_000;

/** The effects of a script, in the order of its calls. */
export function interpret(language: Language, code: string, context: ScriptContext): readonly CodeFinding[] {
  const programs = new Map<string, ScriptTree>();
  const made = new Map<string, FunctionExpression>();
  const globals = globalNames(code);
  const defined = definedNames(code);
  const outside: Outside = { values: new Map(), names: new Map() };
  let changes: Changes | undefined;
  let before = emptySummary();
  for (let pass = 1; ; pass++) {
    const runtime = start(language, code, context, globals, programs, made, before, outside, defined);
    const { body } = scriptTreeOf(runtime, code);
    changes ??= findChanges(body, code, {
      isHarmless: (name) => keepsArguments(runtime, name),
      sharesTexts: language.callsNames === 'members',
      returnsLast: language.returnsLast,
      passed: language.passed,
      ways: waysOf(language),
    });
    runtime.changes = changes;
    const last = evaluateAll(runtime, body);
    if (context.printsLast === true) notePrinted(runtime, [last], { start: 0, end: code.length });
    const { memory } = runtime;
    const learns =
      memory.parameters.size > 0 || memory.branches.size > 0 || memory.returns.size > 0 || memory.moves;
    if (pass === 3 || !learns) return finish(runtime);
    if (runtime.steps >= mostForOthers) {
      runtime.exceeded = true;
      return finish(runtime);
    }
    before = memory;
  }
}

const waysOf = ({ callsNames, callsTexts, dialect }: Language) =>
  callsNames === 'all'
    ? 'references'
    : callsTexts
      ? 'names'
      : dialect.blocks === 'indent'
        ? 'modules'
        : undefined;

function start(
  language: Language,
  code: string,
  { args, folder, onCall }: ScriptContext,
  globals: ReadonlySet<string>,
  programs: Map<string, ScriptTree>,
  made: Map<string, FunctionExpression>,
  before: PassSummary,
  outside: Outside,
  defined: ReadonlySet<string>,
): Runtime {
  return {
    evaluator,
    language,
    args,
    folder,
    onCall,
    findings: [],
    seen: new Map(),
    written: [],
    functions: new Map(),
    imported: new Set(),
    stars: [],
    globals,
    defined,
    overloads: overloading.test(code),
    before,
    memory: emptySummary(),
    programs,
    made,
    changes: new Map(),
    outside,
    scope: { names: new Map(), outer: undefined, node: undefined },
    code,
    inside: undefined,
    evals: 0,
    function: undefined,
    around: undefined,
    inherited: new Map(),
    repeating: 0,
    branching: 0,
    again: 0,
    parts: undefined,
    steps: 0,
    depth: 0,
    unrolls: 400,
    exceeded: programs.get(code)?.exceeded ?? false,
  };
}

/** Whether a function surely does not change its arguments. */
const keepsArguments = (runtime: Runtime, name: string): boolean =>
  (builtIns.test(name) && !(runtime.language.callsTexts && name === 'c')) ||
  runtime.language.library.has(canonical(runtime, name));

/** Functions of the languages themselves that only read their arguments, or return new values. */
const builtIns =
  /^(?:print|printf|println|puts|p|pp|say|echo|cat|warn|die|raise|require|len|length|size|str|repr|int|float|bool|any|all|sum|min|max|abs|type|isinstance|issubclass|hasattr|dict|super|next|hash|format|dir|id|vars|callable|zip|enumerate|Array|String|Number|Boolean|Object|Set|Map|Promise|Error|Date|Symbol|BigInt|parseInt|parseFloat|isNaN|structuredClone|fetch|keys|values|each|exists|defined|join|grep|map|sort|reverse|scalar|ref|bless|wantarray|sprintf|lc|uc|ucfirst|lcfirst|index|rindex|count|implode|explode|in_array|array_\w+|is_\w+|json_encode|var_dump|var_export|print_r|isset|empty|unset|intval|strval|str\w+|trim|ipairs|pairs|tostring|tonumber|select|unpack|setmetatable|getmetatable|rawget|rawlen|rawequal|assert|error|exit|quit|c|list|paste|paste0|stopifnot|message|invisible|identity|collect|isempty|string|System\w*|Exception|\w*Error|\w*Exception)$/;

/** A function for an operator: `def +(x)`, `def __add__(self, x)`, `use overload`. */
const overloading =
  /\bdef\s+(?:self\.)?[-+*/%<]|\b__r?(?:add|mod|truediv|mul|or|and|format)__|\buse\s+overload\b/;

/** Names outside functions that the functions may change. */
function globalNames(code: string): ReadonlySet<string> {
  const found = code.matchAll(/\b(?:global|nonlocal)[ \t]+([\w$][\w$, \t]{0,200})/g);
  return new Set([...found].flatMap(([, names = '']) => names.split(/[,\s]+/)));
}

/** Names of functions, wherever they are defined. */
const definedNames = (code: string): ReadonlySet<string> =>
  new Set(
    [...code.matchAll(/\b(?:sub|function|def|class)\s+&?(?:self\.)?(\w+[!?]?)/g)].map(
      ([, name = '']) => name,
    ),
  );

/** Adds what was written to open files, and an unknown finding if some of the script was not evaluated. */
function finish(runtime: Runtime): readonly CodeFinding[] {
  const { findings, written, code, exceeded, language } = runtime;
  const set = language.readsArguments === undefined ? undefined : lookUp(runtime, language.readsArguments);
  const named = set === undefined ? [] : shapesOf(set, code.slice(0, 200));
  // A name with a pipe at its end is a command.
  for (const { pieces, source } of language.readsArguments === undefined
    ? []
    : [...named, ...(runtime.args ?? [])]) {
    const last = pieces[pieces.length - 1];
    if (last?.kind !== 'text' || !/\|\s*$/.test(last.text)) continue;
    const text = {
      pieces: [...pieces.slice(0, -1), { ...last, text: last.text.replace(/\|\s*$/, '') }],
      source,
    };
    emit(runtime, {
      ...{ kind: 'shell', text, cwd: undefined, stdin: undefined, certain: false },
      ...{ start: 0, end: code.length },
    });
  }
  for (const path of named)
    for (const use of ['read', 'write'] as const)
      emit(runtime, {
        ...{ kind: 'path', use, path, target: undefined, recursive: false, content: undefined },
        ...{ certain: false, start: 0, end: code.length },
      });
  for (const { findings: indices, texts } of written) {
    for (const index of indices) {
      const finding = findings[index];
      if (finding?.kind !== 'path') continue;
      findings[index] =
        texts === undefined || texts.length === 0
          ? { ...finding, stays: true }
          : { ...finding, content: texts.join('') };
    }
  }
  if (exceeded) {
    const why = 'the script is too large or too deeply nested to be read as a whole';
    const text = code.slice(0, 200);
    findings.push({ kind: 'unknown', sort: 'budget', text, why, certain: true, start: 0, end: code.length });
  }
  return findings;
}
