/** Two tenants with a row in every table, written by the owner of the schema, who bypasses row security. */
import type pg from 'pg';
import { newId } from '../../src/platform/crypto/ids.ts';

/** Tables without a tenant. Every other table must have `tenant_id`, and a new table must be added to `fill` below. */
export const GLOBAL_TABLES = [
  'account_deletions',
  'authorities',
  'blob_encryption',
  'blob_home',
  'blob_scrubs',
  'clock_state',
  'device_sign_ins',
  'domain_owners',
  'email_tokens',
  'installation',
  'invoice_numbers',
  'known_devices',
  'last_sign_ins',
  'log_keys',
  'log_witnesses',
  'login_attempts',
  'login_steps',
  'migrations',
  'organization_storage',
  'passkeys',
  'rate_buckets',
  'recovery_codes',
  'registrations',
  'sessions',
  'sub_processor_lists',
  'suspended_passkeys',
  'suspended_totp_factors',
  'timestamp_units',
  'totp_factors',
  'unclaimed_files',
  'users',
  'webauthn_challenges',
];

const AT = '2026-01-02T03:04:05.678Z';
const SOME = Buffer.from('some bytes');

export async function fillGlobalTables(owner: pg.Client): Promise<void> {
  await insert(owner, 'installation', {
    origin: 'countersign.test',
    link_key_sealed: SOME,
    setup_token_hash: SOME,
    created_at: AT,
  });
  await insert(owner, 'timestamp_units', {
    environment: 'live',
    serial: '01',
    certificate: SOME,
    key_sealed: SOME,
    created_at: AT,
  });
  await insert(owner, 'registrations', {
    id: newId('registration'),
    email: 'new@example.com',
    email_key: 'new@example.com',
    name: 'n',
    organization: 'o',
    password_hash: 'a hash',
    device_hash: SOME,
    created_at: AT,
    expires_at: AT,
  });
  await insert(owner, 'rate_buckets', { bucket: SOME, counted_at: AT });
  await insert(owner, 'login_attempts', { bucket: SOME, failures: 1, last_at: AT });
  await insert(owner, 'organization_storage', { organization_id: 'org_1', quota_bytes: 1, used_bytes: 1 });
  await insert(owner, 'device_sign_ins', {
    device_hash: SOME,
    user_code_hash: SOME,
    device: 'laptop',
    environment: 'live',
    address: '192.0.2.1',
    created_at: AT,
    expires_at: AT,
  });
  await insert(owner, 'clock_state', { seen_at: AT });
  await insert(owner, 'sub_processor_lists', { version: 1, published_at: AT, effective_at: AT, content: '[]' });
  await insert(owner, 'blob_home', { place: 'folder' });
  await insert(owner, 'blob_scrubs', { started_at: AT, lease_until: AT });
  await insert(owner, 'unclaimed_files', { key: 'ten_1/blb_1', found_at: AT });
  await insert(owner, 'log_keys', {
    generation: 1,
    public_key: Buffer.alloc(32),
    key_sealed: SOME,
    created_at: AT,
  });
  await insert(owner, 'log_witnesses', { witness: 'w' });
  await insert(owner, 'authorities', {
    environment: 'live',
    kind: 'root',
    certificate: SOME,
    key_sealed: SOME,
    created_at: AT,
  });
}

/** Creates a tenant with a row in every table, and returns the tenant's ID. */
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
  await insert(owner, 'account_deletions', { user_id, requested_at: AT, due_at: AT });
  await insert(owner, 'email_tokens', {
    id: newId('emailToken'),
    purpose: 'reset-password',
    user_id,
    email: `${name}@example.com`,
    created_at: AT,
    expires_at: AT,
  });
  await insert(owner, 'login_steps', { token_hash: Buffer.from(name), user_id, created_at: AT, expires_at: AT });
  await insert(owner, 'totp_factors', { user_id, secret_sealed: SOME, created_at: AT });
  await insert(owner, 'recovery_codes', { user_id, code_hash: SOME, created_at: AT });
  await insert(owner, 'passkeys', {
    id: newId('passkey'),
    user_id,
    credential_id: Buffer.from(name),
    public_key: SOME,
    counter: 0,
    transports: [],
    backed_up: false,
    name: 'a key',
    created_at: AT,
  });
  await insert(owner, 'suspended_passkeys', {
    id: newId('passkey'),
    user_id,
    credential_id: Buffer.from(name),
    public_key: SOME,
    counter: 0,
    transports: [],
    backed_up: false,
    name: 'a suspended key',
    created_at: AT,
    suspended_at: AT,
  });
  await insert(owner, 'suspended_totp_factors', {
    user_id,
    secret_sealed: SOME,
    created_at: AT,
    confirmed_at: AT,
    last_step: 0,
    suspended_at: AT,
  });
  await insert(owner, 'webauthn_challenges', {
    challenge_hash: Buffer.from(name),
    purpose: 'add',
    user_id,
    expires_at: AT,
  });
  await insert(owner, 'known_devices', { user_id, device_hash: SOME, first_seen_at: AT, last_seen_at: AT });
  await insert(owner, 'last_sign_ins', { user_id, at: AT });
  await add('sessions', {
    id: newId('session'),
    token_hash: Buffer.from(name),
    user_id,
    method: 'password',
    created_at: AT,
    last_seen_at: AT,
    expires_at: AT,
  });
  await add('invitations', {
    id: newId('invitation'),
    email: `guest-${name}@example.com`,
    email_key: `guest-${name}@example.com`,
    role: 'member',
    invited_by: user_id,
    created_at: AT,
    expires_at: AT,
  });
  await add('memberships', { user_id, role: 'owner', created_at: AT });
  const keyId = newId('apiKey');
  await add('api_keys', {
    id: keyId,
    name,
    hash: SOME,
    display: 'sk_live_…',
    scopes: '{}',
    created_by: user_id,
    created_at: AT,
    issued_to: user_id,
    issued_at: AT,
  });
  await add('api_key_usage', { key_id: keyId, hour: AT, requests: 1, refused: 0 });
  await add('api_requests', {
    key_id: keyId,
    id: newId('apiRequest'),
    at: AT,
    method: 'GET',
    route: '/api/documents/:id',
    milliseconds: 1,
    request_id: 'req_1',
  });
  await add('seals', { serial: '01', certificate: SOME, key_sealed: SOME, created_at: AT });
  await add('kept_answers', { key_hash: SOME, state: 'running', claim: 'c', holder: 1, created_at: AT });
  await fillDocument(add, user_id);
  await add('log_queue', { stream: 'doc_x', n: 1 });
  await add('log_backfills', { after_stream: '' });
  await add('transparency_logs', { frontier: Buffer.alloc(8), size: 0 });
  await add('log_runs', { first_index: 0, stream: 'doc_x', first_n: 0, hashes: Buffer.alloc(32) });
  await add('log_nodes', { level: 1, index: 0, hash: Buffer.alloc(32) });
  await add('log_checkpoints', { size: 1, root: Buffer.alloc(32), note: 'n', created_at: AT });
  await add('log_cosignatures', { size: 1, witness: 'w', line: 'l', created_at: AT });
  await add('log_late_entries', { stream: 'doc_x', n: 0, entry_id: 'e', since: AT });
  await add('log_pin_faults', { source: 'presented', kind: 'behind', pinned: 2, size: 1, note: 'n', since: AT });
  await add('log_timestamps', { size: 1, token: SOME, created_at: AT });
  await add('security_events', {
    id: newId('securityEvent'),
    kind: 'request.blocked',
    severity: 'low',
    at: AT,
    last_at: AT,
    count: 1,
  });
  await add('statistics_documents', {
    document_id: 'doc_x',
    owner_id: user_id,
    state: 'draft',
    outcome: 'draft',
    created_at: AT,
    generation: 1,
  });
  await add('statistics_states', { scope: 0, scope_id: '', state: 'draft', documents: 1 });
  await add('statistics_periods', {
    scope: 0,
    scope_id: '',
    grain: 1,
    at: AT,
    created: 1,
    sent: 0,
    sent_completed: 0,
    completed: 0,
    declined: 0,
    voided: 0,
    expired: 0,
    durations: Buffer.alloc(0),
  });
  await add('statistics_positions', { xid: '1', event_id: '', documents_total: 1 });
  await add('statistics_webhooks', { endpoint_id: 'whk_x', hour: AT, delivered: 1, failed: 0, dead: 0 });
  await add('statistics_api', { hour: AT, requests: 1, refused: 0 });
  await add('subscriptions', { provider: 'built-in', state: 'none', updated_at: AT });
  await add('invoices', {
    id: newId('invoice'),
    number: 1,
    organization: 'x',
    issued_at: AT,
    period_start: AT,
    period_end: AT,
    currency: 'EUR',
    lines: '[]',
    total_cents: 0,
  });
  await add('usage_months', { month: '2026-11-01' });
  await add('billing_details', { name: 'x', address: 'x', updated_at: AT });
  const incident_id = newId('incident');
  await add('incidents', {
    id: incident_id,
    title: 't',
    description: 'd',
    severity: 'low',
    reporter_kind: 'user',
    reporter_id: 'usr_x',
    reported_at: AT,
    aware_at: AT,
  });
  await add('incident_entries', { incident_id, n: 0, at: AT, actor_kind: 'user', actor_id: 'usr_x', changes: '{}' });
  await add('incident_mailings', {
    incident_id,
    n: 1,
    subject: 's',
    text: 't',
    actor_kind: 'user',
    actor_id: 'usr_x',
    created_at: AT,
  });
  await add('incident_mail_recipients', { incident_id, mailing: 1, email: 'e', email_key: 'e', changed_at: AT });
  await add('trust_anchors', {
    id: newId('anchor'),
    name,
    certificate: SOME,
    fingerprint: 'x',
    added_by: user_id,
    created_at: AT,
  });
  await fillTemplate(add, user_id);
  await fillWebhook(add);
  await add('single_sign_on', { protocol: 'saml', settings: '{}', updated_at: AT });
  await add('organization_domains', { id: newId('domain'), domain: `${name}.example`, challenge: 'c', created_at: AT });
  await add('domain_owners', { domain: `${name}.example`, verified_at: AT });
  await add('sso_keys', { key_sealed: SOME, certificate: SOME, created_at: AT });
  await add('sso_links', { user_id, provider: 'p', subject: 's', created_at: AT, last_login_at: AT });
  await add('sso_confirmations', {
    id: newId('ssoConfirmation'),
    email: 'e@example.com',
    email_key: 'e@example.com',
    name: 'n',
    role: 'member',
    method: 'saml',
    provider: 'p',
    trust_generation: 1,
    is_multi_factor: false,
    device_hash: SOME,
    created_at: AT,
    expires_at: AT,
  });
  await add('sso_used', { used_hash: SOME, expires_at: AT });
  await add('person_keys', { person_id: user_id, key_sealed: SOME });
  await add('jobs', {
    id: newId('job'),
    kind: 'test',
    unique_key: 'test',
    lane: 'mail',
    payload: '{}',
    run_at: AT,
    created_at: AT,
  });
  await add('mail_places', { recipient: SOME, places: [AT] });
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

async function fillWebhook(add: (table: string, row: Record<string, unknown>) => Promise<void>): Promise<void> {
  const [endpoint_id, id] = [newId('webhook'), newId('delivery')];
  const times = { created_at: AT, updated_at: AT };
  const shape = { payload_shape: 'A' };
  await add('webhook_endpoints', {
    id: endpoint_id,
    url: 'u',
    events: '{*}',
    ...shape,
    active: true,
    secret_sealed: SOME,
    ...times,
  });
  await add('webhook_lanes', { endpoint_id });
  await add('webhook_pending', { event_id: newId('event') });
  const event = { event_id: newId('event'), kind: 'document.sent', event_at: AT };
  await add('webhook_deliveries', { id, endpoint_id, ...event, ...shape, run_at: AT, created_at: AT });
  await add('webhook_attempts', { delivery_id: id, n: 1, at: AT, duration_ms: 1, url: 'u' });
}

async function fillTemplate(
  add: (table: string, row: Record<string, unknown>) => Promise<void>,
  owner_id: string,
): Promise<void> {
  const [template_id, blob_id, bulk_send_id] = [newId('template'), newId('blob'), newId('bulkSend')];
  await add('blobs', { id: blob_id, size_bytes: 10, sha256: 'x', created_at: AT });
  await add('templates', {
    id: template_id,
    owner_id,
    name: 'n',
    folded_name: 'n',
    version: 1,
    created_at: AT,
    updated_at: AT,
  });
  await add('template_files', {
    template_id,
    version: 1,
    filename: 'f.pdf',
    pages: '[]',
    size_bytes: 10,
    sha256: 'x',
    blob_id,
    hash_state: SOME,
    has_signatures: false,
  });
  await add('template_versions', {
    template_id,
    version: 1,
    file_version: 1,
    name: 'n',
    content: '{}',
    made_by: owner_id,
    created_at: AT,
  });
  await add('bulk_sends', {
    id: bulk_send_id,
    template_id,
    template_version: 1,
    template_name: 'n',
    owner_id,
    party: '{}',
    settings: '{}',
    columns: '[]',
    total: 1,
    created_at: AT,
  });
  await add('hand_overs', {
    id: newId('handOver'),
    from_user_id: owner_id,
    to_user_id: owner_id,
    party: '{}',
    with_keys: false,
    created_at: AT,
  });
  const import_id = newId('userImport');
  await add('user_imports', { id: import_id, by_user_id: owner_id, party: '{}', total: 1, created_at: AT });
  await add('user_import_rows', { import_id, n: 2, email: 'a@b.example', name: 'A', role: 'member', status: 'ready' });
  await add('bulk_send_rows', { bulk_send_id, n: 1, '"values"': '{a}' });
  const link_id = newId('publicLink');
  await add('public_links', {
    id: link_id,
    template_id,
    owner_id,
    role: 'n',
    signers: '[]',
    daily_limit: 1,
    created_at: AT,
    updated_at: AT,
    day_began: AT,
  });
  await add('public_link_requests', {
    id: newId('publicLinkRequest'),
    link_id,
    token_hash: Buffer.from(owner_id),
    email: 'e',
    email_key: 'e',
    name: 'n',
    network_hash: Buffer.from('n'),
    created_at: AT,
    expires_at: AT,
  });
}

async function fillDocument(
  add: (table: string, row: Record<string, unknown>) => Promise<void>,
  owner_id: string,
): Promise<void> {
  const document_id = newId('document');
  const signer_id = newId('signer');
  const blob_id = newId('blob');
  await add('blobs', { id: blob_id, size_bytes: 10, sha256: 'x', created_at: AT });
  await add('blob_chunks', { blob_id, hashes: SOME });
  await add('blob_keys', { blob_id, holder_id: document_id, wrapped: SOME });
  await add('tenant_keys', { key_sealed: SOME });
  await add('damaged_blobs', { blob_id, fault: 'content', found_at: AT });
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
  await add('document_titles', { document_id, folded: 't' });
  await add('removed_recipients', {
    document_id,
    signer_id: newId('signer'),
    email: 'r@example.com',
    name: 'r',
    role: 'signer',
    link_generation: 1,
    notify: true,
    removed_at: AT,
  });
  await add('document_recipients', { document_id, signer_id, folded: 'r' });
  await add('completion_certificates', {
    document_id,
    bytes: SOME,
    sha256: 'x',
    pages: 1,
    audit_n: 0,
    created_at: AT,
  });
  await add('certificate_renewals', { document_id, n: 1, tail: SOME, sha256: 'x', created_at: AT });
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
  await add('packages', { id: newId('package'), owner_id, title: 'p', created_at: AT, updated_at: AT });
  await add('archive_stamps', { document_id, file: 'document' });
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
  await add('saved_views', {
    id: newId('savedView'),
    owner_id,
    name: 'n',
    filters: '{}',
    position: 0,
    created_at: AT,
    updated_at: AT,
  });
  await add('contact_exclusions', { owner_id, email_hash: Buffer.from('h'), until: AT });
  await add('preparing_links', {
    link_hash: Buffer.from(owner_id),
    document_id,
    organization_id: newId('organization'),
    user_id: owner_id,
    environment: 'live',
    created_at: AT,
    expires_at: AT,
  });
  await add('drawing_links', {
    id: newId('drawing'),
    document_id,
    signer_id,
    link_generation: 1,
    what: 'signature',
    link_hash: Buffer.from(signer_id),
    created_at: AT,
    expires_at: AT,
  });
  const folder_id = newId('folder');
  await add('folders', { id: folder_id, owner_id, name: 'n', created_at: AT, updated_at: AT });
  await add('folder_documents', { folder_id, document_id, added_at: AT });
  await add('in_person_sessions', {
    id: newId('inPersonSession'),
    token_hash: Buffer.from(signer_id),
    document_id,
    signer_id,
    link_generation: 1,
    host_kind: 'user',
    host_id: owner_id,
    host_name: 'n',
    created_at: AT,
    expires_at: AT,
  });
  const field_id = newId('field');
  await add('fields', {
    document_id,
    id: field_id,
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
  await add('organization_logos', { png: SOME, width: 1, height: 1, rgb: SOME, sha256: 's', changed_at: AT });
  await add('former_logos', { sha256: 's', width: 1, height: 1, rgb: SOME });
  await add('attachments', {
    id: newId('attachment'),
    document_id,
    signer_id,
    field_id,
    link_generation: 1,
    blob_id,
    filename: 'f.pdf',
    content_type: 'application/pdf',
    size_bytes: 10,
    sha256: 'x',
    uploaded_at: AT,
  });
  await add('backups', { id: newId('backup'), trigger: 'request', state: 'failed', created_at: AT });
  const export_id = newId('export');
  await add('exports', { id: export_id, scope: 'own', requested_by: owner_id, is_bound: false, created_at: AT });
  await add('export_parts', { export_id, n: 0, blob_id, size_bytes: 1, directory: SOME });
  await add('certificates', { serial: '01', document_id, signer_id, certificate: SOME, issued_at: AT });
  await add('revocations', {
    serial: '01',
    revoked_at: AT,
    issuer_key_id: '02',
    reason: 'unspecified',
    recorded_at: AT,
  });
  const entry = newId('audit');
  await add('audit_streams', { stream: document_id, n: 0, hash: 'x', at: AT });
  await add('audit_entries', { stream: document_id, n: 0, id: entry, at: AT, hash: 'x', bytes: SOME });
  await add('audit_personal', { entry_id: entry, person_id: owner_id, sealed: SOME });
  await add('outbox', { id: newId('event'), kind: 'document.sent', document_id, data: '{}', created_at: AT });
  const hold_id = newId('legalHold');
  await add('legal_holds', {
    id: hold_id,
    kind: 'tag',
    target: 't',
    label: 't',
    reason: 'r',
    placed_by_kind: 'user',
    placed_by_id: owner_id,
    placed_at: AT,
  });
  await add('legal_hold_documents', { hold_id, document_id });
  await add('processing_activities', {
    id: newId('processingActivity'),
    version: 1,
    state: 'active',
    content: '{}',
    changed_by_kind: 'user',
    changed_by_id: owner_id,
    changed_at: AT,
  });
  await add('consent_texts', {
    version: 1,
    language: 'en',
    text: 't',
    sha256: 'x',
    valid_from: AT,
    added_by_kind: 'user',
    added_by_id: owner_id,
  });
  await add('retention_rules', { kind: 'tag', target: 't', days: 30 });
  await add('webhook_callback_secrets', { secret_sealed: SOME, updated_at: AT });
  await add('sandbox_clock_moves', { total_seconds: 1, seconds: 1, at: AT });
  await add('awaited_seals', { document_id, completed_at: AT });
  await add('retention_announcements', { document_id, announced_at: AT, erase_at: '2100-01-01T00:00:00Z' });
}

async function insert(owner: pg.Client, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row);
  await owner.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}
