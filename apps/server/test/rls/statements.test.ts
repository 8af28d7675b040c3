/**
 * Tests every statement of the server against the migrated schema: each statement parses, its types match, and its role
 * may run it.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyStatement } from '../support/every-statement.ts';
import { fill } from '../support/million-fill.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { multiply, scanFaults, scansOf } from '../support/plans.ts';

type Role = 'app' | 'auth' | 'jobs' | 'metrics';

/** Statements that do not run as `app`. Every statement of another role must be listed here. */
const ROLES: Record<string, Role[]> = {
  'advisory-lock-free': ['jobs'],
  'archive-algorithms-next': ['jobs'],
  'archive-due-by-algorithms': ['jobs'],
  'archive-due-by-end': ['jobs'],
  'authority-audit-tenant': ['auth'],
  'authority-insert': ['auth'],
  'authority-root-crl': ['auth'],
  'authority-root-offline': ['auth'],
  'authority-select': ['auth'],
  'backup-tenants': ['auth'],
  'certificate-issued': ['auth'],
  'certificate-statuses': ['auth'],
  'blob-home': ['jobs'],
  'blob-home-create': ['jobs'],
  'blob-home-state': ['jobs'],
  'blob-move-begin': ['jobs'],
  'blob-move-copying': ['jobs'],
  'blob-move-end': ['jobs'],
  'blob-move-moved': ['jobs'],
  'blobs-unused': ['jobs'],
  'blobs-damaged-count': ['jobs'],
  'blobs-damaged-files': ['jobs'],
  'clock-select': ['jobs'],
  'jobs-due-lanes': ['jobs'],
  'clock-seen': ['jobs'],
  'clock-confirm': ['jobs'],
  'clock-told': ['jobs'],
  'blobs-damaged-list': ['jobs'],
  'statistics-countable': ['auth'],
  'rate-bucket-insert': ['auth'],
  'rate-buckets-update': ['auth'],
  'rate-buckets-ensure': ['auth'],
  'rate-buckets-forget': ['auth'],
  'rate-buckets-lock': ['auth'],
  'sweep-key-usage': ['jobs'],
  'organization-agreements': ['auth'],
  'storage-lock': ['auth'],
  'storage-quota': ['auth'],
  'storage-quota-set': ['auth'],
  'storage-quota-end': ['auth'],
  'storage-organizations': ['auth'],
  'files-plain': ['jobs'],
  'files-count': ['jobs'],
  'files-measure': ['jobs'],
  'files-plain-count': ['jobs'],
  'encryption-state': ['jobs'],
  'encryption-claim': ['jobs'],
  'encryption-advance': ['jobs'],
  'encryption-release': ['jobs'],
  'scrub-last': ['jobs'],
  'scrub-begin': ['jobs'],
  'scrub-claim': ['jobs'],
  'scrub-files': ['jobs'],
  'scrub-advance': ['jobs'],
  'scrub-finish': ['jobs'],
  'files-named': ['jobs'],
  'files-tenants': ['jobs'],
  'files-unclaimed-note': ['jobs'],
  'files-unclaimed-due': ['jobs'],
  'files-unclaimed-forget': ['jobs'],
  'erasure-due': ['jobs'],
  'subscription-tenant': ['auth'],
  'subscriptions-due': ['jobs'],
  'billing-owners': ['auth'],
  'invoice-number-take': ['auth'],
  'usage-add-up-requests': ['jobs'],
  'usage-add-up-seats': ['jobs'],
  'account-deletion-select': ['auth'],
  'sub-processor-list-insert': ['auth'],
  'register-tenants': ['auth'],
  'account-deletion-lock': ['auth'],
  'account-deletion-insert': ['auth'],
  'account-deletion-cancel': ['auth'],
  'account-deletion-waits': ['auth'],
  'account-deletion-begun': ['auth'],
  'account-deletion-finished': ['auth'],
  'account-deletion-again': ['auth'],
  'account-deletion-tenants': ['auth'],
  'account-deletion-sole-owned': ['auth'],
  'account-deletion-settings': ['auth'],
  'account-deletion-every-tenant': ['auth'],
  'account-deletion-close': ['auth'],
  'account-deletion-registrations': ['auth'],
  'account-deletion-overwrite': ['auth'],
  'account-deletion-sessions': ['auth'],
  'account-deletion-email_tokens': ['auth'],
  'account-deletion-known_devices': ['auth'],
  'account-deletion-last_sign_ins': ['auth'],
  'account-deletion-login_steps': ['auth'],
  'account-deletion-device_sign_ins': ['auth'],
  'device-insert': ['auth'],
  'device-delete-old': ['auth'],
  'device-by-user-code': ['auth'],
  'device-approve': ['auth'],
  'device-lock': ['auth'],
  'device-update-approval': ['auth'],
  'account-deletion-totp_factors': ['auth'],
  'account-deletion-recovery_codes': ['auth'],
  'account-deletion-passkeys': ['auth'],
  'account-deletion-suspended_passkeys': ['auth'],
  'account-deletion-suspended_totp_factors': ['auth'],
  'revocation-tenants': ['auth'],
  'suspended-factors': ['auth'],
  'suspended-passkey-restore': ['auth'],
  'suspended-passkey-delete': ['auth'],
  'suspended-totp-restore': ['auth'],
  'suspended-totp-delete': ['auth'],
  'account-deletion-webauthn_challenges': ['auth'],
  'account-deletions-due': ['auth'],
  'retention-tenants': ['jobs'],
  'retention-erasure-due': ['jobs'],
  'exports-due': ['jobs'],
  'export-account': ['auth'],
  'export-addressed': ['auth'],
  'export-addressed-tenants': ['auth'],
  'export-memberships': ['auth'],
  'export-person': ['auth'],
  'inbox-addressed': ['auth'],
  'health-people': ['auth'],
  'security-events-add': ['auth'],
  'security-events-subscribers': ['jobs'],
  'security-events-unheard': ['jobs'],
  'security-events-listening': ['auth'],
  'security-events-unlogged': ['auth'],
  'security-events-claim-for-syslog': ['auth'],
  'security-events-free-for-syslog': ['auth'],
  'security-events-logged': ['auth'],
  'sweep-api-requests': ['jobs'],
  'sweep-security-events': ['jobs'],
  'installation-insert': ['auth'],
  'installation-lock': ['auth'],
  'installation-select': ['auth'],
  'installation-setup-token': ['auth'],
  'backlog-oldest': ['jobs'],
  'jobs-claim': ['jobs'],
  'jobs-complete': ['app', 'jobs'],
  'jobs-fail': ['jobs'],
  'jobs-give-back': ['jobs'],
  'jobs-release-lapsed': ['jobs'],
  'kept-answer-claim': ['app', 'auth'],
  'kept-answer-drop': ['app', 'auth'],
  'kept-answer-keep': ['app', 'auth'],
  'kept-answer-select': ['app', 'auth'],
  'kept-answers-delete-old': ['app', 'auth'],
  'live-news': ['jobs'],
  'log-backfills': ['jobs'],
  'log-pin-faults': ['jobs'],
  'log-witness-claim': ['jobs'],
  'log-witness-note': ['jobs'],
  'log-witness-renew': ['jobs'],
  'log-witnesses': ['jobs'],
  'log-witness-summary': ['jobs'],
  'log-late-entries': ['jobs'],
  'log-late-entries-still': ['jobs'],
  'log-late-forget': ['jobs'],
  'log-late-report': ['jobs'],
  'log-late-reported': ['jobs'],
  'log-checkpoints-due': ['jobs'],
  'log-checkpoints-newest': ['jobs'],
  'log-id': ['auth'],
  'log-key-insert': ['auth'],
  'log-keys': ['auth'],
  'log-queued-tenants': ['jobs'],
  'log-stamps-due': ['jobs'],
  'membership-insert': ['auth'],
  'operator-organization': ['auth'],
  'operator-tenant-of': ['auth'],
  'statistics-news': ['jobs'],
  'sweep-answers': ['jobs'],
  'sweep-attempts': ['auth'],
  'sweep-bulk-due': ['jobs'],
  'sweep-bulk-lock': ['jobs'],
  'sweep-bulk-rows': ['jobs'],
  'sweep-bulk-counts': ['jobs'],
  'sweep-deliveries': ['jobs'],
  'sweep-deliveries-deleted': ['jobs'],
  'sweep-devices': ['auth'],
  'sweep-drawing-links': ['jobs'],
  'sweep-in-person': ['jobs'],
  'sweep-mail-links': ['auth'],
  'sweep-mail-places': ['jobs'],
  'organization-locale': ['auth'],
  'sweep-preparing-links': ['jobs'],
  'sweep-public-link-requests': ['jobs'],
  'sweep-registrations': ['auth'],
  'sweep-sessions': ['auth'],
  'organization-exists': ['auth'],
  'organization-insert': ['auth'],
  'revocations-newest': ['auth'],
  'revocations-of-issuer': ['auth'],
  'session-delete': ['auth'],
  'session-insert': ['auth'],
  'session-select': ['auth'],
  'session-sweep': ['auth'],
  'session-touch': ['auth'],
  'tenant-insert': ['auth'],
  'templates-erasable': ['jobs'],
  'tenants-by-worker': ['jobs'],
  'timestamp-unit-insert': ['auth'],
  'timestamp-unit-issued': ['auth'],
  'timestamp-units-select': ['auth'],
  'trust-anchors-all': ['auth'],
  'watch-unsealed': ['jobs'],
  'user-insert': ['auth'],
  'metrics-database': ['metrics'],
  'metrics-jobs': ['metrics'],
  'metrics-limit': ['metrics'],
  'metrics-webhooks': ['metrics'],
  'operator-tenant': ['auth'],
  'tenants-of-organization': ['auth'],
  'user-select': ['auth'],
  'user-by-email': ['auth'],
  'user-lock': ['auth'],
  'user-password': ['auth'],
  'user-verified': ['auth'],
  'user-email': ['auth'],
  'user-profile': ['auth'],
  'last-sign-in-upsert': ['auth'],
  'last-tenant-upsert': ['auth'],
  'accounts-of-user': ['auth'],
  'sessions-of-user': ['auth'],
  'session-rotate': ['auth'],
  'session-prove': ['auth'],
  'second-factor-kinds': ['auth'],
  'login-step-insert': ['auth'],
  'login-step-select': ['auth'],
  'login-step-use': ['auth'],
  'login-steps-delete-of-user': ['auth'],
  'login-step-sweep': ['auth'],
  'session-second-factor': ['auth'],
  'sessions-clear-second-factor': ['auth'],
  'two-factor-refresh': ['auth'],
  'two-factor-status': ['auth'],
  'totp-select': ['auth'],
  'totp-upsert': ['auth'],
  'totp-use': ['auth'],
  'totp-confirm': ['auth'],
  'totp-delete': ['auth'],
  'recovery-codes-insert': ['auth'],
  'recovery-code-use': ['auth'],
  'recovery-codes-delete': ['auth'],
  'passkeys-of-user': ['auth'],
  'passkey-by-credential': ['auth'],
  'passkey-insert': ['auth'],
  'passkey-use': ['auth'],
  'passkey-rename': ['auth'],
  'passkey-delete': ['auth'],
  'passkeys-delete-of-user': ['auth'],
  'challenge-insert': ['auth'],
  'challenge-use': ['auth'],
  'challenge-sweep': ['auth'],
  'session-delete-by-id': ['auth'],
  'sessions-delete-of-user': ['auth'],
  'sessions-delete-others-in-tenant': ['auth'],
  'sso-sessions-end-of-domain': ['auth'],
  'user-is-organizations': ['auth'],
  'user-may-reset-password': ['auth'],
  'sessions-delete-in-tenant': ['auth'],
  'sessions-delete-of-member': ['auth'],
  'registration-insert': ['auth'],
  'registration-select': ['auth'],
  'registration-latest': ['auth'],
  'registration-use': ['auth'],
  'registration-sweep': ['auth'],
  'email-token-insert': ['auth'],
  'email-token-insert-undo': ['auth'],
  'email-tokens-end-later-undo': ['auth'],
  'evict-passkeys': ['auth'],
  'evict-totp': ['auth'],
  'evict-recovery-codes': ['auth'],
  'evict-has-factor': ['auth'],
  'evict-two-factor-end': ['auth'],
  'evict-useless-codes': ['auth'],
  'evict-challenges': ['auth'],
  'evict-devices': ['auth'],
  'evict-mark': ['auth'],
  'signer-account-stands': ['auth'],
  'email-token-select': ['auth'],
  'email-token-use': ['auth'],
  'email-tokens-end': ['auth'],
  'device-select': ['auth'],
  'device-upsert': ['auth'],
  'device-sweep': ['auth'],
  'attempts-ensure': ['auth'],
  'attempts-lock': ['auth'],
  'attempts-update': ['auth'],
  'attempts-reset': ['auth'],
  'attempts-take-back': ['auth'],
  'attempts-sweep': ['auth'],
  'signer-by-address': ['auth'],
  'signer-by-place': ['auth'],
  'domain-owner-claim': ['auth'],
  'domain-owner-release': ['auth'],
  'domain-owner-select': ['auth'],
  'sso-by-domain': ['auth'],
  'sso-membership': ['auth'],
  'domain-tenant': ['auth'],
  'user-erase-untouched': ['auth'],
  'user-has-membership': ['auth'],
  'user-links-delete': ['auth'],
  'user-touched': ['auth'],
  'sweep-user-imports': ['jobs'],
  'sso-sessions-end': ['auth'],
  'webhook-pending-take': ['jobs'],
  'webhook-events-match': ['jobs'],
  'webhook-deliveries-insert': ['app', 'jobs'],
  'webhook-lanes-lock': ['app', 'jobs'],
  'webhook-lanes-queue': ['app', 'jobs'],
  'webhook-lanes-claim': ['jobs'],
  'webhook-lanes-extend': ['jobs'],
  'webhook-lanes-free': ['jobs'],
  'webhook-work': ['jobs'],
};
/** A read across tenants and its variant for some tenants have the same roles (`acrossTenants`). */
const rolesOf = (name: string): Role[] => ROLES[name.replace(/-within$/, '')] ?? ['app'];
/** Statements that may read much of a tenant's data, with the reason. */
const READ_WHOLE: Record<string, readonly string[]> = {
  'counts exactly what is shown as a number, by an index': [
    'organization-select',
    'organization-documents-in-progress',
    'packages-count',
    'usage-envelopes',
    'audit-log-chains-count',
    'storage-usage',
  ],
  'a member, an account or an export concerns everything there is, once': [
    'member-documents-move',
    'hand-over-move',
    'user-owns',
    'account-deletion-open-mails',
    'evict-issued-links',
    'export-count-documents',
    'export-count-own',
    'export-erased-since',
    'export-mails',
    'export-acts',
  ],
  'a hold on a person or a tag looks into plans and drafts too': ['legal-hold-keep-covered'],
  'asks whether there is one, and ends with the first': ['logo-upsert', 'logo-delete'],
  'counts what is due and not done, which is little unless something is wrong': ['metrics-jobs'],
  'led by the date before which nothing is due; the planner cannot know how little is': [
    'retention-announce',
    'retention-due',
    'retention-dry-run',
    'sweep-security-events',
  ],
  'moves the clock of a sandbox, and with it every time there is': [
    'sandbox-documents-advance',
    'sandbox-reminders-advance',
    'sandbox-jobs-advance',
    'sandbox-announcements-advance',
  ],
  'begins the figures, or measures what is stored, in a job': [
    'statistics-begin',
    'statistics-position-restart',
    'statistics-storage-measure',
    'statistics-documents-count',
    'files-count',
  ],
};
/** Lists that collect matches before sorting them. The planner cannot predict the number of matches (ADR 112). */
const COLLECTED = /^documents-(found|titles|walk-(status|expiration))-/;

/** Statements that touch no table. EXPLAIN does not support them, and they need no privilege. */
const CONTROL = /^(begin|commit|rollback|set local)\b/i;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/**
 * Returns why the statement cannot run as this role, or undefined. EXPLAIN plans the statement and checks every
 * privilege without running it.
 */
async function fault(role: Role, name: string, text: string): Promise<string | undefined> {
  await client.query('begin');
  try {
    await client.query(`set local role countersign_${role}`);
    await client.query(`set local app.tenant = 'ten_x'`);
    await client.query(`prepare tried as ${text}`);
    const { rows } = await client.query<{ count: number }>(
      `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'tried'`,
    );
    const count = rows[0]?.count ?? 0;
    await client.query(
      `explain execute tried${count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`}`,
    );
    return undefined;
  } catch (error) {
    return `${name} as ${role}: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

test('prepares every SQL statement with the role that runs it', { timeout: 60_000 }, async () => {
  const statements = [...everyStatement()].filter(([, text]) => !CONTROL.test(text));
  expect(statements.length).toBeGreaterThan(60);
  const faults: (string | undefined)[] = [];
  for (const [name, text] of statements) {
    for (const role of rolesOf(name)) faults.push(await fault(role, name, text));
  }
  expect(faults.filter((found) => found !== undefined)).toEqual([]);
});

test("denies the request role every statement of the sign-in and worker roles, except statements limited to the role's own tenant", async () => {
  const open: string[] = [];
  // When run as `app`, these functions can read only the rows of one tenant, like any statement.
  const harmless = new Set([
    // The function reveals only whether a backup is running.
    'advisory-lock-free',
    'statistics-news',
    'statistics-countable',
    'authority-audit-tenant',
    'organization-agreements',
    'archive-algorithms-next',
    'archive-due-by-algorithms',
    'archive-due-by-end',
    'certificate-issued',
    'certificate-statuses',
    'revocations-newest',
    'revocations-of-issuer',
    'trust-anchors-all',
    'watch-unsealed',
    'blobs-unused',
    'blobs-damaged-count',
    'blobs-damaged-files',
    'blobs-damaged-list',
    'storage-quota',
    'sweep-drawing-links',
    'sweep-preparing-links',
    'sweep-public-link-requests',
    'storage-organizations',
    'scrub-files',
    'files-plain',
    'files-plain-count',
    'files-count',
    'files-measure',
    'files-named',
    'files-tenants',
    'templates-erasable',
    'erasure-due',
    'subscription-tenant',
    'subscriptions-due',
    'billing-owners',
    'invoice-number-take',
    'account-deletion-tenants',
    'account-deletion-sole-owned',
    'account-deletion-settings',
    'account-deletion-every-tenant',
    'retention-tenants',
    'register-tenants',
    'retention-erasure-due',
    'exports-due',
    'export-addressed',
    'export-addressed-tenants',
    'export-memberships',
    'export-person',
    'jobs-complete',
    'operator-organization',
    'operator-tenant',
    'operator-tenant-of',
    'sweep-answers',
    'domain-owner-select',
    'sso-by-domain',
    'sso-membership',
    'domain-tenant',
    'organization-exists',
    'organization-locale',
    'signer-by-address',
    'signer-by-place',
    'inbox-addressed',
    'live-news',
    'log-backfills',
    'log-queued-tenants',
    'log-pin-faults',
    'log-witness-summary',
    'log-late-entries',
    'log-late-entries-still',
    'log-late-reported',
    'log-late-forget',
    'log-checkpoints-due',
    'log-checkpoints-newest',
    'log-stamps-due',
    'webhook-lanes-claim',
    'webhook-lanes-extend',
    'webhook-lanes-free',
    'webhook-work',
    'backlog-oldest',
    'jobs-due-lanes',
    // The function reads only the caller's own tenant.
    'metrics-database',
    'metrics-jobs',
    'metrics-limit',
    'metrics-webhooks',
    'tenants-by-worker',
    'tenants-of-organization',
    'revocation-tenants',
    'backup-tenants',
    'security-events-subscribers',
    'security-events-unheard',
    'user-has-membership',
    'webhook-events-match',
    'sweep-bulk-due',
    'sweep-bulk-lock',
    'sweep-bulk-counts',
    'security-events-listening',
    'security-events-claim-for-syslog',
    'security-events-free-for-syslog',
  ]);
  for (const name of Object.keys(ROLES)) {
    const text = everyStatement().get(name);
    expect(text, `${name} is listed here but no longer defined`).toBeDefined();
    if (
      !harmless.has(name) &&
      ROLES[name]?.includes('app') !== true &&
      (await fault('app', name, text ?? '')) === undefined
    )
      open.push(name);
  }
  expect(open).toEqual([]);
});

test("keeps the names of all statements within PostgreSQL's length limit, because longer names would collide", () => {
  expect([...everyStatement().keys()].filter((name) => Buffer.byteLength(name) > 63)).toEqual([]);
});

test(
  "never reads or sorts all of a tenant's data in one statement, even if the tenant has a million documents",
  { timeout: 60_000 },
  async () => {
    const large = await createTestDatabase();
    const filled = new pg.Client(large.connection);
    await filled.connect();
    try {
      await filled.query(
        `insert into users (id, email, email_key, name, created_at) values ('usr_a', 'a@example.com', 'a@example.com', 'A', now());
       insert into tenants (tenant_id, organization_id, environment, created_at) values ('ten_a', 'org_a', 'live', now());
       insert into memberships (tenant_id, user_id, role, created_at) values ('ten_a', 'usr_a', 'owner', now())`,
      );
      // The planner statistics of this database are those of a million documents.
      await fill(large.connection, { main: 1_000_000, documents: 2000, organizations: 4, each: 50 });
      await multiply(filled, 500);
      await filled.query(
        `set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set random_page_cost = 1.1; set jit = off`,
      );
      const faults: string[] = [];
      for (const [name, text] of [...everyStatement()].filter(([, text]) => !CONTROL.test(text))) {
        for (const role of rolesOf(name)) {
          await filled.query(`begin; set local role countersign_${role}; set local app.tenant = 'ten_x'`);
          for (const fault of await scanFaults(filled, text)) faults.push(`${name} as ${role}: ${fault}`);
          await filled.query('rollback; deallocate all');
        }
      }
      const argued = new Set(Object.values(READ_WHOLE).flat());
      expect(faults.filter((fault) => !argued.has(fault.split(' ')[0] ?? '') && !COLLECTED.test(fault))).toEqual([]);
      await filled.query(`begin; set local role countersign_app; set local app.tenant = 'ten_x'`);
      // Exact counts must not scan every row.
      expect(await scansOf(filled, everyStatement().get('webhook-dead-count') ?? '', 'webhook_deliveries')).toEqual([
        'Index Only Scan of webhook_deliveries_dead',
      ]);
      await filled.query('rollback');
    } finally {
      await filled.end();
      await large.drop();
    }
  },
);

test('sets n_distinct to 1 for the tenant column, so that query plans assume a single tenant in each table', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not coalesce(a.attoptions @> array['n_distinct=1'], false)`,
  );
  expect(rows).toEqual([]);
});
