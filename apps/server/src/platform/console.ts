/**
 * The operator commands of `npm start -- NAME …`. Features provide the commands, and `main` provides their
 * dependencies. They can run while servers are running, unless their description says otherwise.
 */
import type { Recorder } from './audit/recorder.ts';
import { CommandError } from './command-error.ts';
import type { Vault } from './crypto/seal.ts';
import type { ConnectionOptions, Database } from './db/database.ts';
import { AppError } from './errors.ts';
import type { Clock } from './ports/clock.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** EX_USAGE of sysexits.h. */
export const EXIT_USAGE = 64;

export type CommandIo = { readonly out: (text: string) => void; readonly err: (text: string) => void };

/**
 * The services available to every command. `main` provides further services, which a command declares if it needs them.
 */
export type Console = CommandIo & {
  readonly clock: Clock;
  readonly dataDir: string;
  /** The configured database, open while the command runs. If a server is running, its database is used. */
  readonly open: <T>(work: (opened: Opened) => Promise<T>) => Promise<T>;
};

export type Opened = {
  readonly connection: ConnectionOptions;
  readonly owner: ConnectionOptions;
  readonly database: Database;
  /** Opens the data that the master key seals. Throws ConfigFault if there is no key. */
  readonly unseal: () => Promise<{ vault: Vault; recorder: Recorder; uow: UnitOfWork }>;
};

/** @typeParam C the parts of the console that the command needs */
export type Command<C> = {
  readonly name: string;
  readonly usage: string;
  /**
   * Parses the arguments. Returns undefined for arguments that the command does not understand. The usage is then
   * shown.
   */
  readonly read: (words: readonly string[]) => ((console: C) => Promise<number>) | undefined;
};

export function unknownOrganization(organizationId: string): AppError {
  const message = `There is no organization ${organizationId}. To list all organizations, run: npm start -- limits`;
  return new AppError('ORGANIZATION_NOT_FOUND', { organizationId }, { message });
}

/**
 * `--help` prints the usage. @returns the exit code: 0, the command's own code, 1 if it cannot run, 64 (EX_USAGE) for
 * arguments that it does not understand
 */
export async function runCommand<C extends CommandIo>(
  { read, usage }: Command<C>,
  words: readonly string[],
  console: C,
): Promise<number> {
  if (words.some((word) => word === '--help' || word === '-h')) {
    console.out(usage);
    return 0;
  }
  const work = read(words);
  if (!work) {
    console.err(usage);
    return EXIT_USAGE;
  }
  try {
    return await work(console);
  } catch (error) {
    if (!(error instanceof CommandError) && !(error instanceof AppError)) throw error;
    console.err(error.message);
    return 1;
  }
}
