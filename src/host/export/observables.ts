/** What in a decision others may have seen too: commands, files, addresses, users. Observables of OCSF 1.5.0. */
import type { JsonObject } from '../../language/json.ts';
import { isJsonObject, own } from '../../protocol/json.ts';
import type { LogRecord } from '../../store/decision-log/record.ts';

type DecisionRecord = Extract<LogRecord, { readonly type: 'decision' }>;

interface Observable {
  /** The attribute of the OCSF event, or a name of its own. */
  readonly name: string;
  readonly type_id: number;
  readonly type: string;
  readonly value: string;
}

const commandLine = { type_id: 13, type: 'Command Line' } as const;
const filePath = { type_id: 45, type: 'File Path' } as const;
const address = { type_id: 6, type: 'URL String' } as const;

/** Fields of inputs that harnesses call alike. */
const telling: Readonly<Record<string, { readonly type_id: number; readonly type: string }>> = {
  command: commandLine,
  cmd: commandLine,
  file_path: filePath,
  filePath,
  path: filePath,
  url: address,
};

/** `{observables}`, or nothing. `at`: where the actor and the call are in the event. */
export function observablesOf(record: DecisionRecord, at = ''): JsonObject {
  const { client, session, tool } = record;
  const observables: Observable[] = [
    ...(client?.user === undefined
      ? []
      : [{ name: `${at}actor.user.name`, type_id: 4, type: 'User Name', value: client.user }]),
    ...(session === null
      ? []
      : [{ name: `${at}actor.session.uid`, type_id: 99, type: 'Session', value: session }]),
    ...(tool === null ? [] : [{ name: `${at}api.operation`, type_id: 99, type: 'Tool', value: tool.name }]),
    ...fromInput(record),
  ];
  return observables.length === 0 ? {} : { observables: observables.map((each) => ({ ...each })) };
}

/** As they are in the record: masked where it is masked. A hash means nothing to other programs. */
function fromInput({ event }: DecisionRecord): readonly Observable[] {
  const tool = event === null ? undefined : own(event, 'tool');
  const input = isJsonObject(tool) ? own(tool, 'input') : undefined;
  if (!isJsonObject(input)) return [];
  return Object.entries(telling).flatMap(([field, kind]) => {
    const value = own(input, field);
    if (typeof value !== 'string' || value === '' || value.startsWith('hmac:')) return [];
    return [{ name: `tool.input.${field}`, ...kind, value }];
  });
}
