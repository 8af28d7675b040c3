/**
 * Starts the processes of an installation, replaces those that end, and stops them in order. They share the port: the
 * kernel passes each connection to a process that is waiting for connections (ADR 141).
 */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Place } from './count.ts';
import type { DatabaseAnswer, News, ReadyReport, ToProcess, ToSupervisor } from './messages.ts';
import { Marks } from './marks.ts';
import { ALIVE_EVERY_MS, type Assignment, PROCESS_VARIABLE } from './own-process.ts';
import { type Answer, Collection, type Topic } from './questions.ts';
import { WholeLines } from './whole-lines.ts';

/**
 * The running time after which a process counts as working, so that a later exit does not count toward a series of
 * exits.
 */
const STEADY_MS = 60_000;
/** The pauses before each replacement of a process. The first replacement starts immediately. */
const PAUSES_MS = [0, 500, 1_000, 2_000, 5_000, 10_000, 30_000];
/** The number of consecutive unexpected exits after which the log and the health check report a fault. */
const SERIES = 3;
/** The time after which a replacement that is not ready is reported. */
const MISSING_MS = 30_000;
/**
 * The number of missed checks after which the supervisor replaces a process whose event loop does not respond. They
 * take about a minute.
 */
const MAX_MISSED_CHECKS = 60_000 / ALIVE_EVERY_MS;
/** The time that requests in progress get before jobs stop too. */
const REQUESTS_MS = 10_000;
/** The time after which a process that has not ended is killed. The database needs up to eight more seconds. */
const STOP_MS = 15_500;

const FIRST_WORKER = 'worker-1';

export type SupervisorOptions = {
  places: readonly Place[];
  /** The script and arguments of a process. */
  exec: string;
  args: readonly string[];
  /** Settings that differ from the supervisor's settings. */
  environment: Readonly<Record<string, string>>;
  openDatabase: () => Promise<DatabaseAnswer>;
  output: (text: string) => void;
  log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  /** Receives the report of each process that is ready, including replacements. */
  onReady: (report: ReadyReport, place: Place) => void;
  /** Called if the port is open while the start waits for an unreachable service. */
  onWaiting: () => void;
};

type Running = { worker: Worker; since: number; isReady: boolean; missedChecks: number };
type Slot = {
  place: Place;
  /** The time since which no process has been ready. Undefined before the first process was ready. */
  missingSince?: Date | undefined;
  running?: Running | undefined;
  endsInARow: number;
  /** The time when a series of unexpected exits was first reported as a fault. */
  failingSince?: Date | undefined;
};

/** The first start failed, and the process has reported why. */
export class StartFailed extends Error {
  override name = 'StartFailed';
  readonly code: number;
  constructor(code: number) {
    super('a process could not start');
    this.code = code;
  }
}

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #slots: readonly Slot[];
  readonly #watch: NodeJS.Timeout;
  #database: Promise<DatabaseAnswer> | undefined;
  #url: string | undefined;
  readonly #collections = new Map<number, Collection>();
  #lastQuestion = 0;
  #isStopping = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#slots = options.places.map((place) => ({ place, endsInARow: 0 }));
    this.#watch = setInterval(() => this.#killSilent(), ALIVE_EVERY_MS).unref();
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({
      exec: options.exec,
      args: [...options.args],
      // The file with the marks comes last, so that it becomes file descriptor 4 in each process.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc', Marks.create()],
      serialization: 'json',
    });
  }

  /**
   * Resolves when every process is ready. The first process starts alone, because it may create data that the others
   * read: the master key, the authorities, the first organization. Further workers start last, because the first worker
   * ends all leases that a crash has left.
   *
   * @throws StartFailed
   */
  async start(): Promise<void> {
    const [first, ...others] = this.#slots;
    if (!first) return;
    await this.#first(first);
    const isLast = ({ place }: Slot): boolean => place.role === 'worker' && place.name !== FIRST_WORKER;
    await Promise.all(others.filter((slot) => !isLast(slot)).map((slot) => this.#first(slot)));
    await Promise.all(others.filter(isLast).map((slot) => this.#first(slot)));
  }

  /** Stops the processes that serve requests first, then those that run jobs. Resolves when all have ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#watch);
    const kill = setTimeout(() => this.kill(), STOP_MS);
    const web = this.#slots.filter(({ place }) => place.role === 'web');
    const patience = new AbortController();
    await Promise.race([
      Promise.all(web.map(end)),
      delay(REQUESTS_MS, undefined, { signal: patience.signal }).catch(() => {}),
    ]);
    patience.abort();
    await Promise.all(this.#slots.map(end));
    clearTimeout(kill);
  }

  /** Stops immediately. No acknowledged change is lost. */
  kill(): void {
    this.#isStopping = true;
    for (const { running } of this.#slots) running?.worker.process.kill('SIGKILL');
  }

  async #first(slot: Slot): Promise<void> {
    const ready = Promise.withResolvers<void>();
    this.#launch(slot, {
      ready: () => ready.resolve(),
      ended: (code) => ready.reject(new StartFailed(code === 0 ? 1 : code)),
    });
    await ready.promise;
  }

  #launch(slot: Slot, first?: { ready: () => void; ended: (code: number) => void }): void {
    // `stop` has already signaled all processes, and would not wait for a new one.
    if (this.#isStopping) return first?.ended(1);
    const { place } = slot;
    const isOnly = this.#slots.filter((other) => other.place.role === 'worker').length === 1;
    const isFirstWorker = place.name === FIRST_WORKER && (first !== undefined || isOnly);
    const assignment: Assignment = { ...place, url: this.#url, isFirstWorker };
    const worker = cluster.fork({ ...this.#options.environment, [PROCESS_VARIABLE]: JSON.stringify(assignment) });
    const running: Running = { worker, since: performance.now(), isReady: false, missedChecks: 0 };
    slot.running = running;
    const lines = new WholeLines(this.#options.output);
    worker.process.stdout?.on('data', (chunk: Buffer) => lines.add(chunk));
    worker.process.stdout?.on('close', () => lines.end());
    worker.on('message', (message: ToSupervisor) => {
      running.missedChecks = 0;
      this.#receive(slot, running, message);
      if (running.isReady) first?.ready();
    });
    // If a process cannot be created, `error` is the only event.
    worker.on('error', (err) => {
      if (worker.process.pid === undefined) this.#ended(slot, running, first, { code: 1, signal: null, err });
    });
    worker.on('exit', (code: number | null, signal: string | null) =>
      this.#ended(slot, running, first, { code, signal }),
    );
  }

  #receive(slot: Slot, running: Running, message: ToSupervisor): void {
    const { place } = slot;
    if (message.type === 'open-database') {
      this.#database ??= this.#options.openDatabase();
      void this.#database.then((answer) => send(running.worker, { type: 'database', answer }));
    } else if (message.type === 'news') this.#pass(running, message.news);
    else if (message.type === 'ask') void this.#ask(running, message);
    else if (message.type === 'answer')
      this.#collections.get(message.id)?.add({ process: slot.place.name, text: message.text });
    else if (message.type === 'waiting') this.#options.onWaiting();
    else if (message.type === 'ready') {
      running.isReady = true;
      slot.missingSince = undefined;
      const { report } = message;
      this.#url ??= report.url;
      this.#options.log.info({ name: place.name, pid: running.worker.process.pid }, 'a process is ready');
      this.#options.onReady(report, place);
    }
  }

  /**
   * Passes on messages about work. Queued work goes to the workers, and finished work goes to the processes whose
   * requests may wait for it.
   */
  #pass(from: Running, news: News): void {
    const isWork = news.lanes.length > 0 || news.deliveries;
    for (const { place, running } of this.#slots) {
      const isMeant = place.role === 'worker' ? isWork : news.finished.length > 0;
      if (isMeant && running?.isReady === true && running !== from) send(running.worker, { type: 'news', news });
    }
  }

  async #ask(from: Running, { id, topic }: { id: number; topic: Topic }): Promise<void> {
    const others = this.#slots.flatMap(({ place, running }) =>
      running?.isReady === true && running !== from ? [{ name: place.name, worker: running.worker }] : [],
    );
    const names = others.map(({ name }) => name);
    const collection = new Collection(names, topic === 'health' ? [this.#health()] : []);
    this.#lastQuestion += 1;
    const question = this.#lastQuestion;
    this.#collections.set(question, collection);
    for (const { worker } of others) send(worker, { type: 'ask', id: question, topic });
    const answers = await collection.answers();
    this.#collections.delete(question);
    send(from.worker, { type: 'answers', id, answers });
  }

  #health(): Answer {
    const failing = this.#slots.filter(
      ({ endsInARow, missingSince }) =>
        endsInARow >= SERIES || (missingSince !== undefined && Date.now() - missingSince.getTime() >= MISSING_MS),
    );
    const names = failing.map(({ place }) => place.name).join(', ');
    const message = `Processes keep exiting or do not restart: ${names}. See the log for the reason.`;
    const since = failing
      .map(({ failingSince, missingSince }) => (failingSince ?? missingSince)?.toISOString() ?? '')
      .toSorted()[0];
    const problem = { code: 'processes-failing', message, since };
    return {
      process: 'supervisor',
      text: JSON.stringify(failing.length > 0 ? { status: 'degraded', problems: [problem] } : {}),
    };
  }

  #ended(
    slot: Slot,
    running: Running,
    first: { ended: (code: number) => void } | undefined,
    how: { code: number | null; signal: string | null; err?: Error },
  ): void {
    if (slot.running !== running) return;
    slot.running = undefined;
    if (running.isReady) slot.missingSince = new Date();
    for (const collection of this.#collections.values()) collection.drop(slot.place.name);
    if (this.#isStopping) return first?.ended(how.code ?? 1);
    if (first && !running.isReady) {
      this.#options.log.error({ name: slot.place.name, ...how }, 'a process could not start');
      return first.ended(how.code ?? 1);
    }
    this.#replace(slot, performance.now() - running.since, how);
  }

  #replace(slot: Slot, ranMs: number, how: { code: number | null; signal: string | null; err?: Error }): void {
    const { name } = slot.place;
    slot.endsInARow = ranMs >= STEADY_MS ? 1 : slot.endsInARow + 1;
    if (slot.endsInARow < SERIES) slot.failingSince = undefined;
    else slot.failingSince ??= new Date();
    const pauseMs = PAUSES_MS[Math.min(slot.endsInARow, PAUSES_MS.length) - 1] ?? 0;
    const fields = { name, ...how, ranMs: Math.round(ranMs), endsInARow: slot.endsInARow, pauseMs };
    if (slot.endsInARow >= SERIES) this.#options.log.error(fields, 'a process keeps exiting and is being restarted');
    else this.#options.log.error(fields, 'a process exited and is being restarted');
    setTimeout(() => {
      if (!this.#isStopping) this.#launch(slot);
    }, pauseMs);
  }

  /** Kills silent processes. Also withdraws the report of a series of exits once a process runs steadily. */
  #killSilent(): void {
    for (const slot of this.#slots) {
      const { place, running } = slot;
      if (!running?.isReady) continue;
      running.missedChecks += 1;
      if (performance.now() - running.since >= STEADY_MS) slot.endsInARow = 0;
      if (running.missedChecks < MAX_MISSED_CHECKS) continue;
      this.#options.log.error({ name: place.name }, 'a process has not responded for a minute and is being killed');
      running.worker.process.kill('SIGKILL');
    }
  }
}

async function end({ running }: Slot): Promise<void> {
  if (!running) return;
  const { worker } = running;
  if (worker.isDead()) return;
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.process.kill('SIGTERM');
  await ended;
}

function send(worker: Worker, message: ToProcess): void {
  // The process that asked the question may have ended since then.
  if (worker.isConnected()) worker.send(message, () => {});
}
