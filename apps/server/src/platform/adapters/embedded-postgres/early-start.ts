import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './index.ts';

type Listener = Required<Pick<EmbeddedPostgresOptions, 'log' | 'report'>>;

/** A PostgreSQL that comes up before there is anybody to tell; what it says is kept for whoever takes it. */
export class EarlyStart {
  readonly #started: Promise<EmbeddedPostgres>;
  readonly #said: ((listener: Listener) => void)[] = [];
  #listener: Listener | undefined;

  constructor(dataDir: string) {
    this.#started = startEmbeddedPostgres({
      dataDir,
      log: (line) => this.#tell((listener) => listener.log(line)),
      report: (message) => this.#tell((listener) => listener.report(message)),
    });
    // Whoever takes it is told.
    this.#started.catch(() => {});
  }

  /** In place of `startEmbeddedPostgres`, once. It is for the caller to stop from now on. */
  readonly take = ({
    log = () => undefined,
    report = () => undefined,
  }: Partial<Listener>): Promise<EmbeddedPostgres> => {
    this.#listener = { log, report };
    for (const tell of this.#said.splice(0)) tell(this.#listener);
    return this.#started;
  };

  /** Stops it unless it was taken. */
  async abandon(): Promise<void> {
    if (this.#listener) return;
    const started = await this.#started.catch(() => undefined);
    await started?.stop();
  }

  #tell(tell: (listener: Listener) => void): void {
    if (this.#listener) tell(this.#listener);
    else this.#said.push(tell);
  }
}
