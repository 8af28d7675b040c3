import type { BackupTrouble } from '../backups/index.ts';

export type Problem = {
  code:
    | 'files-damaged'
    | 'clock-jumped'
    | 'audit-log-behind-pin'
    | 'audit-log-not-witnessed'
    | 'audit-log-not-covered'
    | 'slow'
    | 'space-low'
    | 'storage-unavailable'
    | 'signing-key-unavailable'
    | 'not-checked'
    | 'mail-not-configured'
    | 'overloaded'
    | 'processes-failing'
    | BackupTrouble['code'];
  message: string;
  since: string;
};

/** Returns an empty object if there are no problems. */
export function problemsOf(...found: (Problem | undefined)[]): { problems?: Problem[] } {
  const problems = found.filter((problem) => problem !== undefined);
  return problems.length === 0 ? {} : { problems };
}

export function damageProblem({ files, since }: { files: number; since: Date | null }): Problem | undefined {
  if (files === 0 || since === null) return undefined;
  const message =
    files === 1
      ? 'A stored file is damaged or missing. See the log or the e-mail to the administrators.'
      : `${files} stored files are damaged or missing. See the log or the e-mails to the administrators.`;
  return { code: 'files-damaged', message, since: since.toISOString() };
}

export function clockProblem(doubt: { since: Date; message: string } | undefined): Problem | undefined {
  return doubt && { code: 'clock-jumped', message: doubt.message, since: doubt.since.toISOString() };
}

/** Reports that the audit log contradicts the copy of its checkpoint on another volume, or a submitted checkpoint. */
export function pinProblem(faults: readonly { since: Date }[]): Problem | undefined {
  const [first] = faults;
  if (!first) return undefined;
  const message =
    'The database is older than a signed checkpoint in PIN_FILE or in a file that was verified, or its audit log was rewritten. The server log lists the organizations. Find the cause, then accept the current state: npm start -- audit-log accept-pin.';
  return { code: 'audit-log-behind-pin', message, since: first.since.toISOString() };
}

/** Reports that this process cannot compare the logs with its own copy of the checkpoints. */
export function pinFileProblem(fault: { since: Date } | undefined): Problem | undefined {
  if (!fault) return undefined;
  const message =
    'PIN_FILE is damaged, or cannot be read or written, so a rollback of the database could go unnoticed. The server log shows the reason. Restore the file, or move it away to start a new one.';
  return { code: 'audit-log-behind-pin', message, since: fault.since.toISOString() };
}

/** Reports that some entries still have no checkpoint after the time that receipts promise. */
export function coverageProblem(late: readonly { since: Date }[]): Problem | undefined {
  const [first] = late;
  if (!first) return undefined;
  const message = `${late.length} ${late.length === 1 ? 'entry' : 'entries'} of the audit log ${late.length === 1 ? 'was' : 'were'} not included in a signed checkpoint within 60 seconds. The server log lists the organizations and entries.`;
  return { code: 'audit-log-not-covered', message, since: first.since.toISOString() };
}

/**
 * The time after which the health check reports an unavailable witness. A witness may be unavailable for a while. The
 * server's log reports an outage immediately.
 */
const WITNESS_MS = 600_000;

export function witnessProblem(
  faults: readonly { witness: string; kind: string; reason: string; since: Date }[],
  now: Date,
): Problem | undefined {
  const found =
    faults.find(({ kind }) => kind === 'contradicted') ??
    faults.find(({ since }) => now.getTime() - since.getTime() >= WITNESS_MS);
  if (!found) return undefined;
  const { witness, reason, since } = found;
  const message = `The witness ${witness} did not cosign the audit log. ${reason}`;
  return { code: 'audit-log-not-witnessed', message, since: since.toISOString() };
}

const OF_BACKUPS: Readonly<Record<BackupTrouble['code'], string>> = {
  'backup-failed': 'The newest backup failed. Settings > Backups and the log show the reason.',
  'backup-overdue':
    'There has been no backup for 26 hours, although one is scheduled every day. The log shows the reason.',
  'backup-unverified': 'The newest backup is damaged or was not verified in the last 26 hours. See Settings > Backups.',
};

export function backupProblem(trouble: BackupTrouble | null): Problem | undefined {
  return trouble
    ? { code: trouble.code, message: OF_BACKUPS[trouble.code], since: trouble.since.toISOString() }
    : undefined;
}

/** Reports that keys in a token or a key service could not be reached at startup. */
export function keyProblem(settings: readonly string[], since: Date): Problem | undefined {
  if (settings.length === 0) return undefined;
  const message = `The server cannot reach the key configured in ${settings.join(' and ')}, so live documents cannot be sent or signed. It retries every 10 seconds.`;
  return { code: 'signing-key-unavailable', message, since: since.toISOString() };
}

/** Reports that this process is getting more requests than it can handle in time. */
export function overloadProblem(shedding: { sinceMs: number } | undefined, now: Date): Problem | undefined {
  if (shedding === undefined) return undefined;
  const message = 'The server is overloaded and is rejecting some requests with 503.';
  return { code: 'overloaded', message, since: new Date(now.getTime() - shedding.sinceMs).toISOString() };
}
