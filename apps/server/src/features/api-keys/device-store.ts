import type { ApiKeyScope, Environment, Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

export type Approval = {
  tenantId: Id<'tenant'>;
  environment: Environment;
  scopes: ApiKeyScope[];
  expiresInDays: number | null;
  /** The network address from which the key was confirmed, for the audit log. */
  address: string;
  userAgent: string;
  /** The keys created so far. Only the last of them may still work. */
  keyIds?: Id<'apiKey'>[];
};
export type DeviceRow = {
  device: string;
  environment: Environment;
  address: string;
  created_at: Date;
  expires_at: Date;
};

/** Inserts no row if this address already has `most` waiting sign-ins, or if the user code is taken. */
export const insertDevice = namedStatement<
  { most: boolean; inserted: boolean },
  {
    deviceHash: Buffer;
    userCodeHash: Buffer;
    device: string;
    environment: Environment;
    address: string;
    now: Date;
    expiresAt: Date;
    most: number;
  }
>(
  'device-insert',
  `with waiting as (
     select count(*) >= :most as most from device_sign_ins where expires_at > :now and address = :address and approval is null),
   added as (
     insert into device_sign_ins (device_hash, user_code_hash, device, environment, address, created_at, expires_at)
     select :deviceHash, :userCodeHash, :device, :environment, :address, :now, :expiresAt from waiting where not most
     on conflict (user_code_hash) do nothing returning 1)
   select most, exists (select from added) as inserted from waiting`,
);
export const deleteOldDevices = statement<{ count: number }, [now: Date]>(
  'device-delete-old',
  'with old as (delete from device_sign_ins where expires_at <= $1 returning 1) select count(*)::int as count from old',
);
export const selectDevice = statement<DeviceRow, [userCode: Buffer, now: Date]>(
  'device-by-user-code',
  `select device, environment, address, created_at, expires_at from device_sign_ins
   where user_code_hash = $1 and expires_at > $2 and approval is null`,
);
export const approveDevice = statement<
  { device: string },
  [userCode: Buffer, now: Date, user: string, approval: string]
>(
  'device-approve',
  `update device_sign_ins set user_id = $3, approval = $4::jsonb
   where user_code_hash = $1 and expires_at > $2 and approval is null returning device`,
);
export const lockDevice = statement<
  { device: string; user_id: Id<'user'> | null; approval: Approval | null },
  [device: Buffer, now: Date]
>(
  'device-lock',
  'select device, user_id, approval from device_sign_ins where device_hash = $1 and expires_at > $2 for update',
);
export const updateApproval = statement<unknown, [device: Buffer, approval: string]>(
  'device-update-approval',
  'update device_sign_ins set approval = $2::jsonb where device_hash = $1',
);
