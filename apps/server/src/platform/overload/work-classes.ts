/** Defines how long each class of work may make other requests wait, and which accepted work has priority over it. */
import type { WorkClass } from '@countersign/contract';

/**
 * The resources that requests wait for: a tick of the event loop (`loop`), a database connection (`database`) or a PDF
 * worker (`workers`).
 */
export type Resource = 'loop' | 'database' | 'workers';
/** Accepted work that is waiting, in order of urgency. */
export type BacklogLane = 'seal' | 'invitation' | 'mail' | 'webhook' | 'certificate';
export const BACKLOG_LANES = ['seal', 'invitation', 'mail', 'webhook', 'certificate'] as const;

export type AdmittedClass = Exclude<WorkClass, 'none'>;

type Rule = {
  /** The time in milliseconds that a caller may wait for a resource before this class is limited. */
  readonly waits: Partial<Record<Resource, number>>;
  /** The longest expected delay of accepted work, in milliseconds, at which this class may still add to that work. */
  readonly backlog: Partial<Record<BacklogLane, number>>;
  /** The number of requests that are always admitted. */
  readonly atLeast: number;
};

/**
 * The limits for requests that send a document. Uploads have lower limits, so that a sender whose upload was accepted
 * can also send the document. The limit for invitations is eight seconds instead of ten, because sending the document
 * and the e-mail takes time too. A download of a document that was just signed stays open until the document is sealed,
 * so sealing must not take longer than a request may take.
 */
const SENDING = { seal: 1_200, invitation: 8_000 };
const INTAKE = { seal: 500, invitation: 4_000, mail: 60_000, webhook: 60_000, certificate: 120_000 };

/**
 * The rules, ordered by priority, highest first. Each class has a lower limit than the one before it, so the server
 * sheds the lowest class first.
 */
export const RULES: Readonly<Record<AdmittedClass, Rule>> = {
  signing: { waits: { loop: 250, database: 250 }, backlog: {}, atLeast: 64 },
  everyday: { waits: { loop: 180, database: 180 }, backlog: {}, atLeast: 32 },
  sending: { waits: { loop: 100, database: 100, workers: 500 }, backlog: SENDING, atLeast: 4 },
  upload: { waits: { loop: 50, database: 50, workers: 100 }, backlog: INTAKE, atLeast: 1 },
  // Reads do not add to the background work, so late e-mails are no reason to refuse reads.
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
