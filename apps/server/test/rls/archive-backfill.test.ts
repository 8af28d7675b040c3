/**
 * Migrations 0006 and 0036 on a database that has sealed files already, by an owner who is no superuser: row security is forced on
 * the owner too, so a migration that reads rows has to say so. What was sealed before must not be forgotten by archive renewal.
 */
import { expect, test } from 'vitest';
import { emptyDatabase, forcedOn } from '../support/empty-database.ts';

const SEALED = `
  insert into users (id, email, email_key, name, created_at) values ('usr_1', 'a', 'a', 'a', now());
  insert into tenants values ('ten_1', 'org_1', 'live', now());
  insert into blobs values ('ten_1', 'blb_1', 1, 'x', now());
  insert into documents (tenant_id, id, owner_id, title, filename, status, page_count, pages, size_bytes, sha256, blob_id,
      hash_state, has_signatures, created_at, updated_at, sealed_at)
    select 'ten_1', id, 'usr_1', 't', 'f', 'completed', 1, '[]', 1, 'x', 'blb_1', '', false, now(), now(), sealed
    from (values ('doc_sealed', now()), ('doc_open', null)) as given (id, sealed);`;

test('documents sealed before are noted, to be looked up by the first renewal run', async () => {
  const { client, migrate } = await emptyDatabase();
  await migrate((name) => name < '0006');
  await client.query(SEALED);
  await migrate((name) => name.startsWith('0006'));
  const { rows } = await client.query('select document_id, expires_at, algorithms from archive_stamps');
  expect(rows).toEqual([{ document_id: 'doc_sealed', expires_at: null, algorithms: '' }]);
  expect(await forcedOn(client, ['documents', 'archive_stamps'])).toEqual([true, true]);
});

test('certificates of completion made before are noted as well', async () => {
  const { client, migrate } = await emptyDatabase();
  await migrate((name) => name < '0036');
  await client.query(SEALED);
  await client.query(`
    insert into archive_stamps (tenant_id, document_id, expires_at) values ('ten_1', 'doc_sealed', '2036-01-01');
    insert into completion_certificates (tenant_id, document_id, bytes, sha256, pages, audit_n, created_at)
      values ('ten_1', 'doc_sealed', '', 'x', 1, 1, now())`);
  await migrate((name) => name.startsWith('0036'));
  const { rows } = await client.query('select document_id, file, expires_at from archive_stamps order by file');
  expect(rows).toEqual([
    { document_id: 'doc_sealed', file: 'certificate', expires_at: null },
    { document_id: 'doc_sealed', file: 'document', expires_at: new Date('2036-01-01') },
  ]);
  expect(await forcedOn(client, ['completion_certificates', 'archive_stamps'])).toEqual([true, true]);
});
