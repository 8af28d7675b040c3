/** A client of live updates that reads the stream as EventSource does, and stores the messages. */
import { expect, onTestFinished } from 'vitest';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';
import { until } from './until.ts';

export type Message = { event: string; id: string | undefined; data: Record<string, unknown> };

export class Listener {
  readonly messages: Message[] = [];
  heartbeats = 0;
  /** Whether the stream has ended or was cut off. */
  isOver = false;
  readonly headers: Headers;
  readonly #abort: AbortController;

  constructor(response: Response, abort: AbortController) {
    this.headers = response.headers;
    this.#abort = abort;
    void this.#read(response);
  }

  /**
   * Opens the stream when all earlier transactions have ended, because delayed transactions of other test files would
   * appear as new events.
   */
  static async open(
    app: TestApp,
    caller: Caller,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Listener> {
    await until('all events to be final', async () => {
      const open = await app.sql('select from outbox where xid >= pg_snapshot_xmin(pg_current_snapshot()) limit 1');
      return open.length === 0;
    });
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const response = await caller.stream(path, abort.signal, headers);
    expect(response.status, path).toBe(200);
    return new Listener(response, abort);
  }

  /** The events without the opening message. */
  get events(): Record<string, unknown>[] {
    return this.messages.filter(({ event }) => event === 'message').map(({ data }) => data);
  }
  get kinds(): unknown[] {
    return this.events.map(({ type }) => type);
  }
  get lastId(): string {
    return this.messages.findLast(({ id }) => id !== undefined)?.id ?? '';
  }

  first(): Promise<Message> {
    return until('the first message', () => this.messages[0]);
  }
  /** Waits for this many events. */
  count(count: number): Promise<Record<string, unknown>[]> {
    return until(`${count} events`, () => this.events.length >= count && this.events);
  }
  over(): Promise<boolean> {
    return until('the stream to end', () => this.isOver);
  }
  close(): void {
    this.#abort.abort();
  }

  async #read(response: Response): Promise<void> {
    let rest = '';
    try {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
      }
    } catch {
      // The stream was cut off by the test or by the server.
    }
    this.isOver = true;
  }

  #take(block: string): void {
    if (block.startsWith(':')) {
      this.heartbeats += 1;
      return;
    }
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    const data = JSON.parse(fields.get('data') ?? '{}') as Record<string, unknown>;
    this.messages.push({ event: fields.get('event') ?? 'message', id: fields.get('id'), data });
  }
}
