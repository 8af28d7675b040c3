import type { Role } from '@countersign/contract';
import {
  insertMembership,
  insertOrganization,
  insertSession,
  insertTenant,
  insertUser,
} from '../../src/features/accounts/store.ts';
import type { Services } from '../../src/main/services.ts';
import { newId } from '../../src/platform/crypto/ids.ts';
import { hashToken, randomToken } from '../../src/platform/crypto/tokens.ts';

// Writes accounts directly to the database, using the same SQL statements as setup and sign-in.

type Dependencies = Pick<Services, 'database' | 'clock'>;
const AUTH = { role: 'auth' } as const;

/** Creates an organization with its two tenants and no members. */
export async function writeOrganization(
  { database, clock }: Dependencies,
  name: string,
): Promise<{ organization: string; live: string; sandbox: string }> {
  const ids = { organization: newId('organization'), live: newId('tenant'), sandbox: newId('tenant') };
  await database.transaction(
    AUTH,
    () => clock.now(),
    async (tx) => {
      for (const environment of ['live', 'sandbox'] as const) {
        tx.write(insertTenant(ids[environment], ids.organization, environment, tx.now));
        tx.write(
          insertOrganization({
            tenantId: ids[environment],
            id: ids.organization,
            name,
            isOperator: false,
            plan: 'enterprise',
            createdAt: tx.now,
          }),
        );
      }
    },
  );
  return ids;
}

/** Adds a member to these tenants. The member cannot sign in with a password. Returns the user's ID. */
export async function writeMember(
  { database, clock }: Dependencies,
  { email, name }: { email: string; name: string },
  tenantIds: readonly string[],
  role: Role,
): Promise<string> {
  const userId = newId('user');
  await database.transaction(
    AUTH,
    () => clock.now(),
    async (tx) => {
      tx.write(
        insertUser({
          id: userId,
          email,
          emailKey: email,
          name,
          passwordHash: 'no password',
          createdAt: tx.now,
          emailVerifiedAt: tx.now,
        }),
      );
      for (const tenantId of tenantIds) tx.write(insertMembership(tenantId, userId, role, tx.now));
    },
  );
  return userId;
}

/** Creates a session that lasts 12 hours from now. Returns its cookie. */
export async function writeSession(
  { database, clock }: Dependencies,
  userId: string,
  tenantId: string,
): Promise<string> {
  const token = randomToken();
  const now = clock.now();
  const end = new Date(now.getTime() + 12 * 3_600_000);
  await database.query(
    AUTH,
    insertSession({
      id: newId('session'),
      tokenHash: hashToken(token),
      userId,
      tenantId,
      method: 'password',
      address: '127.0.0.1',
      userAgent: 'test',
      createdAt: now,
      expiresAt: end,
      secondFactor: null,
      provedAt: now,
    }),
  );
  return `countersign_session=${token}`;
}
