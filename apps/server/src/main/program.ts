/**
 * Runs `npm start` once the code is loaded: configuration, database, migrations, services, server. Runs these steps in
 * reverse on SIGTERM.
 */
import pino from 'pino';
import { SealError } from '../platform/crypto/seal.ts';
import { armFailpoint } from '../platform/failpoints.ts';
import { outageLines } from '../platform/db/outage-lines.ts';
import { failpointSetting, loadConfig } from './config.ts';
import { systemClock } from '../platform/ports/clock.ts';
import { ConfigFault } from '../platform/config-fault.ts';
import { runConsole } from './console.ts';
import { earlyDatabase } from '../platform/adapters/embedded-postgres/early-database.ts';
import { openOutput } from '../platform/output.ts';
import { releaseMemoryWhenIdle } from '../platform/optimizations/idle-memory.ts';
import { readableLine } from '../platform/readable-log.ts';
import { onStopSignal, releaseStopSignals, type StopSignal } from '../platform/stop-signals.ts';
import { announcement } from '../platform/processes/announcement.ts';
import { ownProcess } from '../platform/processes/own-process.ts';
import { type Running, startCountersign } from './start.ts';
import { endWithNpm, reportToSystemd } from '../platform/supervision.ts';
import { openTelemetry, type OpenedTelemetry } from './telemetry.ts';

/** The exit code EX_CONFIG of sysexits.h: wrong settings, which a restart does not fix. */
const EXIT_CONFIG = 78;
/** The exit code EX_UNAVAILABLE: the embedded database keeps failing. */
const EXIT_DATABASE = 69;
/**
 * The time limit of a shutdown. Service managers send SIGKILL after 30 s or later, and the shutdown must end before
 * that, even if an operation hangs.
 */
const STOP_LIMIT_MS = 24_000;
/** The time after which a write counts as hanging. On a busy machine, a write can take a second. */
const LAST_LINES_MS = 3_000;
/**
 * The time within which repeated signals count as one. A signal to the whole process group arrives more than once,
 * because npm forwards its own. A person takes longer to press Ctrl-C again.
 */
const SAME_SIGNAL_MS = 1_000;

const stdout = openOutput(1, (lines) => {
  opened?.telemetry.count('log-lines-lost', {}, lines);
  log.warn({ lines }, 'log lines were lost while the log could not be written');
});
let opened: OpenedTelemetry | undefined;
const stderr = openOutput(2);
const say = (text: string) => stderr.write(`${text}\n`);

async function leave(code: number): Promise<never> {
  await earlyDatabase()?.abandon();
  const ends = await Promise.all([stdout.drained(LAST_LINES_MS), stderr.drained(LAST_LINES_MS)]);
  // The process kills itself, because process.exit would wait for the thread whose write hangs.
  if (ends.includes('stuck')) process.kill(process.pid, 'SIGKILL');
  return process.exit(code);
}

const result = loadConfig(process.env);
const own = ownProcess(process.env);
const loaded = result.ok ? result.config : await refuse(result.faults);
const config = own ? { ...loaded, role: own.role } : loaded;
const isReadable = config.logFormat === 'text' || (config.logFormat === 'auto' && process.stdout.isTTY);
const log = pino(
  {
    level: config.logLevel,
    base: own ? { process: own.name } : null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { logMethod: outageLines() },
  },
  {
    write: (line: string) => {
      stdout.write(isReadable ? readableLine(line) : line);
      opened?.log?.(line);
    },
  },
);

function refuse(faults: readonly string[]): Promise<never> {
  for (const fault of faults) say(`countersign: ${fault}`);
  return leave(EXIT_CONFIG);
}

function failed(error: unknown): Promise<never> {
  say(`countersign: ${error instanceof Error ? error.message : String(error)}`);
  log.debug({ err: error }, 'the server could not start');
  return leave(error instanceof SealError || error instanceof ConfigFault ? EXIT_CONFIG : 1);
}

try {
  const crash = failpointSetting(process.env, config);
  if (crash) armFailpoint(crash.point, crash.time);
} catch (error) {
  await failed(error);
}
const io = { out: (text: string) => stdout.write(`${text}\n`), err: say };
const words = process.argv.slice(2);
if (words.length > 0) releaseStopSignals();
const command = runConsole(config, words, io, systemClock);
if (command) await leave(await command.catch(failed));

let isBroken = false;
process.on('uncaughtException', (err) => {
  // The state is unknown, so the process logs the error and exits. The supervisor restarts it, and interrupted jobs are
  // retried. Further errors are ignored.
  if (isBroken) return;
  isBroken = true;
  log.fatal({ err }, 'uncaught exception');
  void leave(1);
});

const starting = new AbortController();
let running: Running | undefined;
let stoppingSince: number | undefined;
let isReported = false;
function stop(signal: StopSignal | 'npm exited'): void {
  // Ctrl-C reaches every process in the terminal. This process ignores it, because its supervisor stops it.
  if (own && signal === 'SIGINT') return;
  const now = performance.now();
  if (stoppingSince !== undefined) {
    // A second Ctrl-C ends this process immediately. The embedded database detects that and shuts down.
    if (signal === 'SIGINT' && now - stoppingSince > SAME_SIGNAL_MS) process.exit(130);
    return;
  }
  stoppingSince = now;
  log.info({ signal }, 'stopping');
  setTimeout(() => {
    log.error({}, 'the server did not stop in time');
    running?.kill();
    void stdout.drained(100).then(endAtOnce);
  }, STOP_LIMIT_MS);
  starting.abort();
  // If the server is still starting, the abort signal stops it.
  if (running) stopRunning(running);
}
const endAtOnce = () => process.kill(process.pid, 'SIGKILL');

function stopRunning(server: Running): void {
  server.stop().then(
    // The operation that hangs may be in a thread, and process.exit would wait for that thread.
    async ({ late }) => (late ? void (await stdout.drained(100).then(endAtOnce)) : leave(0)),
    (err: unknown) => {
      log.error({ err }, 'the server could not stop cleanly');
      server.kill();
      void leave(1);
    },
  );
}

onStopSignal(stop);
endWithNpm(() => stop('npm exited'), process.env);
try {
  opened = await openTelemetry(config);
  const started = await startCountersign(config, log, {
    telemetry: opened,
    startPostgres: earlyDatabase()?.take,
    own,
    signal: starting.signal,
    // Without this report, systemd would end a startup that waits for the database for longer than TimeoutStartSec.
    onWaiting: reportListening,
  });
  running = started;
  void started.databaseFailed.then((error) => {
    log.error({}, error.message);
    say(`countersign: ${error.message}`);
    return leave(EXIT_DATABASE);
  });
  if (starting.signal.aborted) stopRunning(started);
  else announce(started);
} catch (error) {
  if (starting.signal.aborted) await leave(0);
  await failed(error);
}

function announce({ url, setupUrl, passwordUrl, services }: Running): void {
  const report = { url, setupUrl, passwordUrl, doubt: services.clockGuard.doubt?.message };
  // All lines are written together, so that a program that has read the address can also read the lines after it.
  if (own) own.ready(report);
  else say(announcement(report));
  releaseMemoryWhenIdle();
  reportListening();
}

function reportListening(): void {
  if (isReported) return;
  if (own) own.waiting();
  else reportToSystemd(process.env);
  isReported = true;
}
