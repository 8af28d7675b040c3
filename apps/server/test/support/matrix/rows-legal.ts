/** Rows of the access matrix about legal holds, retention and the deletion of accounts. */
import type { OperationId } from '@countersign/contract';
import { OWNER } from '../app.ts';
import { account, admin, operatorAdmin, person, type Row } from './row.ts';
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

const ACTIVITY = { name: 'n', purpose: 'p', legalBasis: 'b', people: 'p', data: 'd', retention: 'r' };
const activity = {
  owned: 'organization',
  make: async (world, by, environment) => {
    const maker = await world.person('owner', by.organization);
    const path = `${prefixOf(environment)}/api/legal/processing-activities`;
    const { body } = await maker.session.post<'addProcessingActivity'>(path, ACTIVITY);
    return { ids: { pra: body.activity.id } };
  },
} satisfies Partial<Row>;
const consent = {
  owned: 'organization',
  make: async (world, by, environment) => {
    const maker = await world.person('owner', by.organization);
    const path = `${prefixOf(environment)}/api/legal/consent-texts`;
    const { body } = await maker.session.post<'addConsentText'>(path, { language: 'en', text: 'x' });
    return { ids: {}, token: body.text.sha256 };
  },
  params: ({ thing }) => ({ hash: thing.token ?? '' }),
} satisfies Partial<Row>;

export const LEGAL_ROWS: Partial<Record<OperationId, Row>> = {
  listLegalHolds: { access: admin('admin'), places: ['hld'] },
  getLegalHold: { access: admin('admin'), ...hold, hidden: 'LEGAL_HOLD_NOT_FOUND' },
  placeLegalHold: { access: admin('admin'), body: () => HOLD, spends: 'thing' },
  deleteAccount: {
    access: account(),
    withoutSecondFactor: true,
    // The only owner of an organization must transfer it before deleting the account, so another owner is added.
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
  listProcessingActivities: { access: admin('admin'), places: ['pra'] },
  addProcessingActivity: { access: admin('admin'), body: () => ACTIVITY, spends: 'thing' },
  changeProcessingActivity: {
    access: admin('admin'),
    ...activity,
    body: () => ({ ...ACTIVITY, name: 'm', version: 1 }),
    spends: 'thing',
  },
  listProcessingActivityVersions: { access: admin('admin'), ...activity, hidden: 'PROCESSING_ACTIVITY_NOT_FOUND' },
  getProcessingActivity: { access: admin('admin'), ...activity, hidden: 'PROCESSING_ACTIVITY_NOT_FOUND' },
  exportProcessingRegister: { access: admin('admin'), query: () => 'format=json' },
  listSubProcessors: { access: admin('admin') },
  publishSubProcessors: {
    access: operatorAdmin,
    body: async ({ world }) => {
      const [row] = await world.app.sql<{ version: number }>(
        'select coalesce(max(version), 0) as version from sub_processor_lists',
      );
      return { subProcessors: [], version: row?.version ?? 0 };
    },
    spends: 'thing',
  },
  listConsentTexts: { access: admin('admin') },
  addConsentText: { access: admin('admin'), body: () => ({ language: 'en', text: 'x' }), spends: 'thing' },
  getConsentText: { access: admin('admin'), ...consent },
  withdrawConsentText: { access: admin('admin'), ...consent, spends: 'thing' },
  releaseLegalHold: { access: admin('admin'), ...hold, body: () => ({ reason: 'r' }), spends: 'thing' },
};
