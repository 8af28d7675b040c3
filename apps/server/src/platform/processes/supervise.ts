/**
 * The program that `npm start` runs if there are several processes (ADR 141). It owns the database, and starts,
 * replaces and stops the processes that do the work. It loads little code, because it serves no requests. Each process
 * checks the settings.
 */
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { ConfigFault } from '../config-fault.ts';
import { earlyDatabase } from '../adapters/embedded-postgres/early-database.ts';
import { openDatabase, type OpenedDatabase } from '../open-database.ts';
import { openOutput } from '../output.ts';
import { connectionsFor, placesOf } from './count.ts';
import type { DatabaseAnswer, ReadyReport } from './messages.ts';
import { StartFailed, Supervisor } from './supervisor.ts';
import { readableLine } from '../readable-log.ts';
import { dataFolder, SettingReader } from '../settings.ts';
import { onStopSignal, type StopSignal } from '../stop-signals.ts';
import { endWithNpm, reportToSystemd } from '../supervision.ts';
import { announcement } from './announcement.ts';

/** The exit code EX_UNAVAILABLE: the embedded database keeps failing. */
const EXIT_DATABASE = 69;
/** The time limit for stopping. Service managers send SIGKILL after 30 s or later. */
const STOP_LIMIT_MS = 24_000;
const LAST_LINES_MS = 3_000;
/** The maximum time between two signals that count as one Ctrl-C. */
const SAME_SIGNAL_MS = 1_000;
const LAUNCHER = fileURLToPath(new URL('../../../../../scripts/launch.mjs', import.meta.url));

export async function supervise(environment: NodeJS.ProcessEnv, count: number): Promise<void> {
  // Faults are ignored here, because the first process reports all wrong settings before anything is created.
  const reader = new SettingReader(environment, []);
  const role = reader.choice('ROLE', ['all', 'web', 'worker'], 'all');
  const format = reader.choice('LOG_FORMAT', ['auto', 'json', 'text'], 'auto');
  const isReadable = format === 'text' || (format === 'auto' && process.stdout.isTTY);
  const stdout = openOutput(1, (lines) =>
    log.warn({ lines }, 'log lines were lost while the log could not be written'),
  );
  const stderr = openOutput(2);
  const say = (text: string): void => stderr.write(`${text}\n`);
  const log = pino(
    {
      level: reader.choice('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
      base: { process: 'supervisor' },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    { write: (line: string) => stdout.write(isReadable ? readableLine(line) : line) },
  );
  const leave = async (code: number): Promise<never> => {
    await earlyDatabase()?.abandon();
    await Promise.all([stdout.drained(LAST_LINES_MS), stderr.drained(LAST_LINES_MS)]);
    return process.exit(code);
  };

  let database: OpenedDatabase | undefined;
  const open = async (): Promise<DatabaseAnswer> => {
    try {
      database = await openDatabase(
        { database: { kind: 'embedded' }, dataDir: dataFolder(reader) },
        {
          log: (line) => log.debug({ line }, 'postgres'),
          report: (message) => log.error({}, message),
          startPostgres: earlyDatabase()?.take,
          maxConnections: connectionsFor(count),
        },
      );
      void database.gaveUp.then(async (error) => {
        log.error({}, error.message);
        say(`countersign: ${error.message}`);
        supervisor.kill();
        await leave(EXIT_DATABASE);
      });
      const { connection, owner, schema } = database;
      return { connection, owner, schema };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { error: message, isSetting: error instanceof ConfigFault };
    }
  };

  let isReported = false;
  const reportListening = (): void => {
    if (!isReported) reportToSystemd({ ...environment });
    isReported = true;
  };
  const reports: ReadyReport[] = [];
  let isStarted = false;
  const supervisor = new Supervisor({
    places: placesOf(count, role),
    exec: LAUNCHER,
    args: process.argv.slice(1),
    environment: {
      PORT: String(await freePort(reader)),
      LOG_FORMAT: isReadable ? 'text' : 'json',
      // Child processes get neither variable, because only the supervisor reports to systemd and ends together with
      // npm.
      NOTIFY_SOCKET: '',
      npm_lifecycle_event: '',
    },
    openDatabase: open,
    output: (text) => stdout.write(text),
    log,
    onWaiting: reportListening,
    onReady: (report) => {
      // If the process that printed the set-up link is replaced, its replacement prints a new link.
      if (isStarted && report.setupUrl !== undefined) say(announcement(report));
      reports.push(report);
    },
  });

  let stoppingSince: number | undefined;
  const stop = (signal: StopSignal | 'npm exited'): void => {
    const now = performance.now();
    if (stoppingSince !== undefined) {
      // A second Ctrl-C exits immediately. When the supervisor exits, the other processes and the database stop too.
      if (signal === 'SIGINT' && now - stoppingSince > SAME_SIGNAL_MS) process.exit(130);
      return;
    }
    stoppingSince = now;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error({}, 'the server did not stop in time');
      supervisor.kill();
      database?.kill();
      void stdout.drained(100).then(() => process.kill(process.pid, 'SIGKILL'));
    }, STOP_LIMIT_MS);
    void supervisor
      .stop()
      .then(() => database?.stop())
      .then(() => leave(0));
  };
  onStopSignal(stop);
  endWithNpm(() => stop('npm exited'), environment);
  try {
    await supervisor.start();
  } catch (error) {
    if (stoppingSince !== undefined) return;
    await supervisor.stop();
    await database?.stop();
    await leave(error instanceof StartFailed ? error.code : 1);
  }
  isStarted = true;
  log.info({ processes: count }, 'all processes are ready');
  say(announcement(Object.assign({}, ...reports.toReversed()) as ReadyReport));
  reportListening();
}

/** Chooses a port before the first process starts, because all processes need one port. */
async function freePort(reader: SettingReader): Promise<number> {
  const port = reader.port('PORT', 3000);
  if (port !== 0) return port;
  const server = createServer();
  const host = reader.text('HOST') ?? '127.0.0.1';
  return new Promise((resolve) => {
    // If this host cannot be used, the first process reports the error.
    server.once('error', () => resolve(port));
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : port));
    });
  });
}
