/** The Ed25519 keys that sign checkpoints (ADR 122). The newest key signs, and all keys verify. */
import { formatVerifierKey, SIGNATURE_TYPE, verifierKey } from '@countersign/audit-log/tlog';
import type { Recorder } from '../../platform/audit/recorder.ts';
import { Ed25519Key } from '../../platform/crypto/ed25519.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { insertLogKey, selectLogId, selectLogKeys } from './checkpoint-store.ts';

type Operator = { tenantId: string; organizationId: string };
type Options = { database: Database; vault: Vault; clock: Clock };

export type LogSigner = {
  readonly installation: string;
  readonly generation: number;
  readonly key: Ed25519Key;
  readonly publicKeys: readonly Uint8Array[];
};

/** The time for which a key is cached. After a rotation by another process, the old key signs for at most this long. */
const KEPT_MS = 30_000;
const AUTH = { role: 'auth' } as const;

export const logKeyPurpose = (generation: number): string => `log key ${generation}`;

/** Returns the name of a log, which is also the name of its keys. */
export const originOf = (installation: string, tenantId: string): string => `${installation}/${tenantId}`;

/** The keys have the format of C2SP notes. */
export const verifierKeys = ({ installation, publicKeys }: LogSigner, tenantId: string): string[] =>
  publicKeys.map((publicKey) =>
    formatVerifierKey(verifierKey(originOf(installation, tenantId), SIGNATURE_TYPE.ed25519, publicKey)),
  );

export class LogKeys {
  readonly #options: Options;
  #kept: { until: number; signer: Promise<LogSigner> } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Creates the first key if there is none. */
  signer(): Promise<LogSigner> {
    const now = performance.now();
    if (this.#kept && this.#kept.until > now) return this.#kept.signer;
    const signer = this.#read().catch((error: unknown) => {
      this.#kept = undefined;
      throw error;
    });
    this.#kept = { until: now + KEPT_MS, signer };
    return signer;
  }

  /**
   * Creates a new key, which signs all later checkpoints. Returns the generation of the key.
   * @param operator the operator, whose audit log records the rotation. Before there is an organization, nothing has
   * been signed
   */
  async rotate({ recorder, operator }: { recorder: Recorder; operator: Operator | undefined }): Promise<number> {
    const { database, clock } = this.#options;
    const generation = (await this.signer()).generation + 1;
    await database.transaction(
      AUTH,
      () => clock.now(),
      async (tx) => {
        tx.write(this.#newKey(generation));
        if (!operator) return;
        const { tenantId, organizationId } = operator;
        tx.enter({ role: 'app', tenantId });
        await recorder.record(tx, tenantId, tenantId, {
          action: 'audit.key-rotated',
          actor: { kind: 'system', id: 'operator' },
          target: { kind: 'organization', id: organizationId },
          data: { generation },
        });
      },
    );
    this.#kept = undefined;
    return (await this.signer()).generation;
  }

  async #read(): Promise<LogSigner> {
    const { database, vault } = this.#options;
    const read = () => database.queryAll(AUTH, [selectLogId(), selectLogKeys()]);
    let [[installation], keys] = await read();
    if (keys.length === 0) {
      await database.query(AUTH, this.#newKey(1));
      [[installation], keys] = await read();
    }
    const newest = keys.at(-1);
    if (!installation || !newest) throw new Error('the installation has no key for checkpoints');
    const { generation } = newest;
    return {
      installation: installation.log_id,
      generation,
      key: new Ed25519Key(vault.open(logKeyPurpose(generation), newest.key_sealed)),
      publicKeys: keys.map(({ public_key: publicKey }) => publicKey),
    };
  }

  /** If two processes create a key of the same generation, only the first one is stored. */
  #newKey(generation: number) {
    const { vault, clock } = this.#options;
    const secret = Ed25519Key.newSecret();
    const { publicKey } = new Ed25519Key(secret);
    const sealed = vault.seal(logKeyPurpose(generation), secret);
    return insertLogKey(generation, publicKey, sealed, clock.now());
  }
}
