/**
 * The trust anchors for signatures made elsewhere: the operator's anchors (in the database, so that all processes use
 * the same anchors), and the trusted lists in a folder, which are read again when a file changes.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TrustedService, VerifyInput, VerifyReport } from '@countersign/pades';
import type { TrustLists } from '@countersign/trust-lists';
import type { Database } from '../../platform/db/database.ts';
import type { PdfPool, PdfSource, RunOptions } from '../../platform/pdf/index.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { ListTask } from './list-worker.ts';
import { selectAllAnchors } from './store.ts';

export type TrustLog = { info(fields: object, message: string): void; warn(fields: object, message: string): void };
export type TrustOptions = {
  database: Pick<Database, 'query'>;
  clock: Clock;
  folder: string | undefined;
  log: TrustLog;
  /** The minimum interval between checks of the folder, in milliseconds. */
  lookEvery?: number;
};

const CHECK_INTERVAL_MS = 10_000;
const TIMEOUT_MS = 120_000;

export class TrustStore {
  readonly #options: TrustOptions;
  #seen = '';
  #lookedAt = Number.NEGATIVE_INFINITY;
  #lists: Promise<readonly TrustedService[]> = Promise.resolve([]);
  #state = { lists: 0, outdated: 0 };

  constructor(options: TrustOptions) {
    this.#options = options;
  }

  /**
   * Verifies a file that may have signatures made elsewhere. Other trust anchors are loaded only if our own are not
   * enough. Most documents have only our signatures, and passing lists of thousands of services to a worker is costly.
   */
  async verify(pdf: PdfPool, source: PdfSource, input: VerifyInput, run: RunOptions): Promise<VerifyReport> {
    // As in the command-line tool, a signature is not called valid without proof that its certificate is not revoked
    // (EN 319 102-1 §5.2.6, TRY_LATER).
    const wanted = { requireRevocation: true, ...input };
    const report = await pdf.verify(source, wanted, run);
    const isOpen = report.signatures.some(
      ({ subIndication, timestamp }) =>
        subIndication === 'NO_CERTIFICATE_CHAIN_FOUND' || (timestamp !== null && !timestamp.isValid),
    );
    if (!isOpen) return report;
    const services = await this.services();
    return services.length === 0 ? report : pdf.verify(source, { ...wanted, services }, run);
  }

  /** `outdated` counts lists that are past their next update. */
  get state(): { readonly lists: number; readonly outdated: number } {
    return this.#state;
  }

  async services(): Promise<TrustedService[]> {
    const [anchors, listed] = await Promise.all([
      this.#options.database.query({ role: 'auth' }, selectAllAnchors()),
      this.#listed(),
    ]);
    const own = anchors.map(({ name, certificate }) => ({
      certificate,
      source: `Trust anchor of this installation: ${name}`,
    }));
    return [...own, ...listed];
  }

  /** Starts reading the folder. A missing or invalid list only reduces trust, so every error is a warning. */
  async #listed(): Promise<readonly TrustedService[]> {
    const { folder, clock, log, lookEvery = CHECK_INTERVAL_MS } = this.#options;
    if (folder === undefined) return [];
    const now = performance.now();
    if (now - this.#lookedAt >= lookEvery) {
      this.#lookedAt = now;
      const state = await stateOf(folder).catch((err: unknown) => {
        log.warn({ err, folder }, 'the folder of trusted lists cannot be read');
        return '';
      });
      if (state !== this.#seen) {
        this.#seen = state;
        this.#lists = state === '' ? Promise.resolve([]) : this.#read(folder, clock.now());
      }
    }
    return this.#lists;
  }

  async #read(folder: string, now: Date): Promise<readonly TrustedService[]> {
    const { log } = this.#options;
    try {
      const { services, lists, refused } = await readInWorker({ folder, now: now.toISOString() });
      for (const { file, code, message } of refused)
        log.warn({ file, code }, `a trusted list is being ignored: ${message}`);
      for (const { file, nextUpdate, isOutdated } of lists)
        if (isOutdated)
          log.warn({ file, nextUpdate }, 'a trusted list is out of date and does not cover newer signatures');
      this.#state = { lists: lists.length, outdated: lists.filter(({ isOutdated }) => isOutdated).length };
      log.info({ lists: lists.length, services: services.length }, 'trusted lists were read');
      return services;
    } catch (err) {
      log.warn({ err, folder }, 'trusted lists cannot be read');
      return [];
    }
  }
}

/** Returns the names, sizes and modification times of the files as one text, which changes when a list changes. */
async function stateOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).toSorted();
  const facts = await Promise.all(names.map((name) => stat(join(folder, name))));
  return facts.map(({ size, mtimeMs }, index) => `${names[index]} ${size} ${mtimeMs}`).join('\n');
}

async function readInWorker(task: ListTask): Promise<TrustLists> {
  const worker = new Worker(new URL('./list-worker.ts', import.meta.url), {
    workerData: task,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<TrustLists>();
  const overdue = setTimeout(() => reject(new Error('reading the trusted lists took too long')), TIMEOUT_MS);
  worker.on('message', (lists: TrustLists) => resolve(lists));
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('the worker thread ended without a result')));
  try {
    return await promise;
  } finally {
    clearTimeout(overdue);
    await worker.terminate();
  }
}
