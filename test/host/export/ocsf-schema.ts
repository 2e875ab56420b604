/**
 * The part of OCSF 1.5.0 that exports use, as a schema: written from the definitions of the classes, objects and profiles
 * (https://schema.ocsf.io/1.5.0), and not from the code. All that is not named there is refused.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';

const text = { type: 'string', minLength: 1 };
const timestamp = { type: 'integer', minimum: 946_684_800_000, maximum: 4_102_444_800_000 };
const oneOf = (...ids: readonly number[]) => ({ enum: ids });
const object = (required: readonly string[], properties: object, more: object = {}) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
  ...more,
});
/** Constraint `at_least_one` of the definitions. */
const atLeastOne = (...names: readonly string[]) => ({ anyOf: names.map((name) => ({ required: [name] })) });
const list = (items: object) => ({ type: 'array', minItems: 1, items });

const user = object([], { name: text, uid: text }, atLeastOne('account', 'name', 'uid'));
const session = object([], { uid: text });
const actor = object(
  [],
  { app_name: text, app_uid: text, invoked_by: text, session, user },
  atLeastOne('process', 'user', 'invoked_by', 'session', 'app_name', 'app_uid'),
);
const service = object([], { name: text, uid: text }, atLeastOne('name', 'uid'));
const api = object(['operation'], { operation: text, service, request: object(['uid'], { uid: text }) });
const endpoint = object(
  [],
  { uid: text, svc_name: text },
  atLeastOne('ip', 'uid', 'name', 'hostname', 'svc_name'),
);
const product = object(['vendor_name'], { name: text, vendor_name: text, version: text });
const metadata = object(['product', 'version'], {
  version: { const: '1.5.0' },
  product,
  uid: text,
  sequence: { type: 'integer' },
  log_name: text,
  log_provider: text,
  logged_time: timestamp,
  profiles: list({ enum: ['security_control'] }),
  correlation_uid: text,
  labels: list(text),
});
const observable = object(['name', 'type_id'], {
  name: text,
  type_id: oneOf(4, 6, 13, 45, 99),
  type: text,
  value: text,
});
const resource = object([], { name: text, uid: text, type: text }, atLeastOne('name', 'uid'));

const base = {
  activity_name: text,
  category_name: text,
  class_name: text,
  severity_id: oneOf(0, 1, 2, 3, 4, 5, 6, 99),
  severity: text,
  time: timestamp,
  timezone_offset: { type: 'integer', minimum: -1080, maximum: 1080 },
  message: text,
  metadata,
  status: text,
  status_code: text,
  status_detail: text,
  observables: list(observable),
  unmapped: { type: 'object' },
};
const baseRequired = [
  'activity_id',
  'category_uid',
  'class_uid',
  'metadata',
  'severity_id',
  'time',
  'type_uid',
];
/** The profile `security_control`. */
const control = {
  action_id: oneOf(0, 1, 2),
  action: text,
  disposition_id: { type: 'integer', minimum: 0, maximum: 27 },
  disposition: text,
  policy: object([], { name: text, uid: text, type: text }, atLeastOne('name', 'uid')),
};

const ids = (category: number, uid: number, activities: readonly number[]) => ({
  category_uid: { const: category },
  class_uid: { const: uid },
  activity_id: { enum: activities },
  type_uid: { enum: activities.map((activity) => uid * 100 + activity) },
});

const apiActivity = object([...baseRequired, 'actor', 'api', 'src_endpoint'], {
  ...base,
  ...control,
  ...ids(6, 6003, [0, 1, 2, 3, 4, 99]),
  status_id: oneOf(0, 1, 2, 99),
  actor,
  api,
  src_endpoint: endpoint,
  resources: list(resource),
});

const detectionFinding = object([...baseRequired, 'finding_info'], {
  ...base,
  ...control,
  ...ids(2, 2004, [0, 1, 2, 3, 99]),
  status_id: oneOf(0, 1, 2, 3, 4, 5, 6, 99),
  is_alert: { type: 'boolean' },
  finding_info: object(['uid'], {
    uid: text,
    title: text,
    desc: text,
    created_time: timestamp,
    types: list(text),
    analytic: object(['type_id'], { type_id: oneOf(0, 1, 2, 3, 4, 99), type: text, uid: text, name: text }),
    related_events: list(object(['uid'], { uid: text, type_uid: { type: 'integer' } })),
  }),
  evidences: list(
    object([], { actor, api, src_endpoint: endpoint }, atLeastOne('actor', 'api', 'src_endpoint')),
  ),
  resources: list(resource),
});

const baseEvent = object(baseRequired, { ...base, ...ids(0, 0, [0, 99]), status_id: oneOf(0, 1, 2, 99) });

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false });
const validators = new Map([
  [6003, ajv.compile(apiActivity)],
  [2004, ajv.compile(detectionFinding)],
  [0, ajv.compile(baseEvent)],
]);

/** What is wrong with an event, as one text each; none where it is as the schema wants it. */
export function wrongWith(event: unknown): readonly string[] {
  const uid =
    typeof event === 'object' && event !== null && 'class_uid' in event ? Number(event.class_uid) : -1;
  const validate = validators.get(uid);
  if (validate === undefined) return [`no class ${uid}`];
  validate(event);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
