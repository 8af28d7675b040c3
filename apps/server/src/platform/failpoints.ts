/**
 * The steps at which a test can end the process as with kill -9. docs/understand/signing-flow.md describes the state
 * after each step. Failpoints have no effect unless main/ activates one, which it does only for tests (main/config.ts).
 */
import type { Tx } from './db/transaction.ts';

/**
 * Steps that end in a commit. The process is killed right before it, or right after it and before anyone is notified.
 */
const COMMITTED = [
  'upload',
  'send',
  'sign',
  'seal',
  'completion',
  'certificate',
  'mail',
  'webhook-deliveries',
  'bulk-send',
  'from-template',
  'bulk-turn',
  'void',
  'decline',
  'forward',
  'correction',
  'removal',
  'change',
  'reminder',
  'expiry',
  'move',
  'erasure',
  'announcement',
  'retention',
  'account-close',
  'account-leave',
  'account-overwrite',
  'renewal',
  'hand-over',
  'import-row',
  'import-undo-row',
  'import-turn',
  'billing',
  'export-request',
  'export-part',
  'counting',
  'encryption',
  'sequencing',
] as const;
type Committed = (typeof COMMITTED)[number];

export const FAILPOINTS = [
  'upload.staged',
  'upload.named',
  'send.built',
  'send.certified',
  'sign.begun',
  'sign.built',
  'sign.time-stamped',
  'seal.begun',
  'seal.made',
  'completion.proved',
  'certificate.begun',
  'certificate.made',
  'mail.made',
  'mail.handed-over',
  'webhook.made',
  'webhook.answered',
  'erasure.file-deleted',
  'retention.noted',
  'account.noted',
  'account.copies-erased',
  'renewal.begun',
  'renewal.made',
  'billing.claimed',
  'billing.customer',
  'billing.kept',
  'billing.scheduled',
  'billing.asked',
  'billing.noted',
  'billing.read',
  'export.staged',
  'export.named',
  'encryption.staged',
  'encryption.named',
  'backup.snapshot',
  'backup.table',
  'backup.tables',
  'backup.file',
  'backup.files',
  'backup.before-manifest',
  'backup.after-manifest',
  'archive.begun',
  'archive.files',
  'archive.before-piece',
  'archive.after-piece',
  'archive.base-data',
  'archive.before-base',
  'archive.after-base',
  'restore.files',
  'restore.archived-files',
  'restore.played-back',
  'backup-verify.files',
  'backup-verify.database',
  'backup-delete.manifest',
  'backup-delete.files',
  'backup-delete.copies',
  'storage.switched',
  'storage.noted',
  'storage.copied',
  'storage.compared',
  'storage.removed',
  'storage.moved',
  ...COMMITTED.flatMap((step) => [`${step}.before-commit`, `${step}.after-commit`] as const),
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

let armed: { point: Failpoint; left: number } | undefined;

/** Arms a failpoint. After this call, the process ends as soon as it has reached `point` `time` times. */
export function armFailpoint(point: Failpoint, time: number): void {
  armed = { point, left: time };
}

export function failpoint(point: Failpoint): void {
  if (armed?.point !== point) return;
  armed.left -= 1;
  // The signal is delivered before this returns.
  if (armed.left === 0) process.kill(process.pid, 'SIGKILL');
}

/**
 * Ends the process at the failpoints before and after a commit, if they are armed. Called when the work of the
 * transaction is done.
 */
export function failpointsOfCommit(tx: Tx, step: Committed): void {
  failpoint(`${step}.before-commit`);
  tx.afterCommit(() => failpoint(`${step}.after-commit`));
}
