/** `npm start`: configuration, database, migrations, services, server; and the same in reverse on SIGTERM. */
import pino from 'pino';
import { SealError } from '../platform/crypto/seal.ts';
import { armCrashPoint } from '../platform/crash-points.ts';
import { runAccountsCommand } from './accounts-command.ts';
import { loadConfig } from './config.ts';
import { crashSetting } from './crash-setting.ts';
import { systemClock } from '../platform/ports/clock.ts';
import { ConfigFault } from './keys.ts';
import { runKeysCommand } from './keys-command.ts';
import { startCountersign } from './start.ts';

/** EX_CONFIG of sysexits.h: wrong settings, which a restart does not mend. */
const EXIT_CONFIG = 78;

const result = loadConfig(process.env);
if (!result.ok) {
  for (const fault of result.faults) console.error(`countersign: ${fault}`);
  process.exit(EXIT_CONFIG);
}
const { config } = result;
const destination = pino.destination({ dest: 1, sync: false });
const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);

const COMMANDS = { keys: runKeysCommand, accounts: runAccountsCommand };
const command = Object.entries(COMMANDS).find(([name]) => name === process.argv[2])?.[1];
if (command) {
  const io = { out: (text: string) => console.log(text), err: (text: string) => console.error(text) };
  process.exit(
    await command(config, process.argv.slice(3), io, systemClock).catch((error: unknown) => {
      io.err(`countersign: ${error instanceof Error ? error.message : String(error)}`);
      return error instanceof SealError || error instanceof ConfigFault ? EXIT_CONFIG : 1;
    }),
  );
}

process.on('uncaughtException', (err) => {
  // Unknown state: say so and end; the supervisor starts us again and jobs go on where they were.
  log.fatal({ err }, 'uncaught exception');
  destination.flushSync();
  process.exit(1);
});

try {
  const crash = crashSetting(process.env, config);
  if (crash) armCrashPoint(crash.point, crash.time);
  const running = await startCountersign(config, log);
  console.error(`Countersign listens on ${running.url}`);
  if (running.setupUrl !== undefined)
    console.error(`\n  Set it up here (the link works once):\n  ${running.setupUrl}\n`);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second Ctrl-C means it: leave at once, the database shuts down by itself.
      if (stopping) process.exit(130);
      stopping = true;
      log.info({ signal }, 'stopping');
      running.stop().then(
        () => {
          destination.flushSync();
          process.exit(0);
        },
        (err: unknown) => {
          log.error({ err }, 'could not stop in order');
          destination.flushSync();
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`countersign: ${message}`);
  log.debug({ err: error }, 'start failed');
  destination.flushSync();
  process.exit(error instanceof SealError || error instanceof ConfigFault ? EXIT_CONFIG : 1);
}
