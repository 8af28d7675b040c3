/** Rows of the access matrix for programs that sign in by showing a code. */
import type { OperationId } from '@countersign/contract';
import { expect } from 'vitest';
import { anyone, person, type Row } from './row.ts';
import type { Someone, World } from './world.ts';

/** One network address may have only 20 waiting sign-ins, and all callers here have the same address. */
const fromElsewhere = (world: World) => world.app.sql(`update device_sign_ins set address = '192.0.2.9'`);
const waiting = async (world: World) => {
  const body = { device: 'countersign on a laptop' };
  await fromElsewhere(world);
  const answer = await world.app.anyone.post<'startDeviceSignIn'>('/api/auth/device', body);
  // `token` contains both the program's code and the person's code.
  return { ids: {}, token: `${answer.body.device_code} ${answer.body.user_code}` };
};
const confirmed = async (world: World, by: Someone) => {
  const thing = await waiting(world);
  const { session } = await world.person('owner', by.organization);
  const body = { userCode: codes(thing.token)[1], scopes: ['documents:read'] };
  expect((await session.post('/api/auth/device/confirm', body)).status).toBe(200);
  return thing;
};
const codes = (token = ''): string[] => token.split(' ');

export const DEVICE_ROWS: Partial<Record<OperationId, Row>> = {
  startDeviceSignIn: {
    access: anyone,
    body: async ({ world }) => {
      await fromElsewhere(world);
      return { device: 'countersign on a laptop', environment: 'live' };
    },
    spends: 'thing',
  },
  finishDeviceSignIn: {
    access: anyone,
    make: confirmed,
    body: ({ thing }) => ({ device_code: codes(thing.token)[0] }),
    spends: 'thing',
  },
  reviewDeviceSignIn: { access: person(), make: waiting, body: ({ thing }) => ({ userCode: codes(thing.token)[1] }) },
  confirmDeviceSignIn: {
    access: person('admin'),
    make: waiting,
    body: ({ thing }) => ({ userCode: codes(thing.token)[1], scopes: ['documents:read'], environment: 'live' }),
    spends: 'thing',
  },
};
