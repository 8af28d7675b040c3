/** SQL for the data that a signature writes in addition to the document. */
import type { Id } from '@countersign/contract';
import { statement } from '../../platform/db/statement.ts';

/** Returns a row only if the session was still active. */
export const endInPersonSigned = statement<{ id: Id<'inPersonSession'> }, [tenant: string, session: string, now: Date]>(
  'in-person-signed',
  `update in_person_sessions set ended_at = $3, ended_by = 'signed'
   where tenant_id = $1 and id = $2 and ended_at is null and expires_at > $3 returning id`,
);

/** Returns the attachments that have not changed since they were signed. */
export const bindAttachments = statement<
  { id: Id<'attachment'> },
  [tenant: string, signer: string, ids: string[], now: Date]
>(
  'attachments-bind',
  'update attachments set bound_at = $4 where tenant_id = $1 and signer_id = $2 and id = any($3) and bound_at is null returning id',
);

export const selectOwnersBeside = statement<{ id: Id<'user'> }, [tenant: string, document: string]>(
  'revocation-owners',
  `select m.user_id as id from memberships m join documents d on d.tenant_id = m.tenant_id and d.id = $2
   where m.tenant_id = $1 and m.role = 'owner' and m.deactivated_at is null and m.user_id <> d.owner_id order by m.user_id`,
);
/** The live tenant comes first. Runs in the role `auth`. */
export const selectTenantsOf = statement<{ tenant_id: string }, [organization: string]>(
  'revocation-tenants',
  'select tenant_id from tenants where organization_id = $1 order by environment',
);
