/** Records against the schema that is published. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

const schema = JSON.parse(
  readFileSync(new URL('../../../docs/decision-log.schema.json', import.meta.url), 'utf8'),
);
const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
const validate = ajv.compile(schema);

/** Fails with everything that the schema finds wrong. */
export function expectValid(records: readonly unknown[]): void {
  for (const record of records) {
    validate(record);
    expect(validate.errors ?? [], JSON.stringify(record)).toEqual([]);
  }
}

/** Whether the schema takes a record. */
export const isValid = (record: unknown): boolean => validate(record);
