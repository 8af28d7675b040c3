/** Rows of the access matrix about legal holds, retention and the deletion of accounts. */
import type { OperationId } from '@countersign/contract';
import { OWNER } from '../app.ts';
import { account, admin, person, type Row } from './row.ts';
import { prefixOf } from './world.ts';

const HOLD = { kind: 'tag', target: 'matter', reason: 'r' };
const hold = {
  owned: 'organization',
  make: async (world, by, environment) => {
    const maker = await world.person('owner', by.organization);
    const path = `${prefixOf(environment)}/api/legal/holds`;
    const { body } = await maker.session.post<'placeLegalHold'>(path, HOLD);
    return { ids: { hld: body.hold.id } };
  },
} satisfies Partial<Row>;

export const LEGAL_ROWS: Partial<Record<OperationId, Row>> = {
  listLegalHolds: { access: admin('admin'), places: ['hld'] },
  placeLegalHold: { access: admin('admin'), body: () => HOLD, spends: 'thing' },
  deleteAccount: {
    access: account(),
    withoutSecondFactor: true,
    // Whoever is the only owner of something has to hand it over; others leave.
    make: async (world, by) => {
      await world.person('owner', by.organization);
      return { ids: {} };
    },
    body: () => ({ password: OWNER.password }),
    spends: 'person',
  },
  getAccountDeletion: { access: person(), withoutSecondFactor: true },
  cancelAccountDeletion: {
    access: account(),
    withoutSecondFactor: true,
    make: async ({ app }, by) => {
      await app.sql(
        'insert into account_deletions (user_id, requested_at, due_at) values ($1, now(), now()) on conflict do nothing',
        [by.userId],
      );
      return { ids: {} };
    },
    spends: 'person',
  },
  getRetentionRules: { access: admin('admin') },
  setRetentionRules: { access: admin('admin'), body: () => ({ rules: [] }) },
  listRetentionDue: { access: admin('admin') },
  dryRunRetention: { access: admin('admin'), places: ['doc', 'tpl'] },
  releaseLegalHold: { access: admin('admin'), ...hold, body: () => ({ reason: 'r' }), spends: 'thing' },
};
