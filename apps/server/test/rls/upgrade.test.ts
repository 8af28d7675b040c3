/**
 * An installation of the first version, with documents in every state, comes to the present one: by an owner who is no superuser,
 * as on somebody else's PostgreSQL, where row security holds for the owner's own migrations too. Nothing of it is lost.
 */
import { expect, test } from 'vitest';
import { emptyDatabase } from '../support/empty-database.ts';

const STATES = ['draft', 'in-progress', 'completed', 'expired', 'archived', 'voided', 'declined'];
const OF_BEFORE = `
  insert into users values ('usr_1', 'Ann@example.com', 'ann@example.com', 'Ann', 'hash', now());
  insert into tenants values ('ten_1', 'org_1', 'live', now()), ('ten_2', 'org_1', 'sandbox', now());
  insert into organizations values ('ten_1', 'org_1', 'Acme', 'enterprise', '{}', true, now());
  insert into memberships values ('ten_1', 'usr_1', 'owner', now());
  insert into sessions values ('\\x01', 'usr_1', 'ten_1', now(), now(), now() + interval '1 hour');
  insert into api_keys (tenant_id, id, name, hash, display, scopes, created_by, created_at)
    values ('ten_1', 'key_1', 'ci', '\\x02', 'sk_live_', '{documents:read}', 'usr_1', now());
  insert into seals values ('ten_1', '01', '\\x00', '\\x00', now());
  insert into blobs values ('ten_1', 'blb_1', 1, 'x', now());
  insert into documents (tenant_id, id, owner_id, title, filename, status, page_count, pages, size_bytes, sha256, blob_id, hash_state,
      has_signatures, created_at, updated_at, expires_at, sent_at, completed_at, sealed_at, archived_from)
    select 'ten_1', 'doc_' || status, 'usr_1', 'Führung ' || status, 'f.pdf', status, 1, '[]', 1, 'x', 'blb_1', '', false, now(), now(),
      now() + interval '9 days', now(), case when status = 'completed' then now() end, case when status = 'completed' then now() end,
      case when status = 'archived' then 'completed' end
    from unnest('{${STATES.join()}}'::text[]) status;
  insert into signers (tenant_id, document_id, id, position, signing_order, email, email_key, name, role, status, invited_at)
    select 'ten_1', id, 'sgn' || substr(id, 4), 1, 1, 'Bo@example.com', 'bo@example.com', 'Bo', 'signer', 'pending-signature', now()
    from documents where status <> 'draft';
  insert into fields (tenant_id, document_id, id, position, signer_id, kind, pdf_name, page, x, y, width, height, required)
    select 'ten_1', document_id, 'fld' || substr(id, 4), 1, id, 'signature', 'F', 1, 0, 0, 10, 10, true from signers;
  insert into certificates select 'ten_1', id, document_id, id, '\\x00', now() from signers;
  insert into revisions select 'ten_1', id, 1, 'sent', '\\x00', 2, 'y', '', '{}', null, now() from documents where status <> 'draft';
  insert into audit_streams select 'ten_1', id, 0, 'h', now() from documents;
  insert into audit_entries select 'ten_1', id, 0, 'adt' || substr(id, 4), now(), 'h', '\\x00' from documents;
  insert into person_keys values ('ten_1', 'sgn_draft', '\\x00');
  insert into audit_personal values ('ten_1', 'adt_draft', 'sgn_draft', '\\x00');
  insert into outbox select 'ten_1', 'evt' || substr(id, 4), 'document.created', id, '{}', now() from documents;
  insert into jobs (tenant_id, id, kind, lane, payload, run_at, created_at)
    select 'ten_1', 'job' || substr(id, 4), 'expire-document', 'other', '{}', now(), now() from documents;
  insert into mails values ('ten_1', 'eml_1', 'm', 'invitation', 'a', 'b', 's', 't', 'h', now());`;
const TABLES = [
  'users',
  'tenants',
  'organizations',
  'memberships',
  'api_keys',
  'seals',
  'certificates',
  'blobs',
  'documents',
  'revisions',
  'signers',
  'fields',
  'audit_streams',
  'audit_entries',
  'person_keys',
  'audit_personal',
  'outbox',
  'jobs',
  'mails',
];

test('all rows of the first version are there after all migrations, and its titles are found', async () => {
  const { client, migrate } = await emptyDatabase();
  await migrate((name) => name.startsWith('0001'));
  await client.query(OF_BEFORE);
  const counted = TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`).join();
  const counts = async () => (await client.query(`select ${counted}`)).rows;
  const before = await counts();
  await migrate((name) => name > '0002');
  expect(await counts()).toEqual(before);
  const { rows } = await client.query<{ document_id: string }>(
    `select document_id from document_titles where folded like 'fuhrung%' order by document_id`,
  );
  expect(rows.map(({ document_id: id }) => id)).toEqual(STATES.map((state) => `doc_${state}`).toSorted());
});
