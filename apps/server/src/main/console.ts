/** The commands of all features and their dependencies. */
import { Recorder } from '../platform/audit/recorder.ts';
import {
  type Command,
  type CommandIo,
  type Console,
  EXIT_USAGE,
  type Opened,
  runCommand,
} from '../platform/console.ts';
import { requireMasterKey } from '../platform/crypto/master-key.ts';
import { Vault } from '../platform/crypto/seal.ts';
import { Database } from '../platform/db/database.ts';
import type { SealedColumn } from '../platform/db/reseal.ts';
import type { Feature } from '../platform/feature.ts';
import type { Clock } from '../platform/ports/clock.ts';
import { UnitOfWork } from '../platform/unit-of-work.ts';
import { openBackupPlace } from '../features/backups/place.ts';
import { openBlobStores, openBothStores } from './blob-stores.ts';
import type { Config } from './config.ts';
import { features, sealedColumns } from './features.ts';
import { type OpenedKeys, openKeys } from './keys.ts';
import { openDatabase } from '../platform/open-database.ts';
import type { Services } from './services.ts';

export type OperatorConsole = Console & {
  readonly config: Config;
  readonly sealedColumns: readonly SealedColumn[];
  readonly openKeys: () => Promise<OpenedKeys>;
  readonly openBlobs: (opened: Opened) => ReturnType<typeof openBlobStores>;
  readonly openBackups: () => ReturnType<typeof openBackupPlace>;
  readonly openArchive: () => Promise<Awaited<ReturnType<typeof openBackupPlace>> | undefined>;
  readonly openBothStores: () => ReturnType<typeof openBothStores>;
};

const commands: readonly Command<OperatorConsole>[] = features.flatMap(
  (feature: Feature<Services, OperatorConsole>) => feature.commands ?? [],
);

/** @returns the exit code of the command, or 64 (EX_USAGE) for an unknown command; undefined if no command is given */
export function runConsole(
  config: Config,
  [name, ...words]: readonly string[],
  io: CommandIo,
  clock: Clock,
): Promise<number> | undefined {
  if (name === undefined) return undefined;
  const command = commands.find((one) => one.name === name);
  if (command) return runCommand(command, words, consoleOf(config, name, io, clock));
  const names = commands.map((one) => one.name).toSorted();
  io.err(
    `There is no command ${JSON.stringify(name)}. npm start without a command starts the server. Commands: ${names.join(', ')}`,
  );
  return Promise.resolve(EXIT_USAGE);
}

function consoleOf(config: Config, name: string, { out, err }: CommandIo, clock: Clock): OperatorConsole {
  const say = (_: object, message: string) => err(message);
  const log = { info: () => {}, warn: say, error: say };
  return {
    out,
    err,
    clock,
    dataDir: config.dataDir,
    config,
    sealedColumns,
    openKeys: () => openKeys(config.keys, { clock, log }),
    openBlobs: (opened) => openBlobStores(config, { ...opened, log }),
    openBackups: () => openBackupPlace(config.backups, log),
    openArchive: async () => config.backups.archive && openBackupPlace(config.backups.archive, log),
    openBothStores: () => openBothStores(config, log),
    open: async (work) => {
      const opened = await openDatabase(config, { beside: true });
      const { connection, owner } = opened;
      const database = new Database({
        ...connection,
        maxConnections: 2,
        onError: () => {},
        name: `countersign ${name}`,
      });
      const unseal = async () => {
        const vault = new Vault(await requireMasterKey(config));
        const recorder = new Recorder({ vault, reactions: [], wake: () => {} });
        return { vault, recorder, uow: new UnitOfWork({ database, clock, recorder }) };
      };
      try {
        return await work({ connection, owner, database, unseal });
      } finally {
        await database.close();
        await opened.stop();
      }
    },
  };
}
