/**
 * Account mails as jobs of the operator's organization: the account service is the installation's, and a person may belong to
 * none. Whether an address has an account is looked up here and not in the request, so that a request about a known address
 * does exactly what one about an unknown address does.
 */
import type { Tx } from '../../platform/db/transaction.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { AccountMail } from './account-mail-job.ts';
import { continuations } from './reactions.ts';
import { selectOperatorTenant } from './store.ts';

/** Queues a mail with the transaction; leaves it in the role `auth`. `sendAt`: of many mails that nobody waits for, when it is this one's turn. */
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
