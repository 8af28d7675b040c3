/** Distributes the tables over a Citus cluster. */
import type { Command, Console } from '../../platform/console.ts';
import { distribute } from '../../platform/db/citus/distribute.ts';

const SHARDS = 32;
const MAX_SHARDS = 1024;
const USAGE = `Usage: npm start -- distribute [--shards N]

Distributes the database tables across the workers of the Citus cluster, by organization. N is the number
of shards, which is also the maximum number of workers that can share the data. The default is ${SHARDS}, and the
maximum is ${MAX_SHARDS}. You cannot change N later.

Stop all servers first. If a run is interrupted, run the command again. After an upgrade that
adds tables, the server asks you to run the command again. docs/operate/citus.md describes the cluster.`;

const command: Command<Console> = {
  name: 'distribute',
  usage: USAGE,
  read: (words) => {
    const [option, value, ...rest] = words;
    const shards = option === undefined ? SHARDS : Number(value);
    const isValid = Number.isInteger(shards) && shards >= 1 && shards <= MAX_SHARDS;
    if (rest.length > 0 || !isValid || (option !== undefined && option !== '--shards')) return undefined;
    return ({ open, out }) =>
      open(async ({ owner }) => {
        const done = await distribute({ connection: owner, shards, report: out });
        out(
          `Distributed ${done.distributed} tables across ${done.workers} workers. ${done.reference} tables are copied to every node, and ${done.coordinator} stay on the coordinator.`,
        );
        return 0;
      });
  },
};

export const commands = [command];
