/** Migration 0033 on a database that has templates already: their file becomes that of all of their versions. */
import { expect, test } from 'vitest';
import { emptyDatabase, forcedOn } from '../support/empty-database.ts';

test('templates made before keep their file, under each of their versions', async () => {
  const { client, migrate } = await emptyDatabase();
  await migrate((name) => name < '0033');
  await client.query(`
    insert into users (id, email, email_key, name, created_at) values ('usr_1', 'a', 'a', 'a', now());
    insert into tenants values ('ten_1', 'org_1', 'live', now());
    insert into blobs values ('ten_1', 'blb_1', 7, 'x', now());
    insert into templates (tenant_id, id, owner_id, name, folded_name, version, filename, pages, size_bytes, sha256, blob_id, hash_state,
        has_signatures, warnings, created_at, updated_at)
      values ('ten_1', 'tpl_1', 'usr_1', 'n', 'n', 2, 'f.pdf', '[{"width": 1, "height": 2}]', 7, 'x', 'blb_1', 'state', true, '{w}', now(), now());
    insert into template_versions (tenant_id, template_id, version, name, content, made_by, created_at)
      select 'ten_1', 'tpl_1', n, 'n', '{}', 'usr_1', now() from generate_series(1, 2) n;
    insert into bulk_sends (tenant_id, id, template_id, template_version, template_name, owner_id, party, settings, columns, total, created_at)
      values ('ten_1', 'bks_1', 'tpl_1', 1, 'n', 'usr_1', '{}', '{}', '[]', 1, now());`);
  await migrate((name) => name.startsWith('0033'));
  const { rows } = await client.query(
    `select v.version, f.version as since, f.filename, f.pages, f.size_bytes, f.blob_id, f.has_signatures, f.warnings
     from template_versions v join template_files f on f.template_id = v.template_id and f.version = v.file_version order by v.version`,
  );
  const file = { since: 1, filename: 'f.pdf', pages: [{ width: 1, height: 2 }], size_bytes: '7', blob_id: 'blb_1' };
  expect(rows).toEqual([1, 2].map((version) => ({ version, ...file, has_signatures: true, warnings: ['w'] })));
  const { rows: sends } = await client.query('select rows_erased_at, erased_sent, erased_failed from bulk_sends');
  expect(sends).toEqual([{ rows_erased_at: null, erased_sent: 0, erased_failed: 0 }]);
  expect(await forcedOn(client, ['templates', 'template_versions', 'template_files', 'bulk_sends'])).toEqual(
    Array.from({ length: 4 }, () => true),
  );
});
