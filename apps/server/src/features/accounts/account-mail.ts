/**
 * Account e-mails are sent by jobs of the operator's organization, because the account service belongs to the
 * installation and a person may belong to no organization. The job, and not the request, looks up whether an address
 * has an account. Requests about known and unknown addresses therefore do exactly the same work.
 */
import type { Tx } from '../../platform/db/transaction.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { AccountMail } from './account-mail-job.ts';
import { continuations } from './reactions.ts';
import { selectOperatorTenant } from './store.ts';

/**
 * Queues an e-mail in the transaction and leaves the transaction in the `auth` role. `sendAt` spreads non-urgent bulk
 * e-mails over time.
 */
export async function queueMail(
  uow: UnitOfWork,
  tx: Tx,
  { sendAt, ...mail }: Pick<AccountMail, 'mail' | 'to'> & Partial<AccountMail> & { sendAt?: Date | undefined },
): Promise<void> {
  tx.enter({ role: 'auth' });
  const [operator] = await tx.query(selectOperatorTenant());
  if (!operator) return;
  const whole: AccountMail = {
    name: '',
    linkId: null,
    tenantId: null,
    organization: null,
    by: null,
    detail: null,
    ...mail,
  };
  tx.enter({ role: 'app', tenantId: operator.tenant_id });
  uow.recorder.start(tx, operator.tenant_id, continuations[mail.mail], { ...whole, sendAt });
  tx.enter({ role: 'auth' });
}
