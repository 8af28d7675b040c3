/** `npm start -- accounts …`: what only whoever runs the server may do with a person's account. Works beside running servers. */
import { resetTwoFactorOnConsole } from '../features/second-factor/index.ts';
import { Recorder } from '../platform/audit/recorder.ts';
import { Vault } from '../platform/crypto/seal.ts';
import { Database } from '../platform/db/database.ts';
import type { Clock } from '../platform/ports/clock.ts';
import { UnitOfWork } from '../platform/unit-of-work.ts';
import type { Config } from './config.ts';
import type { CommandIo } from './keys-command.ts';
import { requireMasterKey } from './master-key.ts';
import { openDatabase } from './open-database.ts';

const USAGE = `Usage: npm start -- accounts reset-two-factor EMAIL

  Takes authenticator app, passkeys and recovery codes away from somebody who lost them all. The password stays;
  they are logged out everywhere and told by mail, and their organizations' audit trails record it.`;

const ANSWERS = {
  done: 'Done. They log in with their password alone now, and are asked for a new second factor where it is required.',
  unknown: 'Nobody has an account with this address.',
  none: 'This account has no second factor.',
};

/** @returns the exit code: 0, 1 where there was nothing to do, 64 (EX_USAGE) for a command that is none */
export async function runAccountsCommand(
  config: Config,
  [name, email, ...rest]: readonly string[],
  io: CommandIo,
  clock: Clock,
): Promise<number> {
  if (name !== 'reset-two-factor' || email === undefined || rest.length > 0) {
    io.err(USAGE);
    return 64;
  }
  const connection = await openDatabase(config, { beside: true });
  const database = new Database({
    ...connection.connection,
    maxConnections: 2,
    onError: () => {},
    name: 'countersign accounts',
  });
  try {
    const vault = new Vault(await requireMasterKey(config));
    const recorder = new Recorder({ vault, reactions: [], wake: () => {} });
    const outcome = await resetTwoFactorOnConsole(new UnitOfWork({ database, clock, recorder }), email);
    if (outcome === 'done') io.out(ANSWERS.done);
    else io.err(ANSWERS[outcome]);
    return outcome === 'done' ? 0 : 1;
  } finally {
    await database.close();
    await connection.stop();
  }
}
