/** SQL of what a signature writes beside the document. */
import type { Id } from '@countersign/contract';
import { statement } from '../../platform/db/statement.ts';

/** The signature ends the session it was made in; answers with a row only where that was still live. */
export const endInPersonSigned = statement<{ id: Id<'inPersonSession'> }, [tenant: string, session: string, now: Date]>(
  'in-person-signed',
  `update in_person_sessions set ended_at = $3, ended_by = 'signed'
   where tenant_id = $1 and id = $2 and ended_at is null and expires_at > $3 returning id`,
);

/** Answers with those that are still the ones that were signed over. */
export const bindAttachments = statement<
  { id: Id<'attachment'> },
  [tenant: string, signer: string, ids: string[], now: Date]
>(
  'attachments-bind',
  'update attachments set bound_at = $4 where tenant_id = $1 and signer_id = $2 and id = any($3) and bound_at is null returning id',
);

/** Owners of the organization, except the one who sent the document. */
export const selectOwnersBeside = statement<{ id: Id<'user'> }, [tenant: string, document: string]>(
  'revocation-owners',
  `select m.user_id as id from memberships m join documents d on d.tenant_id = m.tenant_id and d.id = $2
   where m.tenant_id = $1 and m.role = 'owner' and m.deactivated_at is null and m.user_id <> d.owner_id order by m.user_id`,
);
/** Live first. In the role `auth`. */
export const selectTenantsOf = statement<{ tenant_id: string }, [organization: string]>(
  'revocation-tenants',
  'select tenant_id from tenants where organization_id = $1 order by environment',
);
