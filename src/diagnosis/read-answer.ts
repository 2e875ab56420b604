/**
 * What a harness would make of what a hook printed and how it ended. This is the
 * harness's side of the contract, written apart from the adapters, which are the
 * other side: the two are held against each other.
 */
import type { AnswerForm } from '../install/harness-install.ts';
import type { Json, JsonObject } from '../language/json.ts';
import { isJsonObject } from '../protocol/json.ts';
import type { CommandRun } from './run-command.ts';

export type ProbeAnswer =
  | { readonly kind: 'passes' }
  | { readonly kind: 'denies'; readonly reason: string }
  /** The harness would skip its own questions. bylaw never says that. */
  | { readonly kind: 'grants' }
  /** As what follows “the hook”. */
  | { readonly kind: 'unusable'; readonly problem: string };

/** Reads one answer. */
export function readAnswer(run: CommandRun, form: AnswerForm): ProbeAnswer {
  const unusable = (problem: string): ProbeAnswer => ({ kind: 'unusable', problem });
  if (run.late) return unusable('gave no answer in the time that the harness waits');
  const said = oneLineOf(run.stderr);
  if (run.exitCode === 2 && form.denies.includes('exit-2'))
    return said === ''
      ? unusable('denied without a reason on standard error')
      : { kind: 'denies', reason: said };
  if (run.exitCode !== 0) {
    const ended =
      run.exitCode === undefined ? 'could not be run, or was ended' : `ended with exit code ${run.exitCode}`;
    return unusable(`${ended}${said === '' ? '' : `, saying “${said}”`}`);
  }
  const text = run.stdout.trim();
  if (text === '')
    return form.neutral.includes('empty')
      ? { kind: 'passes' }
      : unusable('printed nothing, which this harness takes for a failure');
  const document = objectIn(text);
  if (document === undefined) return unusable('printed something that is not one JSON object');
  return readDocument(document, form, unusable);
}

function readDocument(
  document: JsonObject,
  { denies, neutral }: AnswerForm,
  unusable: (problem: string) => ProbeAnswer,
): ProbeAnswer {
  const inner = objectOf(document.hookSpecificOutput);
  if (inner !== undefined && denies.includes('claude')) {
    const { hookEventName, permissionDecision, permissionDecisionReason } = inner;
    if (permissionDecision === 'allow') return { kind: 'grants' };
    if (permissionDecision === 'deny' && typeof hookEventName === 'string')
      return deniedFor(permissionDecisionReason);
  }
  const { decision, permission, permissionDecision, cancel } = document;
  if ([decision, permission, permissionDecision].includes('allow')) return { kind: 'grants' };
  if (denies.includes('decision') && (decision === 'deny' || decision === 'block'))
    return deniedFor(document.reason);
  if (denies.includes('permission') && permission === 'deny') return deniedFor(document.user_message);
  if (denies.includes('flat') && permissionDecision === 'deny')
    return deniedFor(document.permissionDecisionReason);
  if (denies.includes('cancel') && cancel === true) return deniedFor(document.errorMessage);
  if (neutral.includes('object') && Object.keys(document).length === 0) return { kind: 'passes' };
  if (neutral.includes('ask') && decision === 'ask') return { kind: 'passes' };
  if (neutral.includes('go-on') && cancel === false) return { kind: 'passes' };
  return unusable('printed an answer that this harness does not understand');
}

function deniedFor(reason: Json | undefined): ProbeAnswer {
  if (typeof reason === 'string' && reason.trim() !== '')
    return { kind: 'denies', reason: oneLineOf(reason) };
  return { kind: 'unusable', problem: 'denied without a reason, which some versions ignore' };
}

function objectIn(text: string): JsonObject | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const objectOf = (value: Json | undefined): JsonObject | undefined =>
  isJsonObject(value) ? value : undefined;

const oneLineOf = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
