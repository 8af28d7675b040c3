/**
 * Defines where each table is stored on Citus (ADR 149). A table with a tenant_id is distributed by it, and a table
 * without one stays on the coordinator. The lists below contain the exceptions.
 */

/**
 * Tables that are copied to every node, because statements join them with distributed tables. While a node is down,
 * they can be read but not written, so a request that changes no person, member or organization must not write them.
 */
const REFERENCE_TABLES: ReadonlySet<string> = new Set(['memberships', 'organizations', 'tenants', 'users']);

/**
 * Tables that have a tenant_id but stay on the coordinator: queues, which the server's workers read across tenants, and
 * settings and records of organizations, which no statement joins with documents.
 */
const COORDINATOR_TABLES: ReadonlySet<string> = new Set([
  'api_key_usage',
  'api_keys',
  'api_requests',
  'backups',
  'billing_details',
  'domain_owners',
  'incident_entries',
  'incident_mail_recipients',
  'incident_mailings',
  'incidents',
  'invitations',
  'invoices',
  'jobs',
  'kept_answers',
  'log_late_entries',
  'mail_places',
  'organization_domains',
  'outbox',
  'processing_activities',
  'revocations',
  'security_events',
  'sessions',
  'single_sign_on',
  'sso_confirmations',
  'sso_keys',
  'sso_links',
  'sso_used',
  'statistics_api',
  'statistics_positions',
  'statistics_webhooks',
  'subscriptions',
  'tenant_keys',
  'trust_anchors',
  'usage_months',
  'user_import_rows',
  'user_imports',
  'webhook_attempts',
  'webhook_callback_secrets',
  'webhook_deliveries',
  'webhook_endpoints',
  'webhook_lanes',
  'webhook_pending',
]);

export type Placement = 'distributed' | 'reference' | 'coordinator';

/**
 * @param hasTenant whether the table has a tenant_id. Such a table is distributed by it, with the exceptions above
 */
export function placementOf(table: string, hasTenant: boolean): Placement {
  if (REFERENCE_TABLES.has(table)) return 'reference';
  return hasTenant && !COORDINATOR_TABLES.has(table) ? 'distributed' : 'coordinator';
}
