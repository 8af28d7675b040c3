/** Checks all requirements for production use. Anyone may read the result, so it contains no settings and no names. */
import { AppError } from '../../platform/errors.ts';
import { unhealthy, type Check, type Checks, checksOf, type State, weak, healthy } from './checks.ts';
import { archive } from './archive.ts';
import { backups } from './backups.ts';
import type { HealthDependencies } from './operations.ts';
import {
  clockProblem,
  coverageProblem,
  damageProblem,
  pinFileProblem,
  pinProblem,
  witnessProblem,
} from './problems.ts';
import { mailEncryption } from './security.ts';
import * as settings from './settings-checks.ts';
import { signingHealth } from './signing.ts';

export async function productionHealth(dependencies: HealthDependencies): Promise<Checks> {
  const { authority, clock, deployment, health } = dependencies;
  const [database, storage, signing] = await Promise.all([
    answers('database', () => health.of('database')),
    answers('storage', () => health.of('storage')),
    answers('signing', () => signingHealth(authority, clock)),
  ]);
  return checksOf(clock.now(), [
    settings.publicAddress(deployment),
    settings.proxies(deployment),
    database,
    storage,
    signing,
    files(dependencies),
    time(dependencies),
    auditLog(dependencies),
    backups(dependencies.backups.health.known, clock.now()),
    ...(dependencies.archive ? [archive(dependencies.archive.known, clock.now())] : []),
    mail(dependencies),
    mailEncryption(dependencies),
    settings.mailSender(deployment),
    settings.masterKey(deployment),
  ]);
}

const ANSWERS = {
  database: [
    'The database is responding and accepting writes.',
    'Check that the database is running and that its disk has free space.',
  ],
  storage: [
    'Files can be stored and read.',
    'Check that the disk with the data folder, or the S3 server, has free space and is writable. See the log for the error.',
  ],
  signing: ['Signatures and time-stamps can be created.', 'See the log for the error. See also /api/health/signing.'],
} as const;

/** Runs the component's own check. Its message is included if there is a problem. */
async function answers(
  name: keyof typeof ANSWERS,
  ask: () => Promise<{ status: State; problems?: { message: string }[] }>,
): Promise<Check> {
  const [isWell, fix] = ANSWERS[name];
  try {
    const { status, problems = [] } = await ask();
    if (status === 'healthy') return healthy(name, isWell);
    return weak(name, problems.map(({ message }) => message).join(' ') || 'This check found problems.', fix);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return unhealthy(name, error.message, fix);
  }
}

function files({ damage }: HealthDependencies): Check {
  const problem = damageProblem(damage.known);
  if (!problem) return healthy('files', 'There are no known damaged files in storage.');
  return unhealthy(
    'files',
    problem.message,
    'Restore the files from a backup. The server detects restored files within five minutes.',
  );
}

function time({ clockGuard }: HealthDependencies): Check {
  const problem = clockProblem(clockGuard.doubt);
  if (!problem) return healthy('time', 'The clock matches the recorded times.');
  return unhealthy('time', problem.message, 'Set the clock, or confirm it: npm start -- clock confirm.');
}

function auditLog({ transparencyLog: { pins, witnesses, coverage }, clock }: HealthDependencies): Check {
  const name = 'audit-log';
  const problem = pinProblem(pins.current());
  if (problem)
    return unhealthy(name, problem.message, 'Compare the database with its backups before you accept this state.');
  const unusable = pinFileProblem(pins.fileFault);
  if (unusable)
    return unhealthy(
      name,
      unusable.message,
      "Check the volume that contains PIN_FILE, and the server's permissions on it.",
    );
  const late = coverageProblem(coverage.current());
  if (late)
    return unhealthy(
      name,
      late.message,
      'Check that a process is running jobs. If rows were deleted from log_queue, find out who changed the database.',
    );
  const unwitnessed = witnessProblem(witnesses.current(), clock.now());
  if (unwitnessed)
    return unhealthy(
      name,
      unwitnessed.message,
      'Contact the operator of the witness, and compare the database with its backups.',
    );
  if (witnesses.isConfigured) return healthy(name, 'Witnesses cosign the checkpoints of the audit logs.');
  if (pins.isConfigured) return healthy(name, 'The audit logs are consistent with the checkpoints in PIN_FILE.');
  return weak(
    name,
    'A rollback of the database could go unnoticed, because no copy of the checkpoints is stored elsewhere.',
    'Set WITNESSES, or set PIN_FILE to a file on another volume that is not part of the backups.',
  );
}

function mail({ mailHealth }: HealthDependencies): Check {
  const name = 'mail';
  const fix = 'Set SMTP_URL and MAIL_FROM to a mail server that accepts mail from this server. See /api/health/email.';
  try {
    const { via, problems = [] } = mailHealth.latest();
    if (via === 'mailbox')
      return unhealthy(
        name,
        'No mail server is configured. E-mails stay in the built-in mailbox and are not sent.',
        fix,
      );
    const [problem] = problems;
    return problem
      ? weak(name, problem.message, fix)
      : healthy(name, 'The mail server accepts e-mails from this server.');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return unhealthy(name, error.message, fix);
  }
}
