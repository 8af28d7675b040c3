import type { Feature } from '../../platform/feature.ts';
import type { Erasure } from '../../platform/jobs/erasures.ts';
import { type AccountErasure, eraseAccounts } from './erase-accounts.ts';
import { operations, type Services } from './operations.ts';

const erasures: readonly Erasure<AccountErasure>[] = [{ name: 'accounts', of: 'rows', erase: eraseAccounts }];

export const accountDeletion = {
  name: 'account-deletion',
  operations,
  erasures,
} satisfies Feature<Services & AccountErasure>;
