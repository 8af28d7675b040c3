/** Determines how many processes serve one installation on this machine. */
import { availableParallelism, totalmem } from 'node:os';
import type { DescribedSettings, SettingReader } from '../settings.ts';

/**
 * The minimum number of cores for several processes. With fewer cores, one process is as fast as several and needs less
 * memory.
 */
const CORES_FOR_SEVERAL = 4;
/** The number of cores reserved for the database and for the process that runs jobs. */
const CORES_FOR_OTHERS = 2;
const MOST = 128;
/** The memory that a process needs under load, in bytes. */
const PROCESS_BYTES = 400 * 1024 * 1024;
/**
 * The maximum number of processes with an external database. Such databases often accept 100 connections. Five
 * processes with 17 connections each leave some for other programs.
 */
const MAX_WITH_OWN_DATABASE = 4;
/** The number of web processes for which one process runs jobs. */
const WEB_PROCESSES_PER_WORKER = 4;

/** Reads the number of processes from `PROCESSES`. With 1, a single process does everything. */
export function processCount(
  reader: SettingReader,
  { cores = availableParallelism(), memory = usableMemory() }: { cores?: number; memory?: number } = {},
): number {
  const text = reader.text('PROCESSES') ?? 'auto';
  if (text === 'auto') {
    if (cores < CORES_FOR_SEVERAL) return 1;
    const most = reader.text('DATABASE_URL') === undefined ? MOST : MAX_WITH_OWN_DATABASE;
    return Math.max(1, Math.min(most, cores - CORES_FOR_OTHERS, Math.floor(memory / PROCESS_BYTES)));
  }
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MOST) return count;
  reader.fault(`PROCESSES: must be auto or a whole number from 1 to ${MOST}, not "${text}"`);
  return 1;
}

/** Returns the memory in bytes, limited to the memory of the container. */
function usableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

export type Role = 'all' | 'web' | 'worker';

/** `isListening` is true if the process serves requests. `name` appears in the log and in the metrics. */
export type Place = { readonly name: string; readonly role: 'web' | 'worker'; readonly isListening: boolean };

/** Returns the processes of an installation with this `ROLE`, in the order in which they start. */
export function placesOf(count: number, role: Role): readonly Place[] {
  const named = (of: 'web' | 'worker', number: number, isListening: boolean): Place[] =>
    Array.from({ length: number }, (_, at) => ({ name: `${of}-${at + 1}`, role: of, isListening }));
  if (role !== 'all') return named(role, count, true);
  return [...named('web', count, true), ...named('worker', workersFor(count), false)];
}

const workersFor = (webProcesses: number): number => Math.ceil(webProcesses / WEB_PROCESSES_PER_WORKER);

const CONNECTIONS = 17;
const CONNECTIONS_OF_ONE = 40;

/**
 * Returns how many connections the embedded database accepts: those of one process and of commands, plus those of each
 * further process.
 */
export const connectionsFor = (count: number): number =>
  count === 1 ? CONNECTIONS_OF_ONE : CONNECTIONS_OF_ONE + CONNECTIONS * placesOf(count, 'all').length;

export const PROCESS_DESCRIPTIONS: DescribedSettings = {
  PROCESSES: [
    '`auto`',
    'Number of processes that serve requests, from 1 to 128, or `auto`. With `auto`, the number depends on the cores and the memory of the machine. If the number is higher than 1, separate processes run the jobs ([scaling](scaling.md)).',
  ],
};
