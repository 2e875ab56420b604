/** Tests whose names are resolved: cases, scenarios, files of tests, and what sets the scene for a call. */
import type { JsonObject } from '../../language/json.ts';
import type { FieldId } from '../../vocabulary/fields.ts';
import type { CallVerb, ScenarioVerdict, TestVerdict } from '../../vocabulary/kinds.ts';
import type { SourcePlace } from './source-place.ts';

/** One expectation of a rule's own tests, with the scene set for it. */
export interface TestCase {
  readonly title: string | undefined;
  /** The row of examples that this test is for, as it is written. */
  readonly example?: string;
  /** Why it is not run. */
  readonly skip: string | undefined;
  readonly verdict: TestVerdict;
  readonly call: TestCall;
  readonly scene: Scene;
  readonly place: SourcePlace;
}

/** Several calls, one after the other, each with the memory that the earlier ones leave. */
export interface CheckedScenario {
  readonly title: string;
  /** Why it is not run. */
  readonly skip: string | undefined;
  readonly steps: readonly CheckedStep[];
  readonly place: SourcePlace;
}

/** What the files of tests beside a bundle expect of it. */
export interface CheckedTests {
  readonly cases: readonly OutsideCase[];
  readonly scenarios: readonly OutsideScenario[];
}

/** One expectation of a file of tests. */
export interface OutsideCase extends TestCase {
  /** The policy that the file is for. */
  readonly policy: string;
  /** The rule or exception that it is about; undefined for all rules together. */
  readonly code: string | undefined;
  /** A name pattern of the code that denies; only for all rules together. */
  readonly by: string | undefined;
}

/** A scenario of a file of tests: about all rules together. */
export interface OutsideScenario extends CheckedScenario {
  readonly policy: string;
}

export interface CheckedStep {
  /** Which of several equal calls it is: `2 of 30`. */
  readonly turn?: string;
  /** Milliseconds after the step before it. */
  readonly after: number;
  readonly call: TestCall;
  readonly scene: Scene;
  /** `succeeds` and `fails` also say how the call ends; the others leave that unknown. */
  readonly verdict: ScenarioVerdict;
  /** A name pattern of the code that denies, where that need not be the rule's own. */
  readonly by: string | undefined;
  readonly place: SourcePlace;
}

/**
 * What `given` lines say. `missing` takes away a field that every call has. `disk` has three texts for each entry: its path
 * as it is written, `file` or `link`, and its content or target. `time` is when the call is decided, as RFC 3339 in UTC;
 * undefined where no line says so. `labels` has two texts for each label: its code, and its file or an empty text. `raw` has
 * two texts of JSON for each part of the event: its steps, and its value; an empty text takes it away.
 */
export type Scene = ReadonlyMap<FieldId | 'disk' | 'time' | 'labels' | 'raw', readonly string[] | 'missing'>;

export type TestCall =
  | { readonly kind: 'command'; readonly command: string }
  | {
      readonly kind: 'action';
      readonly verb: CallVerb;
      readonly target: string;
      readonly content: string | undefined;
    }
  | {
      readonly kind: 'tool';
      readonly name: string;
      readonly toolKind: string | undefined;
      readonly input: JsonObject;
    }
  | { readonly kind: 'mcp'; readonly server: string; readonly tool: string; readonly input: JsonObject }
  /** A recorded event, by its file below the policy root. */
  | { readonly kind: 'recorded'; readonly file: string };
