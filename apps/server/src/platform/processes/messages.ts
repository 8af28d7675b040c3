/** The messages between the supervisor and its processes, as JSON. */
import type { ConnectionOptions } from '../db/database.ts';
import type { Schema } from '../db/migrate.ts';
import type { Lane } from '../jobs/queue.ts';
import type { Answer, Topic } from './questions.ts';

/**
 * An opened database, or the reason why it cannot be used. `isSetting` means that a setting is wrong, so starting again
 * does not help.
 */
export type DatabaseAnswer =
  | { connection: ConnectionOptions; owner: ConnectionOptions; schema?: Schema | undefined }
  | { error: string; isSetting: boolean };

/** The report of a process that is ready: the address, and links that are printed for the operator. */
export type ReadyReport = {
  url: string;
  setupUrl?: string | undefined;
  passwordUrl?: string | undefined;
  /** A warning about this machine's clock. */
  doubt?: string | undefined;
};

/** Finished work for which requests of other processes are waiting. */
export type Finished = { kind: 'sealed' | 'certified'; tenantId: string; documentId: string };

/** News from a process: the work that it has queued for other processes, and the work that it has finished. */
export type News = { lanes: readonly Lane[]; deliveries: boolean; finished: readonly Finished[] };

export type ToSupervisor =
  | { type: 'open-database' }
  | { type: 'ready'; report: ReadyReport }
  | { type: 'waiting' }
  | { type: 'alive' }
  | { type: 'news'; news: News }
  | { type: 'ask'; id: number; topic: Topic }
  | { type: 'answer'; id: number; text: string };

export type ToProcess =
  | { type: 'database'; answer: DatabaseAnswer }
  | { type: 'news'; news: News }
  | { type: 'ask'; id: number; topic: Topic }
  | { type: 'answers'; id: number; answers: readonly Answer[] };
