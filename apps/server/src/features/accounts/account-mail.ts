/**
 * Account mails as jobs of the operator's organization: the account service is the installation's, and a person may belong to
 * none. Whether an address has an account is looked up here and not in the request, so that a request about a known address
 * does exactly what one about an unknown address does.
 */
import type { AccountMailKind } from '../mail/index.ts';
import { MAIL_RETRIES } from '../notifications/index.ts';
import { defineJob } from '../../platform/jobs/queue.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectOperatorTenant } from './store.ts';

/** The kinds of a template, and requests whose mail depends on whether the address has an account. */
export type AccountMailRequest = AccountMailKind | 'registration' | 'resend-verification' | 'forgot-password';

export type AccountMail = {
  mail: AccountMailRequest;
  to: string;
  name: string;
  /** Id of the row behind the link (registration, e-mail token, invitation). */
  linkId: string | null;
  /** The organization in whose name somebody had it sent: whose language it is in, and among whose mails to the address it counts. */
  tenantId: string | null;
  organization: string | null;
  /** Who did it, by name. */
  by: string | null;
  /** What the mail is about beside that: the new role, the device, the new address. */
  detail: string | null;
  /** Waited for its place already: it goes out now. */
  isPlaced?: boolean;
};

export const accountMailJob = defineJob<AccountMail>('account-mail', {
  lane: 'mail',
  retryAfter: MAIL_RETRIES,
  lease: 60,
});

/** Queues a mail with the transaction; leaves it in the role `auth`. */
export async function queueMail(
  uow: UnitOfWork,
  tx: Tx,
  mail: Pick<AccountMail, 'mail' | 'to'> & Partial<AccountMail>,
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
  uow.recorder.enqueue(tx, operator.tenant_id, accountMailJob.request(whole));
  tx.enter({ role: 'auth' });
}
