/**
 * The job of bulk sends. In one transaction, a row becomes a document, is sent and is marked as sent. After a crash,
 * each row is either sent or pending, and two workers with the same row create one document.
 */
import type { ErrorCode, RowFault } from '@countersign/contract';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import { isRolledBack } from '../../platform/db/database.ts';
import { AppError, ValidationError } from '../../platform/errors.ts';
import type { Job, JobHandler } from '../../platform/jobs/runner.ts';
import { outageOf } from '../../platform/outage.ts';
import type { SendDependencies, Sender } from '../documents/index.ts';
import { columnOfFault, readRow } from './bulk-columns.ts';
import { titleOf } from './bulk-title.ts';
import { bulkSendJob } from './bulk-job.ts';
import { continuations } from './reactions.ts';
import {
  type BulkRow,
  countWaitingMails,
  lockBulk,
  markFailed,
  markSent,
  moveRows,
  selectBulkSend,
  selectNextBulk,
  selectPendingRows,
  updateBulkStatus,
  updateStarted,
} from './bulk-store.ts';
import { makeDocument } from './instance.ts';
import { selectKeptTemplate, type TemplateRow } from './store.ts';

/** The number of rows per run: about a second of work, which is how long a shutdown may have to wait. */
const ROWS_A_TURN = 20;
const AT_ONCE = 2;
/** The maximum number of this bulk send's invitations that wait in the queue, which it shares with other senders. */
const MAILS_WAITING = 50;
const PAUSE_MS = 1000;

type Log = { error(fields: object, message: string): void };
export type Dependencies = SendDependencies & { log: Log };
type Bulk = Pick<
  BulkRow,
  'id' | 'columns' | 'title' | 'settings' | 'owner_id' | 'party' | 'template_id' | 'template_version'
>;

export function sendRowsHandler(dependencies: Dependencies): JobHandler<Record<never, never>> {
  const { uow } = dependencies;
  return {
    definition: bulkSendJob,
    run: async (job) => {
      const { tenantId } = job;
      const [[bulk], [mails]] = await uow.readAll(tenantId, [
        selectNextBulk(tenantId),
        countWaitingMails(tenantId, uow.now(), MAILS_WAITING),
      ]);
      const waiting = mails?.count ?? 0;
      if (bulk && waiting < MAILS_WAITING) await sendSome(dependencies, tenantId, bulk);
      await goOn(dependencies, job, bulk?.id, waiting < MAILS_WAITING ? 0 : PAUSE_MS);
    },
    // Called after sending has been impossible for a day. The remaining rows are marked as failed and can be
    // retried manually.
    dead: async ({ tenantId }) => {
      const error = {
        field: 'row',
        message: 'could not be sent within a day. Retry the row',
        code: 'service_unavailable',
      };
      await uow.run(tenantId, async (tx) => {
        await tx.query(lockBulk(`bulk ${tenantId}`));
        for (;;) {
          const [bulk] = await tx.query(selectNextBulk(tenantId));
          if (!bulk) return;
          tx.write(moveRows(tenantId, bulk.id, 'pending', 'failed', JSON.stringify(error)));
          tx.write(updateBulkStatus(tenantId, bulk.id, 'running', 'completed', tx.now));
        }
      });
    },
  };
}

async function sendSome(dependencies: Dependencies, tenantId: string, bulk: Bulk): Promise<void> {
  const { uow } = dependencies;
  const [[template], rows] = await uow.readAll(tenantId, [
    selectKeptTemplate(tenantId, bulk.template_id, bulk.template_version),
    selectPendingRows(tenantId, bulk.id, ROWS_A_TURN),
    updateStarted(tenantId, bulk.id, uow.now()),
  ]);
  const work = async () => {
    for (let row = rows.shift(); row; row = rows.shift()) await sendRow(dependencies, tenantId, bulk, template, row);
  };
  const done = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  const failed = done.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Thrown if the row was canceled, or if another worker sent it. The transaction is rolled back without effect. */
class NotWanted extends Error {}

async function sendRow(
  dependencies: Dependencies,
  tenantId: string,
  bulk: Bulk,
  template: TemplateRow | undefined,
  { n, values }: { n: number; values: string[] },
): Promise<void> {
  const sender: Sender = {
    tenantId,
    userId: bulk.owner_id,
    party: bulk.party,
    evidence: { bulk_send: `${bulk.id} row ${n}` },
    requestId: `${bulk.id}-${n}`,
  };
  let row: ReturnType<typeof readRow> = { signers: [], values: {}, variables: {} };
  try {
    if (!template) throw new AppError('TEMPLATE_NOT_FOUND', { templateId: bulk.template_id });
    const { columns, settings } = bulk;
    row = readRow(columns, values);
    const title = titleOf(columns, values, bulk.title);
    const instance = {
      ...row,
      ...(title !== null && { title }),
      sending: settings,
      send: true,
    };
    await makeDocument(dependencies, sender, template, {
      instance,
      mark: async (tx, documentId) => {
        const [marked] = await tx.query(markSent(tenantId, bulk.id, n, documentId));
        if (!marked) throw new NotWanted();
      },
    });
  } catch (error) {
    if (error instanceof NotWanted) return;
    const fault = faultOf(error, bulk, row, dependencies.log, n);
    await dependencies.uow.run(tenantId, async (tx) => {
      tx.write(markFailed(tenantId, bulk.id, n, JSON.stringify(fault)));
    });
  }
}

/** Returns the fault of a row. External failures are rethrown instead, so that the row waits and the job is retried. */
function faultOf(
  error: unknown,
  { id, columns }: Bulk,
  row: ReturnType<typeof readRow>,
  log: Log,
  n: number,
): RowFault {
  if (error instanceof ValidationError) {
    const [{ field, message, code }] = error.faults;
    return { field: columnOfFault(columns, row, field), message, code };
  }
  if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE')
    return { field: 'row', message: error.message, code: error.code.toLowerCase() as Lowercase<ErrorCode> };
  // A lost connection or an unreadable file is not the row's fault.
  const isOfCode = error instanceof Error && 'code' in error && !isRolledBack(error);
  if (error instanceof AppError || isOfCode || outageOf(error) !== undefined) throw error;
  log.error({ err: error, bulkSend: id, row: n }, 'a row of a bulk send failed with an unexpected error');
  return { field: 'row', message: 'failed because of a server error. Retry the row', code: 'internal_error' };
}

/** Queues the next run if there are more rows. */
async function goOn(
  { uow }: Dependencies,
  job: Job<Record<never, never>>,
  bulkId: string | undefined,
  delayMs: number,
): Promise<void> {
  const { tenantId } = job;
  await uow.run(tenantId, async (tx) => {
    await tx.query(lockBulk(`bulk ${tenantId}`));
    job.done(tx);
    if (bulkId !== undefined) {
      const [left] = await tx.query(selectPendingRows(tenantId, bulkId, 1));
      const [ended] = left ? [] : await tx.query(updateBulkStatus(tenantId, bulkId, 'running', 'completed', tx.now));
      if (ended) {
        const [row] = await tx.query(selectBulkSend(tenantId, bulkId, null));
        await uow.recorder.record(tx, tenantId, tenantId, {
          action: 'bulk-send.finished',
          actor: { kind: 'system', id: 'bulk-send' },
          target: { kind: 'bulk-send', id: bulkId },
          data: { sent: row?.sent ?? 0, failed: row?.failed ?? 0 },
        });
      }
    }
    const [next] = await tx.query(selectNextBulk(tenantId));
    if (next) {
      const runAt = new Date(tx.now.getTime() + delayMs);
      uow.recorder.start(tx, tenantId, continuations.bulkGoesOn, { runAt });
    }
    failpointsOfCommit(tx, 'bulk-turn');
  });
}
