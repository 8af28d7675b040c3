/**
 * The jobs that run and undo imports. A row and its status change in one transaction, so after a crash each row is
 * either done or pending. If two workers pick up the same row, only one handles it.
 */
import type { Id } from '@countersign/contract';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import type { Job, JobHandler } from '../../platform/jobs/runner.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { orFindAccount, recordIn, selectOperatorTenant, selectTenants, selectUser } from '../accounts/index.ts';
import { admit } from './admit.ts';
import { importJob, type ImportPayload } from './import-job.ts';
import {
  countImportRows,
  type ImportedRow,
  type ImportRow,
  lockImport,
  markImportRow,
  selectImport,
  selectImportRows,
  selectLastMail,
  updateImport,
} from './import-store.ts';
import { deleteLinksOf, eraseUntouched, selectHasMembership, selectOwns, selectTouched } from './people-store.ts';
import { continuations } from './reactions.ts';
import { deleteMembership, revokeInvitationRow } from './store.ts';

const ROWS_A_TURN = 25;
/**
 * The interval between import e-mails. They are spread out, so that ten thousand of them do not delay other e-mails.
 */
const MAIL_EVERY_MS = 100;
/**
 * The maximum number of attempts for a row that fails for an unexpected reason. Until the limit is reached, the row
 * delays the rows after it.
 */
const TRIES_OF_A_ROW = 4;

export function importHandler({ uow }: { uow: UnitOfWork }): JobHandler<ImportPayload> {
  return {
    definition: importJob,
    run: async (job) => {
      const { tenantId: live, payload } = job;
      const id = payload.importId;
      const [row] = await uow.read(live, selectImport(live, id));
      if (row?.status === 'running') {
        let sendAt = await nextMailAt(uow);
        for (const one of await uow.read(live, selectImportRows(live, id, ['ready'], 0, ROWS_A_TURN))) {
          await importRow(uow, live, row, one, sendAt).catch((error: unknown) => {
            if (job.attempt < TRIES_OF_A_ROW) throw error;
            return giveUpRow(uow, live, id, one);
          });
          sendAt = new Date(sendAt.getTime() + MAIL_EVERY_MS);
        }
      } else if (row?.status === 'undoing') {
        for (const one of await uow.read(
          live,
          selectImportRows(live, id, ['created', 'invited', 'ready'], 0, ROWS_A_TURN),
        ))
          await undoRow(uow, live, row, one);
      }
      await goOn(uow, job, id);
    },
  };
}

async function nextMailAt(uow: UnitOfWork): Promise<Date> {
  const now = uow.now();
  const [operator] = await uow.readAuth(selectOperatorTenant());
  if (!operator) return now;
  const [last] = await uow.read(operator.tenant_id, selectLastMail(operator.tenant_id, now));
  return last?.due_at ? new Date(last.due_at.getTime() + MAIL_EVERY_MS) : now;
}

/**
 * If the plan has no seat for the person, the row is skipped and reported. Later rows may need no seat because the
 * people are already members.
 */
async function importRow(uow: UnitOfWork, live: string, row: ImportRow, one: ImportedRow, sendAt: Date): Promise<void> {
  await orFindAccount(() => admitRow(uow, live, row, one, sendAt)).catch(async (error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'PLAN_REQUIRED') throw error;
    const { message } = error;
    await uow.run(live, async (tx) => {
      await tx.query(
        markImportRow({ tenantId: live, id: row.id, n: one.n, from: 'ready', to: 'skipped', message, made: null }),
      );
    });
  });
}

async function giveUpRow(uow: UnitOfWork, live: string, id: Id<'userImport'>, { n }: ImportedRow): Promise<void> {
  const message = 'The row could not be imported because of a server error. Try again later.';
  await uow.run(live, async (tx) => {
    await tx.query(markImportRow({ tenantId: live, id, n, from: 'ready', to: 'failed', message, made: null }));
  });
}

async function admitRow(
  uow: UnitOfWork,
  live: string,
  { id, by_user_id, party }: ImportRow,
  one: ImportedRow,
  sendAt: Date,
) {
  await uow.run(live, async (tx) => {
    // The row was already undone, possibly by another worker.
    const [now] = await tx.query(lockImport(live, id));
    const [[taken]] = await tx.queryAll([selectImportRows(live, id, ['ready'], one.n - 1, 1)]);
    if (now?.status !== 'running' || taken?.n !== one.n) return;
    tx.enter({ role: 'auth' });
    const [inviter] = await tx.query(selectUser(by_user_id));
    const { email, name } = one;
    const role = one.role === 'admin' ? 'admin' : 'member';
    const made = await admit(
      uow,
      tx,
      { ...party, userId: by_user_id },
      { live, by: inviter?.name ?? '' },
      { email, role, name: name === '' ? undefined : name, sendAt },
    );
    tx.enter({ role: 'app', tenantId: live });
    const mark = { tenantId: live, id, n: one.n, from: 'ready' } as const;
    if (!made)
      tx.write(markImportRow({ ...mark, to: 'skipped', message: 'This person is already a member.', made: null }));
    else {
      const madeId = made.kind === 'created' ? made.id : made.invitation.id;
      tx.write(markImportRow({ ...mark, to: made.kind, message: null, made: madeId }));
    }
    failpointsOfCommit(tx, 'import-row');
  });
}

/** Undoes an open invitation, or an account to which nobody has signed in. */
async function undoRow(uow: UnitOfWork, live: string, { id, party }: ImportRow, one: ImportedRow): Promise<void> {
  await uow.run(live, async (tx) => {
    const mark = { tenantId: live, id, n: one.n, from: one.status, made: null } as const;
    const isUndone = one.status === 'ready' || (await takeBack(tx, live, one));
    tx.enter({ role: 'app', tenantId: live });
    const [marked] = await tx.query(
      isUndone
        ? markImportRow({ ...mark, to: 'undone', message: null })
        : markImportRow({
            ...mark,
            to: 'kept',
            message: 'The person was kept because they have accepted the invitation or signed in since the import.',
          }),
    );
    if (marked && isUndone && one.made_id !== null) {
      const isUser = one.status === 'created';
      await recordIn(uow, tx, party, live, {
        action: isUser ? 'member.removed' : 'invitation.revoked',
        actor: party.actor,
        target: { kind: isUser ? 'user' : 'invitation', id: one.made_id },
        data: { import: id },
      });
    }
    failpointsOfCommit(tx, 'import-undo-row');
  });
}

async function takeBack(tx: Tx, live: string, { status, made_id: madeId }: ImportedRow): Promise<boolean> {
  if (madeId === null) return true;
  if (status === 'invited') {
    const [revoked] = await tx.query(revokeInvitationRow(live, madeId, tx.now));
    return revoked !== undefined;
  }
  tx.enter({ role: 'auth' });
  const [person] = await tx.query(selectTouched(madeId));
  if (person?.touched !== false) return false;
  const tenants = await tx.query(selectTenants(live));
  for (const { tenant_id: tenantId } of tenants) {
    tx.enter({ role: 'app', tenantId });
    const [found] = await tx.query(selectOwns(tenantId, madeId));
    if (found?.owns !== false) return false;
  }
  for (const { tenant_id: tenantId } of tenants) {
    tx.enter({ role: 'app', tenantId });
    tx.write(deleteMembership(tenantId, madeId));
  }
  tx.enter({ role: 'auth' });
  const [memberships] = await tx.query(selectHasMembership(madeId));
  if (memberships?.has !== false) return true;
  tx.write(deleteLinksOf(madeId));
  await tx.query(eraseUntouched(madeId));
  return true;
}

async function goOn(uow: UnitOfWork, job: Job<ImportPayload>, id: Id<'userImport'>): Promise<void> {
  const { tenantId: live, payload } = job;
  await uow.run(live, async (tx) => {
    job.done(tx);
    const [row] = await tx.query(lockImport(live, id));
    if (row?.status !== 'running' && row?.status !== 'undoing') return;
    const waiting = row.status === 'running' ? ['ready'] : ['created', 'invited', 'ready'];
    const [left] = await tx.query(selectImportRows(live, id, waiting, 0, 1));
    if (left) uow.recorder.start(tx, live, continuations.importGoesOn, { ...payload, runAt: tx.now });
    else {
      const counts = await tx.query(countImportRows(live, id));
      const data = Object.fromEntries(counts.map(({ status, count }) => [status, count]));
      tx.write(updateImport(live, id, row.status === 'running' ? 'completed' : 'undone', row.finished_at ?? tx.now));
      await uow.recorder.record(tx, live, live, {
        action: row.status === 'running' ? 'user-import.finished' : 'user-import.undone',
        actor: { kind: 'system', id: 'user-import' },
        target: { kind: 'user-import', id },
        data,
      });
    }
    failpointsOfCommit(tx, 'import-turn');
  });
}
