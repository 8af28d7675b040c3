import type { SignerRole, Id } from '@countersign/contract';
import { statement } from '../../platform/db/statement.ts';

export type Addressed = { tenant_id: Id<'tenant'>; id: Id<'signer'> };

/** Across tenants, so under the role `auth`, which sees of a signer who it is for. Ids of documents are in the order of time. */
export const selectAddressed = statement<Addressed, [emailKey: string, limit: number]>(
  'inbox-addressed',
  'select tenant_id, id from signers where email_key = $1 order by document_id desc limit $2',
);

export type WaitingRow = {
  document_id: Id<'document'>;
  id: Id<'signer'>;
  title: string;
  role: SignerRole;
  status: 'pending-signature' | 'waiting';
  sender_name: string;
  organization: string;
  invited_at: Date | null;
  expires_at: Date | null;
  is_guarded: boolean;
};

/**
 * The address is asked for once more: it may have been corrected, or the document passed on, since these ids were found.
 * Before its turn nobody is told of a document, so it is listed only where its package is one that this address was asked about.
 */
export const selectWaiting = statement<
  WaitingRow,
  [tenant: string, ids: readonly string[], emailKey: string, environment: string, now: Date]
>(
  'inbox-waiting',
  `select d.id as document_id, s.id, d.title, s.role, s.status, u.name as sender_name, o.name as organization, s.invited_at, d.expires_at,
     s.access_code_hash is not null or s.second_step is not null as is_guarded
   from signers s
   join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id
   join tenants t on t.tenant_id = s.tenant_id
   join organizations o on o.tenant_id = s.tenant_id
   join users u on u.id = d.owner_id
   where s.tenant_id = $1 and s.id = any ($2) and s.email_key = $3 and (s.status = 'pending-signature' or s.status = 'waiting'
       and exists (select from documents e join signers o on o.tenant_id = e.tenant_id and o.document_id = e.id
         where e.tenant_id = $1 and e.package_id = d.package_id and o.email_key = $3 and o.status in ('pending-signature', 'signed')))
     and d.status = 'in-progress' and d.deleted_at is null and (d.expires_at is null or d.expires_at > $5) and t.environment = $4
   order by d.id desc`,
);
