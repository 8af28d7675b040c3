import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './index.ts';

type Listener = Required<Pick<EmbeddedPostgresOptions, 'log' | 'report'>>;

/**
 * A PostgreSQL that starts before a caller can receive its messages. The messages are kept for the caller that takes
 * over the database.
 */
export class EarlyStart {
  readonly #started: Promise<EmbeddedPostgres>;
  readonly #said: ((listener: Listener) => void)[] = [];
  #listener: Listener | undefined;

  constructor(dataDir: string, maxConnections?: number) {
    this.#started = startEmbeddedPostgres({
      dataDir,
      ...(maxConnections !== undefined && { maxConnections }),
      log: (line) => this.#emit((listener) => listener.log(line)),
      report: (message) => this.#emit((listener) => listener.report(message)),
    });
    // The caller of `take` gets the error. Without a handler here, it would end the process as an unhandled rejection.
    this.#started.catch(() => {});
  }

  /** Called once instead of `startEmbeddedPostgres`. After the call, the caller must stop the database. */
  readonly take = ({
    log = () => undefined,
    report = () => undefined,
  }: Partial<Listener>): Promise<EmbeddedPostgres> => {
    this.#listener = { log, report };
    for (const tell of this.#said.splice(0)) tell(this.#listener);
    return this.#started;
  };

  /** Stops the database unless it was taken over. */
  async abandon(): Promise<void> {
    if (this.#listener) return;
    const started = await this.#started.catch(() => undefined);
    await started?.stop();
  }

  #emit(tell: (listener: Listener) => void): void {
    if (this.#listener) tell(this.#listener);
    else this.#said.push(tell);
  }
}
