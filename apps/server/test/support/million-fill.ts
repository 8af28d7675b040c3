/**
 * Fills an installation with the data of years of use: one organization with many documents, and many organizations
 * with a hundred each. The database itself writes the rows. Every table that grows with the documents is filled in the
 * proportions of real envelopes. Bytes that no list, search or sweep reads (incremental updates, hash states, bodies of
 * e-mails) are short.
 */
import pg from 'pg';

export type Sizes = {
  /** The number of the main organization's newest document. */
  main: number;
  /**
   * The number of the main organization's documents to fill, counted back from the newest one. By default, all
   * documents are filled.
   */
  documents?: number;
  organizations: number;
  each: number;
};

/**
 * These tables have no indexes while they are filled, because building an index afterwards is faster than updating it
 * for a million rows.
 */
const FILLED = [
  'users',
  'tenants',
  'organizations',
  'memberships',
  'blobs',
  'blob_keys',
  'documents',
  'signers',
  'revisions',
  'completion_certificates',
  'certificates',
  'archive_stamps',
  'document_titles',
  'document_recipients',
  'audit_streams',
  'audit_entries',
  'outbox',
  'jobs',
  'mails',
  'mail_places',
  'webhook_endpoints',
  'webhook_lanes',
  'webhook_deliveries',
  'webhook_attempts',
  'kept_answers',
  'sessions',
  'packages',
  'templates',
  'template_versions',
  'template_files',
  'security_events',
  'statistics_documents',
  'retention_rules',
  'retention_announcements',
  'legal_holds',
  'legal_hold_documents',
];

const MEMBERS = 200;
/** The member who owns one of every two hundred documents, with documents in every status. */
export const MEMBER = `usr_${'900001'.padStart(26, '0')}`;

const id = (kind: string, number: string) => `'${kind}_' || lpad((${number})::text, 26, '0')`;
const hash = (of: string) => `md5(${of}) || md5(${of})`;

/**
 * The properties of each document: its number in its organization (`n`) and overall (`g`), its status and the kind of
 * its title.
 */
const PLAN = `
create table filling.own as select m.tenant_id as t, m.user_id as u from memberships m join tenants using (tenant_id) where environment = 'live' order by 1 limit 1;
create table filling.org as select i, ${id('ten', 'i')} as t, ${id('usr', 'i')} as u from generate_series(1, :organizations) i;
create table filling.f as
  select t, u, n, g, (array['draft', 'in-progress', 'completed', 'completed', 'completed', 'expired', 'archived', 'declined', 'voided', 'completed'])[1 + n * 7 % 10] as st,
    (array['Lease', 'Invoice', 'Offer', 'Contract of employment', 'Annual report', 'Minutes'])[1 + n * 7 % 6] || ' ' ||
    (array['Köln', 'Zürich', 'São Paulo', 'Łódź', '東京', 'Αθήνα', 'Киев', 'Boston'])[1 + n * 11 % 8] || ' ' || n as title,
    case when n % 4 = 0 then array['tag' || n % 40] else '{}' end as tags, now() - n * interval '1 minute' as at
  from (select t, u, n, n as g from own, generate_series(:first, :main) n
    union all select t, u, k, :main + (i - 1) * :each + k from org, generate_series(1, :each) k) all_of_them;
analyze filling.f;
create table filling.s as select f.*, k, g * 2 + k as sg, case when k = 0 and g % greatest(1, :main / 300) = 0 and g <= :main then 'bench@bench.example'
    else 'person' || g * 2 + k || '@people.example' end as email,
    (array['Anna', 'Bora', 'Chiara', 'Dmitri', 'Émile'])[1 + g % 5] || ' ' || (array['Meyer', 'Nowak', 'Ortega', 'Petit'])[1 + g % 4] as name
  from f, generate_series(0, 1) k where st <> 'draft' and (k = 0 or n % 3 = 0);`;

const ORGANIZATIONS = `
insert into users (id, email, email_key, name, created_at, email_verified_at) select u, 'owner' || i || '@org.example', 'owner' || i || '@org.example', 'Owner ' || i, now(), now() from org;
insert into users (id, email, email_key, name, created_at, email_verified_at)
  select ${id('usr', '900000 + i')}, 'member' || i || '@bench.example', 'member' || i || '@bench.example', 'Member ' || i, now(), now() from generate_series(1, :members) i;
insert into tenants (tenant_id, organization_id, environment, created_at) select t, ${id('org', 'i')}, 'live', now() from org;
insert into organizations (tenant_id, id, name, created_at) select t, ${id('org', 'i')}, 'Organization ' || i, now() from org;
insert into organization_storage (organization_id, quota_bytes, used_bytes) select ${id('org', 'i')}, 1e12, :each * 1551 from org;
insert into memberships (tenant_id, user_id, role, created_at) select t, u, 'owner', now() from org;
insert into memberships (tenant_id, user_id, role, created_at) select t, ${id('usr', '900000 + i')}, 'member', now() from own, generate_series(1, :members) i;`;

const DOCUMENTS = `
insert into blobs (tenant_id, id, size_bytes, sha256, created_at, is_sealed) select t, ${id('blb', 'g')}, 1551, ${hash('g::text')}, at, true from f;
insert into blob_keys (tenant_id, blob_id, holder_id, wrapped) select t, ${id('blb', 'g')}, ${id('doc', 'g')}, decode(repeat('00', 60), 'hex') from f;
insert into documents (tenant_id, id, owner_id, title, filename, status, page_count, pages, size_bytes, sha256, blob_id, hash_state, has_signatures,
    created_at, updated_at, deleted_at, folded_title, tags, expires_at, sent_at, completed_at, sealed_at, archived_at, archived_from, template_id, package_id, package_position)
  select t, ${id('doc', 'g')}, case when g <= :main and n % 201 = 0 then '${MEMBER}' when g <= :main and n % 5 = 0 then ${id('usr', '900002 + n % (:members - 1)')} else u end, title, 'agreement.pdf', st, 1,
    '[{"width":595,"height":842}]', 1551, ${hash('g::text')}, ${id('blb', 'g')}, decode(repeat('00', 104), 'hex'), false,
    at, at, case when g <= :main and n % 500 = 3 then now() - n::bigint * 7919 % 43200 * interval '1 minute' end, translate(lower(title), 'öüãółźή', 'uuaolzη'), tags, case when st = 'in-progress' then now() + n::bigint * 7919 % 43200 * interval '1 minute' when st <> 'draft' then at + interval '30 days' end,
    case when st <> 'draft' then at end, case when st in ('completed', 'archived') then at end, case when st in ('completed', 'archived') then at end,
    case when st = 'archived' then now() end, case when st = 'archived' then 'completed' end,
    case when n % 20 = 1 then ${id('tpl', 'n % 50')} end, case when n % 50 < 2 and n > 50 then ${id('pkg', 'g / 50')} end, case when n % 50 < 2 and n > 50 then n % 50 end
  from f;
insert into signers (tenant_id, document_id, id, position, signing_order, email, email_key, name, role, status, signed_at, invited_at)
  select t, ${id('doc', 'g')}, ${id('sgn', 'sg')}, k, 1, email, email, name, 'signer', case when st = 'in-progress' then 'pending-signature' else 'signed' end,
    case when st <> 'in-progress' then at end, at from s;
insert into document_recipients (tenant_id, document_id, signer_id, folded) select t, ${id('doc', 'g')}, ${id('sgn', 'sg')}, lower(name) || ' ' || email from s;
insert into revisions (tenant_id, document_id, n, kind, tail, length, sha256, hash_state, state, created_at)
  select t, ${id('doc', 'g')}, k, case k when 1 then 'sent' when 2 then 'signature' else 'seal' end, '', 9000, ${hash('g::text')}, decode(repeat('00', 104), 'hex'), '{}', at
  from f, generate_series(1, 3) k where st in ('completed', 'archived');
insert into completion_certificates (tenant_id, document_id, bytes, sha256, pages, audit_n, created_at)
  select t, ${id('doc', 'g')}, '', ${hash('g::text')}, 2, 4, at from f where st in ('completed', 'archived');
insert into certificates (tenant_id, serial, document_id, signer_id, certificate, issued_at)
  select t, md5('c' || sg), ${id('doc', 'g')}, ${id('sgn', 'sg')}, decode(repeat('ab', 600), 'hex'), at from s where st in ('completed', 'archived');
insert into archive_stamps (tenant_id, document_id, file, expires_at, algorithms, retry_at)
  select t, ${id('doc', 'g')}, x, now() + interval '9 years' - n * interval '1 minute', 'ecdsa-p256 sha256', now() - interval '1 day'
  from f, unnest(array['document', 'certificate']) x where st in ('completed', 'archived');
insert into packages (tenant_id, id, owner_id, title, status, document_count, created_at, updated_at, sent_at)
  select t, ${id('pkg', 'g / 50')}, u, 'Package ' || n, (array['in-progress', 'completed', 'cancelled', 'expired'])[1 + n / 50 % 4], 2, at, at, at from f where n % 50 = 0 and n > 50;
insert into templates (tenant_id, id, owner_id, name, folded_name, shared, version, created_at, updated_at)
  select t, ${id('tpl', 'i')}, u, 'Template ' || i, 'template ' || i, i % 2 = 0, 1, now() - i * interval '1 hour', now() - i * interval '1 hour' from own, generate_series(0, 49) i
  union all select t, ${id('tpl', '1000 + i * 3 + k')}, u, 'Template ' || k, 'template ' || k, true, 1, now(), now() from org, generate_series(0, 2) k;`;

const TRAILS = `
insert into audit_streams (tenant_id, stream, n, hash, at, events) select t, ${id('doc', 'g')}, 1, ${hash('g::text')}, at, 2 from f;
insert into audit_entries (tenant_id, stream, n, id, at, hash, bytes)
  select t, ${id('doc', 'g')}, k, ${id('adt', 'g * 4 + k')}, at + k * interval '1 second', ${hash('g::text || k')},
    convert_to('{"actor":{"id":"' || u || '","kind":"user"},"at":"' || to_char(at at time zone 'UTC' + k * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","data":{},"id":"' || ${id('adt', 'g * 4 + k')} || '","n":' || k ||
      ',"pii":null,"prev":"' || case k when 0 then repeat('0', 64) else ${hash('g::text || 0')} end || '","stream":"' || ${id('doc', 'g')} || '","target":{"id":"' || ${id('doc', 'g')} || '","kind":"document"},"tenant":"' || t || '","type":"' ||
      (array['document.uploaded', 'document.completed'])[k + 1] || '","v":1}', 'UTF8')
  from f, generate_series(0, 1) k;
insert into outbox (tenant_id, id, kind, document_id, data, created_at, sequence, xid)
  select t, ${id('evt', 'g * 2 + k')}, (array['document.sent', 'document.completed'])[k + 1], ${id('doc', 'g')}, jsonb_build_object('documentId', ${id('doc', 'g')}), at, k + 1, pg_current_xact_id()
  from f, generate_series(0, 1) k where st <> 'draft';
insert into jobs (tenant_id, id, kind, lane, unique_key, payload, run_at, created_at)
  select t, ${id('job', 'g * 2 + k')}, (array['expire-document', 'remind'])[k + 1], 'timer', ${id('doc', 'g')}, '{}', now() + interval '10 days' + n * interval '1 minute', now()
  from f, generate_series(0, 1) k where st = 'in-progress';
insert into statistics_documents (tenant_id, document_id, owner_id, state, outcome, created_at, sent_at, ended_at, generation)
  select t, ${id('doc', 'g')}, u, st, st, at, at, at, 1 from f;
insert into mails (tenant_id, id, message_id, kind, from_address, to_address, subject, body_text, body_html, created_at)
  select t, ${id('eml', 'sg')}, sg || '@bench', 'invitation', 'a@b.example', email, 'Please sign', 'text', '<p>html</p>', at from s;
insert into mail_places (tenant_id, recipient, places) select t, sha256(email::bytea), array[now()] from s where sg % 20 < 2 on conflict do nothing;`;

const AROUND = `
insert into webhook_endpoints (tenant_id, id, url, events, payload_shape, active, secret_sealed, created_at, updated_at)
  select t, ${id('whk', 'min(g)')}, 'https://hooks.example/', '{*}', 'A', false, '', now(), now() from f group by t;
insert into webhook_attempts (tenant_id, delivery_id, n, at, duration_ms, url, status) select t, ${id('dlv', 'g')}, 1, now(), 20, 'https://hooks.example/', 200 from f;
insert into kept_answers (tenant_id, key_hash, state, claim, created_at) select t, sha256(g::text::bytea), 'done', 'x', now() + interval '300 days' from f where g % 10 = 0;
insert into sessions (token_hash, user_id, tenant_id, created_at, last_seen_at, expires_at, id, method)
  select sha256(g::text::bytea), u, t, now(), now(), now() + interval '300 days', ${id('ses', 'g')}, 'password' from f where g % 20 = 0;
insert into security_events (tenant_id, id, kind, severity, at, last_at, count, user_id, address, details, to_webhooks, to_syslog)
  select t, ${id('sev', 'g')}, (array['login.failed', 'request.blocked', 'rate.exceeded'])[1 + n % 3], (array['low', 'medium', 'high', 'critical'])[1 + n % 4], at, at, 1, u, '203.0.113.' || n % 250, '{}', false, false from f where g % 10 = 0 and (g > :main or n > :main - 500000);
insert into retention_rules (tenant_id, kind, target, days) select t, 'tag', 'tag' || k, 36500 from own, generate_series(0, 3) k on conflict do nothing;
insert into retention_announcements (tenant_id, document_id, announced_at, erase_at) select t, ${id('doc', 'g')}, now(), now() + interval '300 days' + n * interval '1 minute' from f where n % 10 = 2;
insert into legal_holds (tenant_id, id, kind, target, label, reason, placed_by_kind, placed_by_id, placed_at, released_at, released_by_kind, released_by_id, release_reason)
  select t, ${id('hld', 'g')}, 'document', ${id('doc', 'g')}, title, 'A lawsuit', 'user', u, at, case when n % 1000 = 0 then now() end, case when n % 1000 = 0 then 'user' end, case when n % 1000 = 0 then u end,
    case when n % 1000 = 0 then 'settled' end from f where n % 500 = 0;
insert into legal_hold_documents (tenant_id, hold_id, document_id) select t, ${id('hld', 'g')}, ${id('doc', 'g')} from f where n % 500 = 0;`;

/** The statements that build rows from rows that were written earlier. */
const THEREAFTER = `
insert into document_titles (tenant_id, document_id, folded, tags) select tenant_id, id, folded_title, tags from documents where id like 'doc\\_000%';
insert into template_versions (tenant_id, template_id, version, name, content, made_by, created_at, file_version)
  select tenant_id, id, 1, name, '{}', owner_id, created_at, 1 from templates where id like 'tpl\\_000%';
insert into template_files (tenant_id, template_id, version, filename, pages, size_bytes, sha256, blob_id, hash_state, has_signatures)
  select tenant_id, id, 1, 'agreement.pdf', '[{"width":595,"height":842}]', 1551, ${hash('id')}, ${id('blb', ':main')}, decode(repeat('00', 104), 'hex'), false from templates where id like 'tpl\\_000%';
insert into webhook_lanes (tenant_id, endpoint_id) select tenant_id, id from webhook_endpoints;
insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, kind, document_id, sequence, payload_shape, event_at, state, attempts, tries, first_at, run_at, last_status, created_at, finished_at)
  select f.t, ${id('dlv', 'g')}, e.id, ${id('evt', 'g * 2')}, 'document.sent', ${id('doc', 'g')}, 1, 'A', now(), case when n % 100 = 7 then 'dead' else 'delivered' end, 1, 1, now(), now(), 200, now(),
    now() - (n % 29) * interval '1 day' from f join webhook_endpoints e on e.tenant_id = f.t;
update organization_storage o set used_bytes = :main::bigint * 1551 from tenants t where t.organization_id = o.organization_id and t.tenant_id in (select t from own);
-- The figures count as counted: otherwise the server would begin with a million events.
insert into statistics_positions (tenant_id, xid, event_id, documents_total) select tenant_id, pg_current_xact_id(), 'evt_z', 0 from tenants
  on conflict (tenant_id) do update set xid = excluded.xid, event_id = excluded.event_id;`;

type Fill = {
  say?: (line: string) => void;
  /** The number of statements that run concurrently. */
  sessions?: number;
};
type Step = { name: string; text: string };

const OPTIONS = [
  'session_replication_role=replica',
  'synchronous_commit=off',
  'work_mem=256MB',
  'maintenance_work_mem=1GB',
  'max_parallel_workers=2',
  'max_parallel_maintenance_workers=2',
  'search_path=public,filling',
];

/**
 * Fills an installation that has been set up but is otherwise empty, while no server is using it. Each step records its
 * completion in its own transaction, so that an interrupted fill continues where it stopped.
 */
export async function fill(connection: pg.ClientConfig, sizes: Sizes, { say = () => {}, sessions = 1 }: Fill = {}) {
  const clients = Array.from(
    { length: sessions },
    () => new pg.Client({ ...connection, options: OPTIONS.map((option) => `-c ${option}`).join(' ') }),
  );
  const begun = performance.now();
  const { main, documents = main } = sizes;
  const values: Record<string, number> = { ...sizes, first: main - documents + 1, members: MEMBERS };
  const stepsOf = (part: string): Step[] =>
    part
      .split(/;\n|;$/)
      .filter((text) => text.trim() !== '')
      .map((text) => text.replaceAll(/(?<!:):([a-z]+)/g, (whole, name: string) => String(values[name] ?? whole)))
      .map((text, i) => ({ name: `${i} ${/(table|into|update|analyze) ([\w.]+)/.exec(text)?.[2] ?? ''}`, text }));

  /** Runs the steps in any order, with one step at a time on each session. */
  async function run(stage: string, steps: readonly Step[]): Promise<void> {
    const left = [...steps];
    await Promise.all(
      clients.map(async (client) => {
        for (let step = left.shift(); step; step = left.shift()) {
          const key = `${stage} ${step.name}`;
          const { rowCount } = await client.query('select from filling.done where step = $1', [key]);
          if (rowCount) continue;
          await client.query('begin');
          await client.query(step.text);
          await client.query('insert into filling.done (step) values ($1)', [key]);
          await client.query('commit');
          say(`${((performance.now() - begun) / 1000).toFixed(0)} s: ${key}`);
        }
      }),
    );
  }

  try {
    for (const client of clients) await client.connect();
    const [first] = clients;
    if (!first) throw new Error('There is no client.');
    await first.query(
      `create schema if not exists filling;
       create table if not exists filling.done (step text primary key);
       create table if not exists filling.indexes (name text primary key, definition text not null)`,
    );
    for (const step of stepsOf(PLAN)) await run('plan', [step]);
    await run('indexes', [{ name: 'dropped', text: withoutIndexes() }]);
    await run('rows', stepsOf([ORGANIZATIONS, DOCUMENTS, TRAILS, AROUND].join('\n')));
    await run('thereafter', stepsOf(THEREAFTER));
    const { rows } = await first.query<{ name: string; definition: string }>(
      `select name, definition from filling.indexes order by definition like '% USING gin %' desc, name`,
    );
    await run(
      'index',
      rows.map(({ name, definition }) => ({ name, text: definition })),
    );
    await first.query('drop schema filling cascade');
    await first.query('vacuum analyze');
    say(`${((performance.now() - begun) / 1000).toFixed(0)} s: all`);
  } finally {
    for (const client of clients) await client.end();
  }
}

/** Records the indexes of the filled tables, and drops them. Indexes of constraints are kept. */
function withoutIndexes(): string {
  const tables = FILLED.map((name) => `'${name}'::regclass`).join(', ');
  return `do $$ declare dropped record; begin
    insert into filling.indexes (name, definition) select i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) from pg_index i
      where i.indrelid in (${tables}) and not exists (select from pg_constraint where conindid = i.indexrelid);
    for dropped in select name from filling.indexes loop execute format('drop index %s', dropped.name); end loop;
  end $$`;
}
