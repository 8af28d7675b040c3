/** On the first start, creates the installation's secrets and the one-time link for creating its first owner. */
import { hashToken, randomSecret, randomToken, type SecretKey, secretKey } from '../../platform/crypto/tokens.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { createAuthorities, selectAuthorities } from '../authority/index.ts';
import {
  insertInstallation,
  lockInstallation,
  selectHasOrganization,
  selectInstallation,
  updateSetupToken,
} from './store.ts';

export type Installation = { linkKey: SecretKey; origin: string };

const AUTH = { role: 'auth' } as const;
export const LINK_KEY = 'link key';

/** Creates missing secrets. Throws SealError if existing secrets were sealed with a different master key. */
export async function openInstallation(
  database: Database,
  clock: Clock,
  vault: Vault,
  publicUrl: string | undefined,
): Promise<Installation> {
  const [known] = await database.query(AUTH, selectInstallation());
  if (!known) {
    await database.transaction(
      AUTH,
      () => clock.now(),
      async (tx) => {
        // The origin is a random value because every checkpoint of the audit log contains it, and host names change.
        const origin = `countersign.${randomSecret(16).toString('hex')}`;
        tx.write(insertInstallation(origin, vault.seal(LINK_KEY, randomSecret(32)), tx.now));
        const present = await tx.query(selectAuthorities());
        if (present.length === 0) await createAuthorities(tx, { vault, publicUrl });
      },
    );
  }
  const [row] = known ? [known] : await database.query(AUTH, selectInstallation());
  if (!row) throw new Error('the installation could not be created');
  return { linkKey: secretKey(vault.open(LINK_KEY, row.link_key_sealed)), origin: row.origin };
}

/** Returns whether the server has been started before. If so, secrets are already sealed with the master key. */
export async function hasInstallation(database: Database): Promise<boolean> {
  return (await database.query(AUTH, selectInstallation())).length > 0;
}

/**
 * Creates a set-up link for an installation without an owner. Returns undefined if there is an owner. Only the link's
 * hash is stored, so a link cannot be printed again. Each start therefore creates a new link and revokes the previous
 * one.
 */
export async function renewSetupToken(database: Database, clock: Clock): Promise<string | undefined> {
  const token = randomToken(24);
  return database.transaction(
    AUTH,
    () => clock.now(),
    async (tx) => {
      const [, [organization]] = await tx.queryAll([lockInstallation(), selectHasOrganization()]);
      if (organization?.found) return undefined;
      tx.write(updateSetupToken(hashToken(token)));
      return token;
    },
  );
}
