/** The child's side of a process that the supervisor started. */
import { ConfigFault } from '../config-fault.ts';
import type { Lane } from '../jobs/queue.ts';
import type { OpenedDatabase } from '../open-database.ts';
import type { Environment } from '../settings.ts';
import type { Place } from './count.ts';
import { type Answer, remembering, type Topic } from './questions.ts';
import { Marks } from './marks.ts';
import type { DatabaseAnswer, Finished, News, ReadyReport, ToProcess, ToSupervisor } from './messages.ts';

/** The variable that the supervisor sets for each process. It is not a setting. */
export const PROCESS_VARIABLE = 'COUNTERSIGN_PROCESS';
/** The interval at which a process reports. The supervisor kills a process that is silent for much longer. */
export const ALIVE_EVERY_MS = 5_000;

/** `url` is the address of the installation, for a process that does not listen. */
export type Assignment = Place & {
  readonly url?: string | undefined;
  /** True if no other process runs jobs yet, so that existing leases were left by a crash. */
  readonly isFirstWorker: boolean;
};

/**
 * The time limit for a question to all processes. It is longer than the time that the supervisor waits for their
 * responses.
 */
const OWN_LIMIT_MS = 1_500;

/** The file descriptor through which each process accesses the shared marks. */
const MARKS_FD = 4;

export type Siblings = {
  readonly marks: Marks;
  /** Wakes the workers of other processes for a queued job, or for a webhook delivery. */
  wake(work: Lane | 'delivery'): void;
  /** Wakes up requests of other processes that are waiting for this work. */
  finished(work: Finished): void;
  onNews(listener: (news: News) => void): void;
  /** Returns the responses of all other processes, including the supervisor. Leaves out processes that hang. */
  ask(topic: Topic): Promise<readonly Answer[]>;
  onQuestion(topic: Topic, answer: () => Promise<string>): void;
};

export type OwnProcess = Assignment &
  Siblings & {
    /** Opens the embedded database, which the supervisor starts for the first process that needs it. */
    openDatabase(): Promise<OpenedDatabase>;
    /** Reports that this process is ready. After this call, it regularly reports that it is alive. */
    ready(report: ReadyReport): void;
    waiting(): void;
  };

export const isOwnProcess = (environment: Environment): boolean =>
  environment[PROCESS_VARIABLE] !== undefined && process.send !== undefined;

/** Returns undefined if the server is a single process. */
export function ownProcess(environment: Environment): OwnProcess | undefined {
  const text = environment[PROCESS_VARIABLE];
  if (text === undefined || !isOwnProcess(environment)) return undefined;
  const send = (message: ToSupervisor): void => {
    // If the supervisor has ended, this process is about to end too, so nothing is sent.
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  };
  // The launcher unreferenced the channel, which would let this process end while it waits for messages.
  process.channel?.ref();
  let receiveDatabase: (answer: DatabaseAnswer) => void = () => {};
  let receiveNews: (news: News) => void = () => {};
  const questions = askThrough(send);
  process.on('message', (message: ToProcess) => {
    if (message.type === 'database') receiveDatabase(message.answer);
    else if (message.type === 'news') receiveNews(message.news);
    else questions.receive(message);
  });
  return {
    ...(JSON.parse(text) as Assignment),
    openDatabase: () =>
      new Promise((resolve, reject) => {
        receiveDatabase = (answer) => {
          if ('error' in answer) reject(answer.isSetting ? new ConfigFault(answer.error) : new Error(answer.error));
          else
            resolve({
              pool: answer.connection,
              connection: answer.connection,
              owner: answer.owner,
              ...(answer.schema && { schema: answer.schema }),
              // The supervisor stops the database after the last process has ended. If the database fails, the
              // supervisor ends all processes.
              gaveUp: new Promise<never>(() => {}),
              stop: async () => {},
              kill: () => {},
            });
        };
        send({ type: 'open-database' });
      }),
    ready: (report) => {
      send({ type: 'ready', report });
      setInterval(() => send({ type: 'alive' }), ALIVE_EVERY_MS).unref();
    },
    waiting: () => send({ type: 'waiting' }),
    marks: new Marks(MARKS_FD),
    ...sendTogether((news) => send({ type: 'news', news })),
    onNews: (listener) => (receiveNews = listener),
    ask: questions.ask,
    onQuestion: questions.onQuestion,
  };
}

/** Sends the work of one turn of the event loop as one message. */
function sendTogether(send: (news: News) => void): Pick<Siblings, 'wake' | 'finished'> {
  let lanes = new Set<Lane>();
  let finished: Finished[] = [];
  let deliveries = false;
  let isScheduled = false;
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      send({ lanes: [...lanes], deliveries, finished });
      lanes = new Set();
      finished = [];
      deliveries = false;
    });
  };
  return {
    wake: (work) => {
      if (work === 'delivery') deliveries = true;
      else lanes.add(work);
      schedule();
    },
    finished: (work) => {
      finished.push(work);
      schedule();
    },
  };
}

type Questions = Pick<Siblings, 'ask' | 'onQuestion'> & {
  receive(message: Extract<ToProcess, { type: 'ask' | 'answers' }>): void;
};

function askThrough(send: (message: ToSupervisor) => void): Questions {
  const asked = new Map<number, (answers: readonly Answer[]) => void>();
  const known = new Map<Topic, () => Promise<string>>();
  const asking = new Map<Topic, () => Promise<readonly Answer[]>>();
  let last = 0;
  const askNow = (topic: Topic): Promise<readonly Answer[]> =>
    new Promise((resolve) => {
      last += 1;
      const id = last;
      asked.set(id, resolve);
      // There is a time limit, because the supervisor may hang too.
      setTimeout(() => {
        asked.delete(id);
        resolve([]);
      }, OWN_LIMIT_MS).unref();
      send({ type: 'ask', id, topic });
    });
  return {
    ask: (topic) => {
      const ask = asking.get(topic) ?? remembering(() => askNow(topic));
      asking.set(topic, ask);
      return ask();
    },
    onQuestion: (topic, answer) => void known.set(topic, answer),
    receive: (message) => {
      if (message.type === 'answers') {
        asked.get(message.id)?.(message.answers);
        asked.delete(message.id);
        return;
      }
      const { id, topic } = message;
      // If this fails, nothing is sent, and the supervisor stops waiting after its time limit.
      known
        .get(topic)?.()
        .then(
          (text) => send({ type: 'answer', id, text }),
          () => {},
        );
    },
  };
}
