/**
 * Rows of the access matrix for second factors. Operations that need a code or a device are called without one, which
 * shows whether access was granted.
 */
import type { OperationId } from '@countersign/contract';
import { newId } from '../../../src/platform/crypto/ids.ts';
import { account, anyone, person, type Row } from './row.ts';
import type { Someone, World } from './world.ts';

const open = { withoutSecondFactor: true } as const;
const passkey = {
  owned: 'self',
  make: async ({ app }: World, by: Someone) => {
    const id = newId('passkey', app.clock.now());
    await app.sql(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
       values ($1, $2, $3, $3, 0, '{}', false, 'A key', $4)`,
      [id, by.userId, Buffer.from(id), app.clock.now()],
    );
    return { ids: { psk: id } };
  },
} satisfies Partial<Row>;
/** A passkey that was suspended by an account recovery. */
const suspended = {
  owned: 'self',
  params: ({ thing }) => ({ suspendedId: thing.ids['psk'] ?? '' }),
  absent: 'NOT_FOUND',
  make: async (world: World, by: Someone) => {
    const made = await passkey.make(world, by);
    await world.app.sql(
      `with moved as (delete from passkeys where id = $1 returning *)
       insert into suspended_passkeys select moved.*, moved.created_at from moved`,
      [made.ids.psk],
    );
    return made;
  },
} satisfies Partial<Row>;
/** A member who has an authenticator app. */
const equipped = {
  owned: 'organization',
  make: async (world: World, by: Someone) => {
    const { app } = world;
    const { userId } = await world.someone('member', by.organization);
    await app.sql(
      'insert into totp_factors (user_id, secret_sealed, created_at, confirmed_at) values ($1, $2, $3, $3)',
      [userId, Buffer.from('sealed'), app.clock.now()],
    );
    await app.sql('update users set two_factor_since = $2 where id = $1', [userId, app.clock.now()]);
    return { ids: { usr: userId } };
  },
} satisfies Partial<Row>;

const NOT_SET_UP = 409;
const WRONG_CODE = 403;

export const SECOND_FACTOR_ROWS: Partial<Record<OperationId, Row>> = {
  getTwoFactor: { access: person(), ...open },
  setUpTwoFactor: { access: account(), ...open, spends: 'person' },
  verifyTwoFactor: {
    access: { to: 'step', securesAccount: true },
    ...open,
    body: () => ({ code: '000000' }),
    answer: ({ kind }) => (kind === 'half' ? WRONG_CODE : NOT_SET_UP),
    spends: 'person',
  },
  disableTwoFactor: { access: account(), ...open, answer: NOT_SET_UP, spends: 'person' },
  renewRecoveryCodes: { access: account(), ...open, answer: NOT_SET_UP, spends: 'person' },
  challengePasskey: { access: { to: 'step', securesAccount: true }, ...open, answer: NOT_SET_UP, spends: 'person' },
  provePasskey: { access: { to: 'step', securesAccount: false }, ...open, body: () => ({}), answer: 422 },
  passkeyLoginOptions: { access: anyone },
  loginWithPasskey: { access: anyone, body: () => ({}), answer: 422 },
  passkeyRegistrationOptions: { access: account(), ...open, spends: 'person' },
  addPasskey: { access: account(), ...open, body: () => ({}), answer: 422 },
  listPasskeys: { access: person(), ...open },
  renamePasskey: { access: account(), ...open, ...passkey, body: () => ({ name: 'Another' }), spends: 'thing' },
  removePasskey: { access: account(), ...open, ...passkey, spends: 'person' },
  listSuspendedFactors: { access: person(), ...open },
  restoreSuspendedFactor: { access: account(), ...open, ...suspended, places: ['key'], spends: 'person' },
  removeSuspendedFactor: { access: account(), ...open, ...suspended, places: ['key'], spends: 'person' },
  resetMemberTwoFactor: { access: account('admin'), ...equipped, spends: 'thing' },
};
