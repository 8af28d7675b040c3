/** The side of a process that a supervisor started. */
import { ConfigFault } from '../config-fault.ts';
import type { OpenedDatabase } from '../open-database.ts';
import type { Environment } from '../settings.ts';
import type { Place } from './count.ts';
import type { ReadyReport, ToProcess, ToSupervisor } from './messages.ts';

/** Set by the supervisor for each process. Not a setting. */
export const PROCESS_VARIABLE = 'COUNTERSIGN_PROCESS';
/** The supervisor kills a process that is silent for much longer. */
export const ALIVE_EVERY_MS = 5_000;

/** `url`: the address of the installation, for a process that does not listen. */
export type Assignment = Place & {
  readonly url?: string | undefined;
  /** No other process runs jobs yet, so existing leases are left over from a crash. */
  readonly isFirstWorker: boolean;
};

export type OwnProcess = Assignment & {
  /** The embedded database, which the supervisor starts for the first process that needs it. */
  openDatabase(): Promise<OpenedDatabase>;
  /** From now on, this process also reports that it is alive. */
  ready(report: ReadyReport): void;
  waiting(): void;
};

/** Whether a supervisor started this process. */
export const isOwnProcess = (environment: Environment): boolean =>
  environment[PROCESS_VARIABLE] !== undefined && process.send !== undefined;

/** Undefined for a server that consists of one process. */
export function ownProcess(environment: Environment): OwnProcess | undefined {
  const text = environment[PROCESS_VARIABLE];
  if (text === undefined || !isOwnProcess(environment)) return undefined;
  const send = (message: ToSupervisor): void => {
    // If the supervisor is gone, this process is about to end.
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  };
  // The launcher lets a child end although its channel is open. This one waits for messages.
  process.channel?.ref();
  const received = new Map<ToProcess['type'], (message: ToProcess) => void>();
  process.on('message', (message: ToProcess) => received.get(message.type)?.(message));
  return {
    ...(JSON.parse(text) as Assignment),
    openDatabase: () =>
      new Promise((resolve, reject) => {
        received.set('database', ({ answer }) => {
          if ('error' in answer) reject(answer.isSetting ? new ConfigFault(answer.error) : new Error(answer.error));
          else
            resolve({
              connection: answer.connection,
              owner: answer.owner,
              ...(answer.schema && { schema: answer.schema }),
              // The supervisor stops the database after the last process, and ends all of them if it fails.
              gaveUp: new Promise<never>(() => {}),
              stop: async () => {},
              kill: () => {},
            });
        });
        send({ type: 'open-database' });
      }),
    ready: (report) => {
      send({ type: 'ready', report });
      setInterval(() => send({ type: 'alive' }), ALIVE_EVERY_MS).unref();
    },
    waiting: () => send({ type: 'waiting' }),
  };
}
