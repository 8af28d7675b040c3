/** Rows of the access matrix about legal holds, retention and the deletion of accounts. */
import type { OperationId } from '@countersign/contract';
import { admin, type Row } from './row.ts';
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
  getRetentionRules: { access: admin('admin') },
  setRetentionRules: { access: admin('admin'), body: () => ({ rules: [] }) },
  listRetentionDue: { access: admin('admin') },
  dryRunRetention: { access: admin('admin'), places: ['doc', 'tpl'] },
  releaseLegalHold: { access: admin('admin'), ...hold, body: () => ({ reason: 'r' }), spends: 'thing' },
};
