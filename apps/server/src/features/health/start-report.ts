/** The startup checks of this process, in order, stored for later requests. A check that fails stops the startup. */
type StartStep = { name: string; status: 'healthy'; message: string; took_ms: number };

type Found = {
  version: string;
  /** `databaseVersion` is the major version of PostgreSQL. */
  schema: { applied: number; newest: string; databaseVersion: number };
};

export class StartReport {
  readonly startedAt: Date;
  readonly #steps: StartStep[] = [];
  #isReady = false;
  #found: Found = { version: '', schema: { applied: 0, newest: '', databaseVersion: 0 } };

  constructor(startedAt: Date) {
    this.startedAt = startedAt;
  }

  /** Adds facts about the installation that are known only during startup. */
  note(found: Found): void {
    this.#found = found;
  }

  async step<T>(name: string, message: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    const took = Math.round((performance.now() - started) * 10) / 10;
    this.#steps.push({ name, status: 'healthy', message, took_ms: took });
    return result;
  }

  /** Called when startup has finished and the server can respond to requests. */
  ready(): void {
    this.#isReady = true;
  }
  get isReady(): boolean {
    return this.#isReady;
  }

  answer() {
    const { version, schema } = this.#found;
    return {
      status: 'healthy' as const,
      started_at: this.startedAt.toISOString(),
      version,
      database_version: schema.databaseVersion,
      migrations: { applied: schema.applied, newest: schema.newest },
      checks: [...this.#steps],
    };
  }
}

export type StartAnswer = ReturnType<StartReport['answer']>;
