/** The transparency log of every tenant: its sequencer, its checkpoints and their time-stamps. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Vault } from '../../platform/crypto/seal.ts';
import type { Sequence } from '../../platform/audit/recorder.ts';
import { type Checkpoint, Checkpoints } from './checkpoints.ts';
import { Coverage } from './coverage.ts';
import { LogKeys } from './log-keys.ts';
import { Pins, type PinOptions } from './pins.ts';
import { Sequencer, type SequencerOptions } from './sequencer.ts';
import { CheckpointStamps, type StampOptions } from './stamps.ts';
import { Witnesses, type WitnessOptions } from './witnesses.ts';

export type LogOptions = SequencerOptions &
  Pick<StampOptions, 'stamp'> &
  Pick<PinOptions, 'pinFile' | 'report' | 'log'> &
  Pick<WitnessOptions, 'witnesses' | 'fetcher'> & { vault: Vault };

/**
 * The minimum time between two checkpoints of a tenant. The first completion after a pause gets its checkpoint
 * immediately. Completions shortly after it share the next checkpoint.
 */
const PACE_MS = 250;

export class TransparencyLog {
  readonly keys: LogKeys;
  readonly sequencer: Sequencer;
  readonly checkpoints: Checkpoints;
  readonly stamps: CheckpointStamps;
  readonly pins: Pins;
  readonly coverage: Coverage;
  readonly witnesses: Witnesses;
  readonly #options: LogOptions;
  readonly #covering = new Map<Promise<Checkpoint | undefined>, string>();
  /** For each tenant, resolves when the next checkpoint may start. */
  readonly #paces = new Map<string, Promise<void>>();
  /**
   * Tenants whose next checkpoint has not started yet. That checkpoint will include everything that is committed by
   * then.
   */
  readonly #waiting = new Set<string>();
  #covered: (() => void) | undefined;
  #isStarted = false;

  constructor(options: LogOptions) {
    const { database, clock } = options;
    this.#options = options;
    this.keys = new LogKeys(options);
    this.checkpoints = new Checkpoints({ database, clock, keys: this.keys });
    this.sequencer = new Sequencer({ ...options, signer: () => this.checkpoints.signer() });
    this.stamps = new CheckpointStamps(options);
    this.pins = new Pins({ ...options, keys: this.keys, checkpoints: this.checkpoints });
    this.coverage = new Coverage(options);
    this.witnesses = new Witnesses({ ...options, checkpoints: this.checkpoints });
  }

  /** `covered` is called when the checkpoint after a commit has been stored or could not be stored. */
  start({ covered, ...options }: { exclusive: boolean; covered?: () => void }): void {
    this.#isStarted = true;
    this.#covered = covered;
    this.sequencer.start(options);
  }

  /** Nothing uses the database after this call. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    await Promise.all(this.#covering.keys());
    await this.sequencer.stop();
    await this.stamps.stop();
  }

  /**
   * Called after an entry is committed. In a process that runs no jobs, it does nothing, and another process finds the
   * entry.
   */
  readonly wake: Sequence = (tenantId, urgency) => {
    if (urgency === 'soon' || !this.#isStarted) return this.sequencer.wake(tenantId);
    if (this.#waiting.has(tenantId)) return;
    const covering = this.#coverInPace(tenantId)
      .catch((err: unknown) => {
        this.#options.log.warn({ err, tenantId }, 'a checkpoint of the audit log could not be signed');
        return undefined;
      })
      .finally(() => {
        this.#covering.delete(covering);
        this.#covered?.();
      });
    this.#covering.set(covering, tenantId);
  };

  async #coverInPace(tenantId: string): Promise<Checkpoint | undefined> {
    this.#waiting.add(tenantId);
    await this.#paces.get(tenantId);
    this.#waiting.delete(tenantId);
    this.#paces.set(
      tenantId,
      wait(PACE_MS, undefined, { ref: false }).then(() => void this.#paces.delete(tenantId)),
    );
    return this.cover(tenantId);
  }

  /** Resolves with the checkpoints that this process is currently creating for the tenant. */
  async settled(tenantId: string): Promise<Checkpoint[]> {
    const current = [...this.#covering].flatMap(([covering, of]) => (of === tenantId ? [covering] : []));
    return (await Promise.all(current)).filter((checkpoint) => checkpoint !== undefined);
  }

  /** Returns a signed checkpoint that covers everything committed before this call. Its time-stamp follows later. */
  async cover(tenantId: string): Promise<Checkpoint | undefined> {
    const signed = await this.sequencer.sequence(tenantId, { takeOver: true, sign: true });
    const checkpoint = signed ?? (await this.checkpoints.sign(tenantId));
    this.stamps.request(tenantId);
    return checkpoint;
  }
}
