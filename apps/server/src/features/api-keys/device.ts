/**
 * Signs in a program without a browser (RFC 8628). The program shows a short code, a person confirms it in the app, and
 * the program gets an API key. The key is created when the program asks for it, so its value is never stored.
 */
import type { ApiKeyScope, Environment, Id } from '@countersign/contract';
import { deviceCodeBucket, resetAttempts, selectTenants, takeAttempt } from '../accounts/index.ts';
import { hashToken, randomCharacters, randomToken } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type ApiKeyWithValue, type KeyMaker, notifyCreator, writeApiKey } from './api-keys.ts';
import {
  type Approval,
  approveDevice,
  insertDevice,
  lockDevice,
  selectDevice,
  updateApproval,
} from './device-store.ts';
import { revokeUnusedKey, selectKeyMaker } from './store.ts';

export type DeviceServices = { uow: UnitOfWork; baseUrl: () => string };

const MINUTES = 10;
const INTERVAL_SECONDS = 5;
/**
 * The maximum number of keys that one sign-in can create if responses are lost. Each key is reported to the person by
 * e-mail.
 */
const MAX_KEYS = 3;
/**
 * A code consists of eight of these characters. With ten attempts and 20^8 possible codes, a person cannot guess
 * another person's code (RFC 8628, 5.1).
 */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const MAX_WAITING = 20;

const newUserCode = (): string => randomCharacters(LETTERS, 8);

export async function startDevice(
  { uow, baseUrl }: DeviceServices,
  { address }: Pick<RequestContext, 'address'>,
  { device, environment }: { device: string; environment: Environment },
  newCode = newUserCode,
) {
  const deviceCode = randomToken();
  const add = async (userCode: string) => {
    const [added] = await uow.runAuth((tx) =>
      tx.query(
        insertDevice({
          deviceHash: hashToken(deviceCode),
          userCodeHash: hashToken(userCode),
          device,
          environment,
          address,
          now: tx.now,
          expiresAt: new Date(tx.now.getTime() + MINUTES * 60_000),
          most: MAX_WAITING,
        }),
      ),
    );
    if (added?.most === true)
      throw new AppError(
        'RATE_LIMIT_EXCEEDED',
        { limit: MAX_WAITING, retryAfterSeconds: 60 },
        {
          message: `${MAX_WAITING} sign-ins from your IP address are already waiting for confirmation. Try again in a minute.`,
          retryAfter: 60,
        },
      );
    return added?.inserted === true;
  };
  let userCode = newCode();
  if (!(await add(userCode))) {
    userCode = newCode();
    if (!(await add(userCode))) throw new Error('two user codes generated in a row are already in use');
  }
  const shown = `${userCode.slice(0, 4)}-${userCode.slice(4)}`;
  return {
    device_code: deviceCode,
    user_code: shown,
    verification_uri: `${baseUrl()}/device`,
    // The code is in the URL fragment, so it does not appear in the logs of servers and proxies.
    verification_uri_complete: `${baseUrl()}/device#${shown}`,
    expires_in: MINUTES * 60,
    interval: INTERVAL_SECONDS,
  };
}

export async function reviewDevice(
  { uow }: DeviceServices,
  { principal: { userId } }: RequestContext<UserPrincipal>,
  userCode: string,
) {
  const bucket = deviceCodeBucket(userId);
  await takeAttempt(uow, [bucket]);
  return uow.runAuth(async (tx) => {
    const [row] = await tx.query(selectDevice(hashToken(userCode), tx.now));
    if (!row) throw new AppError('DEVICE_CODE_EXPIRED');
    resetAttempts(tx, [bucket]);
    const { device, environment, address, created_at: requestedAt, expires_at: expiresAt } = row;
    return {
      device,
      environment,
      address,
      requested_at: requestedAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    };
  });
}

export async function confirmDevice(
  { uow }: DeviceServices,
  { principal: { userId, tenantId: own }, address, userAgent }: RequestContext<UserPrincipal>,
  input: { userCode: string; environment: Environment; scopes: ApiKeyScope[]; expiresInDays: number | null },
): Promise<void> {
  const bucket = deviceCodeBucket(userId);
  await takeAttempt(uow, [bucket]);
  await uow.runAuth(async (tx) => {
    const { environment, scopes, expiresInDays } = input;
    const tenants = await tx.query(selectTenants(own));
    const tenantId = tenants.find((tenant) => tenant.environment === environment)?.tenant_id;
    if (tenantId === undefined) throw new Error(`the organization of tenant ${own} has no ${environment} tenant`);
    const from = { address, userAgent: userAgent.slice(0, 300) };
    const approval: Approval = { tenantId, environment, scopes, expiresInDays, ...from };
    const [approved] = await tx.query(
      approveDevice(hashToken(input.userCode), tx.now, userId, JSON.stringify(approval)),
    );
    if (!approved) throw new AppError('DEVICE_CODE_EXPIRED');
    resetAttempts(tx, [bucket]);
  });
}

/**
 * Returns null until the code is confirmed. If key creation fails, the row is kept so that the program can call again.
 * If a response was lost, the next call replaces the unused key.
 */
export async function finishDevice({ uow }: DeviceServices, deviceCode: string): Promise<ApiKeyWithValue | null> {
  const hash = hashToken(deviceCode);
  return uow.runAuth(async (tx) => {
    const [row] = await tx.query(lockDevice(hash, tx.now));
    if (!row) throw new AppError('DEVICE_CODE_EXPIRED');
    const { device, user_id: userId, approval } = row;
    if (userId === null || approval === null) return null;
    const { tenantId, environment, scopes, expiresInDays, address, userAgent, keyIds = [] } = approval;
    if (keyIds.length >= MAX_KEYS) throw new AppError('DEVICE_CODE_EXPIRED');
    tx.enter({ role: 'app', tenantId });
    const [mayCreate] = await tx.query(selectKeyMaker(tenantId, userId));
    if (!mayCreate) throw new AppError('DEVICE_CODE_EXPIRED');
    const fields = { address, user_agent: userAgent };
    const maker = { tenantId, userId, environment, actor: { kind: 'user', id: userId }, fields } as const;
    const lost = keyIds.at(-1);
    if (lost !== undefined && !(await revokeUnused(uow, tx, maker, lost))) throw new AppError('DEVICE_CODE_EXPIRED');
    const made = await writeApiKey(uow, tx, maker, { name: device, scopes, expiresInDays });
    await notifyCreator(uow, tx, { userId, environment }, made);
    tx.enter({ role: 'auth' });
    tx.write(updateApproval(hash, JSON.stringify({ ...approval, keyIds: [...keyIds, made.id] } satisfies Approval)));
    return made;
  });
}

/** Revokes the key if it is unused. Returns false if the key was used or revoked before. */
async function revokeUnused(
  uow: UnitOfWork,
  tx: Tx,
  { tenantId, userId, actor, fields }: KeyMaker,
  id: Id<'apiKey'>,
): Promise<boolean> {
  const [revoked] = await tx.query(revokeUnusedKey(tenantId, id, tx.now));
  if (!revoked) return false;
  await uow.recorder.record(tx, tenantId, tenantId, {
    action: 'api-key.revoked',
    actor,
    target: { kind: 'api-key', id },
    data: {},
    personal: { personId: userId, fields },
  });
  return true;
}
