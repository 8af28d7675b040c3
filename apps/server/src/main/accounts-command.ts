/** `npm start -- accounts …`: what only whoever runs the server may do with a person's account. Works beside running servers. */
import { openNetworksOnConsole } from '../features/organizations/index.ts';
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
       npm start -- accounts open-networks ORGANIZATION

reset-two-factor EMAIL

  Takes authenticator app, passkeys and recovery codes away from somebody who lost them all. The password stays;
  they are logged out everywhere and told by mail, and their organizations' audit trails record it.

open-networks ORGANIZATION
  Lets members and API keys of an organization (org_...) work from everywhere again, for an organization whose allowed networks
  are gone. Its audit trail records it. It counts from the next second on.`;

const ANSWERS = {
  done: 'Done. They log in with their password alone now, and are asked for a new second factor where it is required.',
  unknown: 'Nobody has an account with this address.',
  none: 'This account has no second factor.',
  opened: 'Done. Members and API keys of this organization work from everywhere.',
  'no-organization': 'There is no such organization. npm start -- limits lists them.',
  open: 'This organization does not restrict networks.',
};
const COMMANDS = { 'reset-two-factor': resetTwoFactorOnConsole, 'open-networks': openNetworksOnConsole };

/** @returns the exit code: 0, 1 where there was nothing to do, 64 (EX_USAGE) for a command that is none */
export async function runAccountsCommand(
  config: Config,
  [name = '', target, ...rest]: readonly string[],
  io: CommandIo,
  clock: Clock,
): Promise<number> {
  const command = Object.entries(COMMANDS).find(([one]) => one === name)?.[1];
  if (command === undefined || target === undefined || rest.length > 0) {
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
    const outcome = await command(new UnitOfWork({ database, clock, recorder }), target);
    const isDone = outcome === 'done' || outcome === 'opened';
    if (isDone) io.out(ANSWERS[outcome]);
    else io.err(ANSWERS[outcome]);
    return isDone ? 0 : 1;
  } finally {
    await database.close();
    await connection.stop();
  }
}
