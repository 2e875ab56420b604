/** The decision points for the clients of a server, by their credentials. */
import type { DecisionPoint } from '../../engine/engine.ts';
import { permitted } from '../../engine/permitted.ts';
import { proven, type Speaking, unproven } from '../../engine/speakers.ts';
import type { Event } from '../../facts/event/event.ts';
import type { ForwardedContext } from '../../hook/forwarded.ts';
import type { DiskReader } from '../../host/disk/gathered-disk.ts';
import { mountsOfProcess } from '../../host/machine/mounts.ts';
import { type WithClientDisk, withClientDisk } from '../../server/client-disk.ts';
import { onDisk } from '../../server/on-disk.ts';
import type { Canary } from '../bundles/canary.ts';
import type { PoliciesInForce } from './policies-in-force.ts';

export interface Points {
  /** For clients that prove that they are not the agent. */
  readonly proven: DecisionPoint;
  readonly unproven: DecisionPoint;
  /** The first with a look at the disk, for clients that see the same files; undefined where that cannot be known. */
  readonly onDisk: ForwardedContext['onDisk'];
  /** The first with what a client on another machine reports of its disk; undefined where no disk is looked at. */
  readonly clientDisk: WithClientDisk | undefined;
}

/** What points are made of. */
export interface Parts {
  readonly engine: PoliciesInForce['engine'];
  /** A bundle that answers for some sessions. */
  readonly canary?: Canary | undefined;
  readonly speakers: Speaking;
  /** Whether nothing is denied. */
  readonly watches: boolean;
  /** Undefined where the disk is not looked at. */
  readonly reader: Pick<DiskReader, 'gather'> | undefined;
  /** What decisions are counted and written down by. */
  counted(point: DecisionPoint): DecisionPoint;
}

export function pointsOf({ engine, canary, speakers, watches, reader, counted }: Parts): Points {
  const deciding = canary?.before(engine) ?? engine;
  const programOf = (event: Event) => canary?.programOf(event, engine.program) ?? engine.program;
  const point = counted(permitted(proven(deciding, speakers), watches));
  const mounts = reader === undefined ? undefined : mountsOfProcess();
  return {
    clientDisk: reader && withClientDisk(point, programOf),
    proven: point,
    unproven: counted(unproven(deciding, speakers, watches)),
    onDisk:
      reader === undefined || mounts === undefined
        ? undefined
        : { engineWith: (searchPath) => onDisk(point, programOf, reader, searchPath), mounts },
  };
}

/** The points with something around each. */
export function around(points: Points, wrap: (point: DecisionPoint) => DecisionPoint): Points {
  const { onDisk, clientDisk } = points;
  return {
    clientDisk: clientDisk && ((about, ask) => wrap(clientDisk(about, ask))),
    proven: wrap(points.proven),
    unproven: wrap(points.unproven),
    onDisk: onDisk && { ...onDisk, engineWith: (searchPath) => wrap(onDisk.engineWith(searchPath)) },
  };
}

const fail = (): never => {
  throw new Error('the thread that was to decide the call has ended');
};
const failing: DecisionPoint = { decide: fail, observe: fail };

/** Points that fail, so that each question gets a fault. */
export const failingPoints: Points = {
  proven: failing,
  unproven: failing,
  onDisk: undefined,
  clientDisk: undefined,
};
