/**
 * A script of a language with expressions → what is found in it. The script is
 * gone through up to three times: what functions are called with, and what
 * loops leave behind, is known from the second time on.
 */
import type { Shape } from '../../pattern/shape.ts';
import { evaluateAll, evaluator } from './evaluate.ts';
import { programOf } from './evaluate-call.ts';
import type { FunctionExpression } from './expression.ts';
import type { CodeFinding } from './finding.ts';
import type { Program } from './parse.ts';
import { emptyMemory, type Language, type Memory, type Runtime } from './runtime.ts';

/** `args`: what the script is called with, where that is known. */
export function interpret(
  language: Language,
  code: string,
  args: readonly Shape[] | undefined,
): readonly CodeFinding[] {
  const programs = new Map<string, Program>();
  const made = new Map<string, FunctionExpression>();
  const globals = globalNames(code);
  let before = emptyMemory();
  for (let pass = 1; ; pass++) {
    const runtime = start(language, code, args, globals, programs, made, before);
    evaluateAll(runtime, programOf(runtime, code).body);
    const { memory } = runtime;
    const learns = memory.parameters.size > 0 || memory.branches.size > 0 || memory.returns.size > 0;
    if (pass < 3 && learns && runtime.steps < 50_000) before = memory;
    else return finish(runtime);
  }
}

function start(
  language: Language,
  code: string,
  args: readonly Shape[] | undefined,
  globals: ReadonlySet<string>,
  programs: Map<string, Program>,
  made: Map<string, FunctionExpression>,
  before: Memory,
): Runtime {
  return {
    evaluator,
    language,
    args,
    findings: [],
    seen: new Map(),
    written: [],
    functions: new Map(),
    imported: new Set(),
    stars: [],
    globals,
    before,
    memory: emptyMemory(),
    programs,
    made,
    scope: { names: new Map(), outer: undefined, node: undefined },
    code,
    inside: undefined,
    evals: 0,
    function: undefined,
    repeating: 0,
    branching: 0,
    steps: 0,
    depth: 0,
    unrolls: 400,
    exceeded: programs.get(code)?.exceeded ?? false,
  };
}

/** Names that functions may change outside of themselves. */
function globalNames(code: string): ReadonlySet<string> {
  const found = code.matchAll(/\b(?:global|nonlocal)[ \t]+([\w$][\w$, \t]{0,200})/g);
  return new Set([...found].flatMap(([, names = '']) => names.split(/[,\s]+/)));
}

/** Adds what open files got, and word of what was not gone through. */
function finish(runtime: Runtime): readonly CodeFinding[] {
  const { findings, written, code, exceeded } = runtime;
  for (const { findings: indices, texts } of written) {
    if (texts === undefined || texts.length === 0) continue;
    for (const index of indices) {
      const finding = findings[index];
      if (finding?.kind === 'path') findings[index] = { ...finding, content: texts.join('') };
    }
  }
  if (exceeded) {
    const why = 'the script is too large or too deeply nested to be read as a whole';
    const text = code.slice(0, 200);
    findings.push({ kind: 'unknown', sort: 'budget', text, why, certain: true, start: 0, end: code.length });
  }
  return findings;
}
