/**
 * Whether an event and the params around it have the shape that their revision asks for. The schemas are in
 * `schemas/`. An option decides whether the draft's `harness` is required, which a schema cannot express;
 * that check is here.
 */
import type { EventType, JsonObject } from '../facts/event/event.ts';
import * as generated from './generated/validators.js';
import { type Problem, problemOf } from './problem.ts';
import type { Revision } from './revision.ts';

/** What the validation tolerates. */
export interface Tolerance {
  /**
   * Accept a draft event without `harness`, because clients in use omit it
   * (docs/development/protocol-notes.md#gaps-and-how-they-are-filled).
   */
  readonly tolerateMissingHarness?: boolean;
}

type Validators = Readonly<Record<'intercept' | EventType, generated.Validator>>;

const validators: Readonly<Record<Revision, Validators>> = {
  '0.1': {
    intercept: generated.interceptV01,
    'tool.before': generated.toolBeforeV01,
    'tool.after': generated.toolAfterV01,
    'tool.error': generated.toolErrorV01,
    'session.start': generated.sessionStartV01,
    'session.end': generated.sessionEndV01,
  },
  draft: {
    intercept: generated.interceptDraft,
    'tool.before': generated.toolBeforeDraft,
    'tool.after': generated.toolAfterDraft,
    // The draft has no such event: revision.ts keeps it from getting here.
    'tool.error': generated.anyEventDraft,
    'session.start': generated.sessionStartDraft,
    'session.end': generated.sessionEndDraft,
  },
};

/**
 * Checks the params of an intercept request, without the event in them
 * (docs/development/protocol-notes.md#the-intercept-request).
 */
export function validateIntercept(revision: Revision, params: JsonObject, at: string): Problem | undefined {
  return run(validators[revision].intercept, params, at);
}

/** Checks an event of a type that the revision has; `at` is the JSON pointer that leads to it. */
export function validateEvent(
  revision: Revision,
  type: EventType,
  event: JsonObject,
  at: string,
  tolerance: Tolerance,
): Problem | undefined {
  return run(validators[revision][type], event, at) ?? missingHarness(revision, event, at, tolerance);
}

/** Checks the common fields of draft events, for the types that are accepted and not used. */
export function validateUnused(event: JsonObject, at: string, tolerance: Tolerance): Problem | undefined {
  return run(generated.anyEventDraft, event, at) ?? missingHarness('draft', event, at, tolerance);
}

function missingHarness(
  revision: Revision,
  event: JsonObject,
  at: string,
  tolerance: Tolerance,
): Problem | undefined {
  if (revision !== 'draft' || tolerance.tolerateMissingHarness || Object.hasOwn(event, 'harness')) {
    return undefined;
  }
  return { path: `${at}/harness`, problem: 'required' };
}

function run(validator: generated.Validator, value: JsonObject, at: string): Problem | undefined {
  if (validator(value)) return undefined;
  const finding = validator.errors?.[0];
  return finding === undefined ? { path: at, problem: 'value' } : problemOf(finding, at);
}
