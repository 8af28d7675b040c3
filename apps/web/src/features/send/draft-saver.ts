/**
 * Saves a draft as it changes. Only one save runs at a time, it always contains the newest state, and it is retried
 * until the server has stored it.
 */
import { ApiError, type ReceivedFault } from '@countersign/client';
import { explain } from '../../api/errors.ts';
import type { Draft } from './draft.ts';
import { codesOf, contentOf, type KnownCodes, planOf, type SaveBody } from './draft-request.ts';
import type { Size } from './geometry.ts';

export type SaveState =
  | { kind: 'untouched' | 'saving' | 'saved' }
  | { kind: 'failed'; why: string }
  | { kind: 'conflict'; by: string | null; at: string | null }
  /** The document is no longer a draft, or is no longer accessible. */
  | { kind: 'ended' };

/** The server's response to a save. */
type Answer = { revision: number; warnings: readonly string[] };

export type SaverPorts = {
  send: (body: SaveBody) => Promise<Answer>;
  /** Sends a save that continues after the page is closed. The response is ignored. */
  sendLast: (body: SaveBody) => void;
  /** Stores the unsaved draft in this tab until the server has saved it. Null clears it. */
  keep: (unsaved: { editor: string; revision: number; draft: Draft } | null) => void;
  /** Calls `act` after the given number of milliseconds. Returns a cancel function. */
  later: (ms: number, act: () => void) => () => void;
};
type Start = {
  editor: string;
  revision: number;
  saved: Draft | null;
  pages: readonly Size[];
  warnings: readonly string[];
};

/** The pause is longer than the time between key presses, but short enough that saving seems immediate. */
const PAUSE_MS = 700;
const RETRY_MS = [2000, 4000, 8000, 15_000, 30_000];

export class DraftSaver {
  readonly #ports: SaverPorts;
  readonly #editor: string;
  readonly #pages: readonly Size[];
  readonly #watchers = new Set<() => void>();
  #revision: number;
  #saved: string;
  #latest: Draft | null = null;
  #number = 0;
  #codes: KnownCodes = new Map();
  #failures = 0;
  #running: Promise<void> | null = null;
  #callOff: () => void = () => undefined;
  #state: SaveState = { kind: 'untouched' };
  #warnings: readonly string[] = [];
  /** The reasons why the newest save contains no plan. Sending would fail for the same reasons. */
  #refused: readonly ReceivedFault[] = [];

  constructor(ports: SaverPorts, { editor, revision, saved, pages, warnings }: Start) {
    this.#warnings = warnings;
    this.#ports = ports;
    this.#editor = editor;
    this.#revision = revision;
    this.#saved = JSON.stringify(saved);
    this.#pages = pages;
    if (saved !== null && revision > 0) this.#state = { kind: 'saved' };
  }

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
  readonly state = (): SaveState => this.#state;
  get revision(): number {
    return this.#revision;
  }
  get refused(): readonly ReceivedFault[] {
    return this.#refused;
  }
  /** Warnings about the last saved state. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }
  get isDirty(): boolean {
    return this.#latest !== null && JSON.stringify(this.#latest) !== this.#saved;
  }

  /** Sets the current draft. */
  offer(draft: Draft): void {
    this.#latest = draft;
    if (!this.isDirty) {
      this.#ports.keep(null);
      return;
    }
    this.#keep();
    if (this.#isStopped()) return;
    this.#set({ kind: 'saving' });
    if (this.#running === null) this.#schedule(PAUSE_MS);
  }

  /** Saves unsaved changes immediately. Returns whether the server has stored everything. */
  async flush(): Promise<boolean> {
    this.#callOff();
    if (this.isDirty && !this.#isStopped()) {
      this.#running ??= this.#run().finally(() => {
        this.#running = null;
      });
    }
    await this.#running;
    return !this.isDirty && !this.#isStopped();
  }

  /** Stores the current state, because the page may be closed at any moment, even during a save. */
  leave(): void {
    if (this.#latest === null || !this.isDirty || this.#isStopped()) return;
    this.#ports.sendLast(this.#body(this.#latest, true));
  }

  /** Continues from the version that another person saved. */
  adopt(revision: number, draft: Draft): void {
    this.#revision = revision;
    this.#saved = JSON.stringify(draft);
    this.#codes = new Map();
    this.#set({ kind: 'saved' });
  }

  conflict(by: string | null, at: string | null): void {
    this.#set({ kind: 'conflict', by, at });
  }

  /** Prevents this page from saving again, because its draft was sent or is saved elsewhere. */
  end(): void {
    this.#callOff();
    this.#ports.keep(null);
    this.#set({ kind: 'ended' });
  }

  /** Makes one last save without retries, because the page is being closed. */
  stop(): void {
    void this.flush().finally(() => this.#callOff());
  }

  #isStopped(): boolean {
    return this.#state.kind === 'conflict' || this.#state.kind === 'ended';
  }

  #schedule(ms: number): void {
    this.#callOff();
    this.#callOff = this.#ports.later(ms, () => void this.flush());
  }

  #set(state: SaveState): void {
    this.#state = state;
    for (const watcher of this.#watchers) watcher();
  }

  #keep(): void {
    if (this.#latest !== null)
      this.#ports.keep({ editor: this.#editor, revision: this.#revision, draft: this.#latest });
  }

  #body(draft: Draft, planned: boolean): SaveBody {
    this.#number += 1;
    return {
      revision: this.#revision,
      save: { editor: this.#editor, number: this.#number },
      content: contentOf(draft, this.#codes),
      ...(planned && planOf(draft, this.#pages)),
    };
  }

  async #run(): Promise<void> {
    while (this.#latest !== null && this.isDirty && !this.#isStopped()) {
      const draft = this.#latest;
      this.#set({ kind: 'saving' });
      try {
        const { revision, warnings } = await this.#send(draft);
        this.#revision = revision;
        this.#warnings = warnings;
      } catch (error) {
        this.#fail(error);
        return;
      }
      this.#failures = 0;
      this.#saved = JSON.stringify(draft);
      this.#codes = codesOf(draft);
      if (this.isDirty) this.#keep();
    }
    if (this.#isStopped()) return;
    this.#ports.keep(null);
    this.#set({ kind: 'saved' });
  }

  /**
   * Saves the input, together with a plan if the input is complete. If the server refuses the plan, the input is saved
   * without it.
   */
  async #send(draft: Draft): Promise<Answer> {
    this.#refused = [];
    try {
      return await this.#ports.send(this.#body(draft, true));
    } catch (error) {
      const faults = error instanceof ApiError && error.status === 422 ? error.faults : [];
      if (faults.length === 0 || faults.some(({ field }) => !/^(signers|fields)\b/.test(field))) throw error;
      this.#refused = faults;
      return this.#ports.send(this.#body(draft, false));
    }
  }

  #fail(error: unknown): void {
    const code = error instanceof ApiError ? error.code : '';
    if (code === 'DRAFT_CHANGED' && error instanceof ApiError) {
      const { savedBy, savedAt } = error.details;
      this.conflict(typeof savedBy === 'string' ? savedBy : null, typeof savedAt === 'string' ? savedAt : null);
    } else if (code === 'INVALID_STATE' || code === 'DOCUMENT_NOT_FOUND') {
      this.end();
    } else {
      this.#set({ kind: 'failed', why: explain(error).title });
      this.#schedule(RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 0);
      this.#failures += 1;
    }
  }
}
