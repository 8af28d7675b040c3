/**
 * Signing in a program without a browser (RFC 8628). The program shows a short code, a person confirms it in the app,
 * and the program gets an API key. The key is created when the program asks for it, so its value is never stored.
 */
import type { ApiKeyScope, Environment } from '@countersign/contract';
import { deviceCodeBucket, resetAttempts, selectTenants, takeAttempt } from '../accounts/index.ts';
import { hashToken, randomLetters, randomToken } from '../../platform/crypto/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import type { RequestContext, UserPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type ApiKeyWithValue, tellMaker, writeApiKey } from './api-keys.ts';
import {
  type Approval,
  approveDevice,
  deleteOldDevices,
  insertDevice,
  selectDevice,
  selectWaiting,
  takeApproved,
} from './device-store.ts';

export type DeviceServices = { uow: UnitOfWork; baseUrl: () => string };

const MINUTES = 10;
const INTERVAL_SECONDS = 5;
/** A person types eight of them, and cannot guess another code: 20^8 codes, ten attempts (RFC 8628, 5.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

export async function startDevice(
  { uow, baseUrl }: DeviceServices,
  { address }: RequestContext,
  { device, environment }: { device: string; environment: Environment },
) {
  const deviceCode = randomToken();
  const userCode = randomLetters(LETTERS, 8);
  await uow.runAuth((tx) => {
    tx.write(deleteOldDevices(tx.now));
    tx.write(
      insertDevice({
        deviceHash: hashToken(deviceCode),
        userCodeHash: hashToken(userCode),
        device,
        environment,
        address,
        now: tx.now,
        expiresAt: new Date(tx.now.getTime() + MINUTES * 60_000),
      }),
    );
    return Promise.resolve();
  });
  const shown = `${userCode.slice(0, 4)}-${userCode.slice(4)}`;
  return {
    device_code: deviceCode,
    user_code: shown,
    verification_uri: `${baseUrl()}/device`,
    // After the #, the code does not reach logs of servers and proxies.
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
  { principal: { userId, tenantId: own } }: RequestContext<UserPrincipal>,
  input: { userCode: string; environment: Environment; scopes: ApiKeyScope[]; expiresInDays: number | null },
): Promise<void> {
  const bucket = deviceCodeBucket(userId);
  await takeAttempt(uow, [bucket]);
  await uow.runAuth(async (tx) => {
    const { environment, scopes, expiresInDays } = input;
    const tenants = await tx.query(selectTenants(own));
    const tenantId = tenants.find((tenant) => tenant.environment === environment)?.tenant_id;
    if (tenantId === undefined) throw new Error(`the organization of ${own} has no ${environment} tenant`);
    const approval: Approval = { tenantId, environment, scopes, expiresInDays };
    const [approved] = await tx.query(
      approveDevice(hashToken(input.userCode), tx.now, userId, JSON.stringify(approval)),
    );
    if (!approved) throw new AppError('DEVICE_CODE_EXPIRED');
    resetAttempts(tx, [bucket]);
  });
}

/** Null while nobody has confirmed the code. A failure leaves the row, so that the program can call again. */
export async function finishDevice({ uow }: DeviceServices, deviceCode: string): Promise<ApiKeyWithValue | null> {
  const hash = hashToken(deviceCode);
  return uow.runAuth(async (tx) => {
    const [waiting] = await tx.query(selectWaiting(hash, tx.now));
    if (!waiting) throw new AppError('DEVICE_CODE_EXPIRED');
    if (waiting.found) return null;
    const [taken] = await tx.query(takeApproved(hash, tx.now));
    if (!taken) throw new AppError('DEVICE_CODE_EXPIRED');
    const { device, user_id: userId, approval } = taken;
    const { tenantId, environment, scopes, expiresInDays } = approval;
    tx.enter({ role: 'app', tenantId });
    const maker = { tenantId, userId, environment, actor: { kind: 'user', id: userId }, fields: {} } as const;
    const made = await writeApiKey(uow, tx, maker, { name: device, scopes, expiresInDays });
    await tellMaker(uow, tx, { userId, environment }, made);
    return made;
  });
}
