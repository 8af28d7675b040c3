/** What each class of work may make others wait, and which accepted work goes before it. */
import type { WorkClass } from '@countersign/contract';

/** What requests wait for: a turn of the event loop, a connection to the database, a PDF worker. */
export type Resource = 'loop' | 'database' | 'workers';
/** Accepted work that waits, in the order of what people wait for. */
export type BacklogLane = 'seal' | 'invitation' | 'mail' | 'webhook' | 'certificate';
export const BACKLOG_LANES = ['seal', 'invitation', 'mail', 'webhook', 'certificate'] as const;

export type AdmittedClass = Exclude<WorkClass, 'none'>;

type Rule = {
  /** Milliseconds that somebody may stand in line for a resource before this class gets less room. */
  readonly waits: Partial<Record<Resource, number>>;
  /** Milliseconds after which accepted work may be done at the latest, for this class to add to it. */
  readonly backlog: Partial<Record<BacklogLane, number>>;
  /** Requests that are let in whatever is measured. */
  readonly atLeast: number;
};

/**
 * Uploads stop before sends do: whoever could upload can also send, and the two seconds below ten are the send's and the mail's own. A
 * seal is waited for with the request open, by whoever downloads what was just signed: it may take no longer than a request may.
 */
const SENDING = { seal: 1_200, invitation: 8_000 };
const INTAKE = { seal: 500, invitation: 4_000, mail: 60_000, webhook: 60_000, certificate: 120_000 };

/**
 * From what is refused last to what is refused first. Each class tolerates less than the one before it, so a line that begins to
 * form is shortened by the last class alone, and the next one gives way only when that was not enough.
 */
export const RULES: Readonly<Record<AdmittedClass, Rule>> = {
  signing: { waits: { loop: 250, database: 250 }, backlog: {}, atLeast: 64 },
  everyday: { waits: { loop: 180, database: 180 }, backlog: {}, atLeast: 32 },
  sending: { waits: { loop: 100, database: 100, workers: 500 }, backlog: SENDING, atLeast: 4 },
  upload: { waits: { loop: 50, database: 50, workers: 100 }, backlog: INTAKE, atLeast: 1 },
  // Reads add nothing to what waits, and late mails are no reason to keep a list from anybody.
  list: { waits: { loop: 40, database: 40, workers: 80 }, backlog: {}, atLeast: 4 },
  bulk: { waits: { loop: 40, database: 40, workers: 80 }, backlog: INTAKE, atLeast: 1 },
};
export const CLASSES = [
  'signing',
  'everyday',
  'sending',
  'upload',
  'list',
  'bulk',
] as const satisfies readonly AdmittedClass[];
