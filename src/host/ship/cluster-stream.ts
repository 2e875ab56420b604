/** Records to the stream of a cluster. The log on disk is the queue while the cluster is away. */
import type { ClusterOptions } from '../../store/cluster/cluster.ts';
import type { LogStream } from '../../store/cluster/log-stream.ts';
import { type Destination, Refused } from './ship.ts';
import type { Item } from './unshipped.ts';

/** `linesOf`: the lines of a record; none where it is left out. */
export function clusterStream(
  options: ClusterOptions,
  linesOf: (item: Item) => readonly string[],
): Destination {
  let opening: Promise<LogStream> | undefined;
  const closed = (): void => {
    const own = opening;
    opening = undefined;
    void own?.then((stream) => stream.close()).catch(() => {});
  };
  return {
    name: `cluster ${options.name} (${options.servers.join(', ')})`,
    async send(items) {
      const messages = items.flatMap((item) =>
        linesOf(item).map((text, at) => ({
          type: item.record.type,
          id: at === 0 ? item.record.hash : `${item.record.hash}-${at}`,
          text,
        })),
      );
      try {
        opening ??= import('../../store/cluster/log-stream.ts').then((module) =>
          module.openLogStream(options),
        );
        await (await opening).send(messages);
      } catch (error) {
        closed();
        const why = error instanceof Error ? error.message : String(error);
        throw new Refused(`the cluster has not taken all of it: ${why}`);
      }
    },
    close: closed,
  };
}
