/** Calls while something happens: no limit is passed, no label is unseen, and every answer is given again. */
import { expect } from 'vitest';
import { type Answer, type Call, type FleetServer, mostCounted } from '../../store/cluster/fleet.ts';
import { soon } from '../../store/cluster/nats-server.ts';
import { type Fault, type Setting, serverKilled, type Told } from './setting.ts';

/** Calls of a session that count, asked for all at once. */
const asked = mostCounted + 3;

/** One session that only counts, and one that sets a label and asks for what it forbids. */
async function session(setting: Setting): Promise<readonly Told[]> {
  const name = `session ${setting.id()}`;
  const ask = async (call: Call): Promise<Told> => ({ call, answer: await setting.anyServer().ask(call) });
  const counted = await Promise.all(
    Array.from({ length: asked }, (_, at) => ask({ id: `${name} ${at}`, session: name, tool: 'Count' })),
  );
  expect(counted.filter(({ answer }) => answer === 'passed').length).toBeLessThanOrEqual(mostCounted);
  const labelled = `labelled ${setting.id()}`;
  const note = await ask({ id: `${labelled} note`, session: labelled, tool: 'Note' });
  const push = await ask({ id: `${labelled} push`, session: labelled, tool: 'Push' });
  if (note.answer === 'passed') expect(push.answer).not.toBe('passed');
  return [...counted, note, push];
}

/** So many sessions, four at a time. */
export async function load(setting: Setting, sessions: number): Promise<readonly Told[]> {
  const told: Told[] = [];
  let left = sessions;
  const worker = async (): Promise<void> => {
    while (left-- > 0) told.push(...(await session(setting)));
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  setting.told.push(...told);
  return told;
}

/** What a server answers as soon as it can read its memory: after a split the nodes may elect a leader once more. */
async function remembered(server: FleetServer, call: Call): Promise<Answer> {
  for (;;) {
    const answer = await server.ask(call);
    if (answer === 'passed' || answer === 'denied') return answer;
    await soon();
  }
}

export interface CallsUnderFault {
  readonly told: readonly Told[];
  /** Answers that were acknowledged. */
  readonly acknowledged: number;
  /** Those of them that a server did not give again. */
  readonly lost: number;
}

/** So many sessions before, during and after a fault, and after it is fixed. */
export async function callsUnder(fault: Fault, setting: Setting, sessions: number): Promise<CallsUnderFault> {
  const { untilAnswered } = setting;
  const before = await load(setting, sessions);
  const during = load(setting, sessions);
  const fix = await fault.happen(setting);
  const told = [...before, ...(await during), ...(await load(setting, sessions))];
  if (fault.isMendedFirst === true) await fix();
  // A majority is there, so that nothing has to be fixed for that.
  if (fault !== serverKilled) await untilAnswered();
  if (fault.isMendedFirst !== true) await fix();
  await untilAnswered();
  told.push(...(await load(setting, sessions)));
  const acknowledged = told.filter(({ answer }) => answer === 'passed' || answer === 'denied');
  let lost = 0;
  await Promise.all(
    setting.servers.map(async (server) => {
      for (const { call, answer } of acknowledged) if ((await remembered(server, call)) !== answer) lost++;
    }),
  );
  return { told, acknowledged: acknowledged.length, lost };
}
