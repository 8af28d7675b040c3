/** SQL of what happens to a document between sending and the last signature. */
import type { Id } from '@countersign/contract';
import { statement } from '../../platform/db/statement.ts';
export type StoppingRow = {
  document_id: Id<'document'>;
  email: string;
  locale: string | null;
  profile_locale: string | null;
  organization_locale: string | null;
  reminders_stopped_at: Date | null;
};
export const selectStopping = statement<StoppingRow, [tenant: string, signer: string]>(
  'signer-stopping',
  `select s.document_id, s.email, s.locale, u.locale as profile_locale, o.settings->>'locale' as organization_locale, s.reminders_stopped_at
   from signers s join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id join organizations o on o.tenant_id = s.tenant_id
   left join users u on u.email_key = s.email_key where s.tenant_id = $1 and s.id = $2`,
);
