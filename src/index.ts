/**
 * The library. `createEngine` is what most programs want; the rest is what it is
 * made of: policy text to decisions, without files, clocks or network.
 */

export type { NativeAnswer } from './adapters/adapter.ts';
export { type HarnessId, harnessIds } from './adapters/harnesses.ts';
export { type CheckResult, check } from './check/check.ts';
export type { CheckedBundle, CheckedRule } from './check/tree/checked.ts';
export type { SourcePlace } from './check/tree/source-place.ts';
export type { CompiledRule } from './compile/compiled-rule.ts';
export { compile, type Program } from './compile/program.ts';
export type { Decision, Fault, Finding, PendingRollout, Unknown, UnknownCause } from './engine/decision.ts';
export { type Counts, type DecisionPoint, Engine, type EngineOptions } from './engine/engine.ts';
export { evaluate } from './engine/evaluate.ts';
export { type ClauseTrace, type Explanation, explainRule } from './engine/explain.ts';
export type { Client } from './facts/event/client.ts';
export type { Event, EventType, Json, JsonObject, Session, Tool } from './facts/event/event.ts';
export { derive, type Facts } from './facts/facts.ts';
export { createNativeHook, type NativeHookOptions } from './hook/native-hook.ts';
export {
  type AskedOf,
  type CreateEngineOptions,
  createEngine,
  type EngineClient,
  type EngineLog,
  type EventInput,
  InvalidPolicies,
  type PolicyEngine,
} from './host/create-engine.ts';
export { NoSuchPath } from './host/machine/no-such-path.ts';
export type { Policy } from './language/ast.ts';
export type { Diagnostic, Note } from './language/diagnostic.ts';
export { type Parsed, parse } from './language/parse.ts';
export { renderDiagnostic } from './language/render.ts';
export type { Source, Span } from './language/source.ts';
export { decodeEvent } from './protocol/decode.ts';
export { createHandler, type Handler, type Reply } from './protocol/handle.ts';
export { runTests } from './scenario/run-suite.ts';
export type { TestResult } from './scenario/run-tests.ts';
