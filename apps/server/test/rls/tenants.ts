/** Two tenants with a row in every table, written by the owner of the schema, for whom row security does not count. */
import type pg from 'pg';
import { newId } from '../../src/platform/crypto/ids.ts';

/** What belongs to no tenant. Every other table has to carry `tenant_id`; a new one belongs into `fill` below. */
export const GLOBAL_TABLES = ['authorities', 'installation', 'migrations', 'sessions', 'users'];

const AT = '2026-01-02T03:04:05.678Z';
const SOME = Buffer.from('some bytes');

export async function fillGlobalTables(owner: pg.Client): Promise<void> {
  await insert(owner, 'installation', {
    origin: 'countersign.test',
    link_key_sealed: SOME,
    setup_token_hash: SOME,
    created_at: AT,
  });
  await insert(owner, 'authorities', {
    environment: 'live',
    kind: 'root',
    certificate: SOME,
    key_sealed: SOME,
    created_at: AT,
  });
}

/** Returns the tenant's id. */
export async function fillTenant(owner: pg.Client, name: string): Promise<string> {
  const tenant_id = newId('tenant');
  const user_id = newId('user');
  const add = (table: string, row: Record<string, unknown>) => insert(owner, table, { tenant_id, ...row });
  await add('tenants', { organization_id: newId('organization'), environment: 'live', created_at: AT });
  await add('organizations', { id: newId('organization'), name, created_at: AT });
  await insert(owner, 'users', {
    id: user_id,
    email: `${name}@example.com`,
    email_key: `${name}@example.com`,
    name,
    password_hash: 'a hash',
    created_at: AT,
  });
  await add('sessions', { token_hash: Buffer.from(name), user_id, created_at: AT, last_seen_at: AT, expires_at: AT });
  await add('memberships', { user_id, role: 'owner', created_at: AT });
  await add('api_keys', {
    id: newId('apiKey'),
    name,
    hash: SOME,
    display: 'sk_live_…',
    scopes: '{}',
    created_by: user_id,
    created_at: AT,
  });
  await add('seals', { serial: '01', certificate: SOME, key_sealed: SOME, created_at: AT });
  await fillDocument(add, user_id);
  await add('person_keys', { person_id: user_id, key_sealed: SOME });
  await add('jobs', { id: newId('job'), kind: 'test', lane: 'mail', payload: '{}', run_at: AT, created_at: AT });
  await add('mails', {
    id: newId('mail'),
    message_id: '<1@example.com>',
    kind: 'invitation',
    from_address: 'a@example.com',
    to_address: 'b@example.com',
    subject: 's',
    body_text: 't',
    body_html: 'h',
    created_at: AT,
  });
  return tenant_id;
}

async function fillDocument(
  add: (table: string, row: Record<string, unknown>) => Promise<void>,
  owner_id: string,
): Promise<void> {
  const document_id = newId('document');
  const signer_id = newId('signer');
  const blob_id = newId('blob');
  await add('blobs', { id: blob_id, size_bytes: 10, sha256: 'x', created_at: AT });
  await add('documents', {
    id: document_id,
    owner_id,
    title: 't',
    filename: 'f.pdf',
    status: 'in-progress',
    page_count: 1,
    pages: '[]',
    size_bytes: 10,
    sha256: 'x',
    blob_id,
    hash_state: SOME,
    has_signatures: false,
    created_at: AT,
    updated_at: AT,
  });
  await add('revisions', {
    document_id,
    n: 1,
    kind: 'sent',
    tail: SOME,
    length: 20,
    sha256: 'x',
    hash_state: SOME,
    state: '{}',
    created_at: AT,
  });
  await add('signers', {
    document_id,
    id: signer_id,
    position: 0,
    signing_order: 1,
    email: 's@example.com',
    email_key: 's@example.com',
    name: 's',
    role: 'signer',
    status: 'pending-signature',
  });
  await add('fields', {
    document_id,
    id: newId('field'),
    position: 0,
    signer_id,
    kind: 'signature',
    pdf_name: 'f',
    page: 1,
    x: 0,
    y: 0,
    width: 1,
    height: 1,
    required: true,
  });
  await add('certificates', { serial: '01', document_id, signer_id, certificate: SOME, issued_at: AT });
  const entry = newId('audit');
  await add('audit_streams', { stream: document_id, n: 0, hash: 'x', at: AT });
  await add('audit_entries', { stream: document_id, n: 0, id: entry, at: AT, hash: 'x', bytes: SOME });
  await add('audit_personal', { entry_id: entry, person_id: owner_id, sealed: SOME });
  await add('outbox', { id: newId('event'), kind: 'document.sent', document_id, data: '{}', created_at: AT });
}

async function insert(owner: pg.Client, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row);
  await owner.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}
