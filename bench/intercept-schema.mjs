// The schema of a `hooks/intercept` of the draft, for the servers that bylaw is measured beside: they check what it checks.
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { formats } from './bylaw.mjs';

/** The envelope, the params and the event in them. */
export const interceptBody = {
  type: 'object',
  required: ['jsonrpc', 'id', 'method', 'params'],
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: 'string' },
    method: { const: 'hooks/intercept' },
    params: {
      $ref: 'draft.json#/$defs/intercept',
      required: ['protocolVersion', 'event'],
      properties: { protocolVersion: { const: 'draft' }, event: { $ref: 'draft.json#/$defs/toolBefore' } },
    },
  },
};

/** What makes a validator of a schema, for fastify, by Ajv and the schemas of bylaw. */
export function interceptValidators() {
  const folder = new URL('../src/protocol/schemas/', import.meta.url);
  const schemas = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
  const ajv = new Ajv2020({
    schemas,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    ownProperties: true,
  });
  for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check);
  return ({ schema }) => ajv.compile(schema);
}
