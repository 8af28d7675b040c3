/**
 * Writes docs/api/coverage.md, which names the test that received each status of each operation. The tests themselves
 * record the statuses.
 */
import { ERRORS, operations } from '@countersign/contract';
import type { Operation, OperationId } from '@countersign/contract';
import type { Provoked } from '../apps/server/test/support/provoked.ts';

/**
 * The endpoints that the API has had to provide from the beginning, each with the operations that implement it. A row
 * without operations is shown as missing.
 */
export const ROWS: readonly (readonly [row: string, ...operations: OperationId[]])[] = [
  ['POST /api/documents/upload', 'uploadDocument'],
  ['/api/documents/paginated (query)', 'listDocuments'],
  ['GET /api/documents/:id/status', 'getDocumentStatus'],
  ['POST /api/documents/:id/send-for-signing', 'sendForSigning'],
  ['POST /api/documents/:id/sign', 'signDocument'],
  ['GET /api/documents/:id', 'getDocument'],
  ['/api/documents/:id (second operation)', 'updateDocument', 'deleteDocument'],
  ['GET /api/documents/:id/download', 'downloadDocument'],
  ['/api/documents/:id/verify (GET and POST)', 'verifyDocument', 'verifyDocumentPost'],
  ['POST /api/documents/:id/remind', 'remindSigners'],
  ['/api/documents/paginated (JSON body)', 'bulkDocuments'],
  ['/api/signing/in-person', 'startInPersonSession'],
  ['/api/signing/in-person/capture', 'captureInPersonSignature'],
  ['/api/signing/in-person/verify', 'verifyInPersonSession'],
  ['/api/settings/api-keys (list)', 'listApiKeys'],
  ['/api/settings/api-keys (create)', 'createApiKey'],
  ['/api/settings/api-keys?id=:keyId', 'revokeApiKey'],
  ['/api/settings/api-keys/:keyId/rotate', 'rotateApiKey'],
  ['/api/integrations/webhooks/:integrationId', 'getWebhook', 'updateWebhook'],
  ['/api/integrations/webhooks/:integrationId (second operation)', 'deleteWebhook'],
  ['GET /api/health', 'getHealth'],
  ['/api/health/signing', 'getSigningHealth'],
  ['GET /api/health/database', 'getDatabaseHealth'],
  ['GET /api/health/email', 'getEmailHealth'],
  ['GET /api/health/storage', 'getStorageHealth'],
  ['GET /api/health/security', 'getSecurityHealth'],
  ['GET /api/health/production', 'getProductionHealth'],
  ['GET /api/startup-check', 'getStartupCheck'],
  ['GET /api/v1/docs', 'getOpenApi'],
  ['POST /api/v1/graphql'],
  ['GET /api/v1/graphql'],
  ['POST /api/templates/create', 'createTemplate'],
  ['GET /api/templates/[id]', 'getTemplate'],
  ['PUT /api/templates/[id]/update', 'updateTemplate'],
  ['GET /api/user/profile', 'getProfile'],
  ['PUT /api/user/profile', 'updateProfile'],
  ['POST /api/auth/2fa/setup', 'setUpTwoFactor'],
  ['POST /api/auth/2fa/verify', 'verifyTwoFactor'],
  ['POST /api/subscription/create', 'createSubscription'],
  ['POST /api/subscription/change', 'changeSubscription'],
  ['POST /api/subscription/cancel', 'cancelSubscription'],
  ['POST /api/subscription/portal', 'openBillingPortal'],
  ['GET /api/admin/stats', 'getStatistics'],
  ['GET /api/admin/users', 'listUsers'],
  ['POST /api/admin/users/create', 'createUser'],
  ['POST /api/admin/users/bulk-import', 'bulkImportUsers'],
  ['GET /api/admin/security/events', 'listSecurityEvents'],
  ['POST /api/admin/database/backups', 'createBackup'],
  ['POST /api/admin/database/backups/[backupId]/verify', 'verifyBackup'],
  ['POST /api/legal/export-data', 'exportData'],
  ['POST /api/legal/delete-account', 'deleteAccount'],
  ['POST /api/security/incidents', 'reportIncident'],
  ['/api/webhooks/dead-letter-queue', 'listDeadLetters', 'processDeadLetters'],
  ['/api/cron/data-retention', 'runDataRetention', 'runDataRetentionGet'],
];

const SHOWN = 3;
const UNSEEN = '## Documented statuses without a test';
/**
 * Any operation may return this status if the service or a dependency is overloaded or unavailable (ADR 55). Which
 * operations return it in a run depends on the load of the machine. The tests for outages and overload cover each kind
 * of outage.
 */
const OUTAGE = ERRORS.SERVICE_UNAVAILABLE[0];

/**
 * Returns the statuses that tests must receive for an operation: the success status, the statuses of its errors, and
 * 401 if it requires a credential. No 401 is expected if the URL itself is the credential, because a wrong URL is
 * treated like any other URL that does not exist. Outages are excluded, because they affect all operations.
 */
function promised({ success, errors, credentials }: Operation): number[] {
  const isOpen = credentials.some((credential) => credential === 'public' || credential === 'file-link');
  const refused = isOpen ? [] : [401];
  const statuses = new Set([success.status, ...refused, ...errors.map((code) => ERRORS[code][0])]);
  statuses.delete(OUTAGE);
  return [...statuses].toSorted((a, b) => a - b);
}

/** Returns the operations that no test has called. Their rows on the page would be empty. */
export function uncalled(provoked: readonly Provoked[]): string[] {
  const called = new Set(provoked.map(({ operation }) => operation));
  return all().flatMap(({ id }) => (called.has(id) ? [] : [id]));
}

/** Returns documented statuses that no test has received, such as `signDocument 503`. */
export function unprovoked(provoked: readonly Provoked[]): string[] {
  return all().flatMap((operation) => {
    const seen = new Set(provoked.filter((one) => one.operation === operation.id).map(({ status }) => status));
    return promised(operation).flatMap((status) => (seen.has(status) ? [] : [`${operation.id} ${status}`]));
  });
}

/** Returns the statuses that an earlier version of the page lists as untested. */
export function listedAsUnseen(page: string): ReadonlySet<string> {
  const [, section = ''] = page.split(UNSEEN);
  const [list = ''] = section.split('\n## ');
  return new Set([...list.matchAll(/^- (\w+ \d{3})$/gm)].map(([, one = '']) => one));
}

export function coveragePage(provoked: readonly Provoked[]): string {
  const unseen = unprovoked(provoked);
  const tags = [...new Set(all().map(({ tag }) => tag))].toSorted();
  return `# Test coverage of the API

This page lists the statuses that tests received from each operation, with the names of up to three tests. \`npm test -- --write-coverage\` writes the page. It includes tests in the operation's own files, and tests that are named after the operation. \`npm test\` fails if no test calls an operation. It also fails if no test receives a documented status, unless the status is listed under [Documented statuses without a test](#documented-statuses-without-a-test). No test has to receive ${OUTAGE}, because any operation returns it while the server is overloaded or a service is unavailable.

## Required endpoints

| endpoint | operation |
|---|---|
${ROWS.map(specified).join('\n')}

${ROWS.filter(([, ...ids]) => ids.length === 0).length} of ${ROWS.length} endpoints are not operations of the contract.

${UNSEEN}

The contract documents these statuses, but no test of the API receives them.

${unseen.length === 0 ? 'None.' : unseen.map((one) => `- ${one}`).join('\n')}

${tags
  .map((tag) => {
    const sections = all().filter((operation) => operation.tag === tag);
    return `## ${tag}\n\n${sections.map((operation) => section(operation, own(provoked, operation.id))).join('\n\n')}`;
  })
  .join('\n\n')}
`;
}

function specified([row, ...ids]: (typeof ROWS)[number]): string {
  const served = ids.map((id) => `[${id}](#${id.toLowerCase()})`).join(', ');
  return `| \`${row}\` | ${served === '' ? 'outside the contract' : served} |`;
}

function section({ id, method, path }: Operation, provoked: readonly Provoked[]): string {
  const statuses = [...new Set(provoked.map(({ status }) => status))].toSorted((a, b) => a - b);
  const lines = statuses.map((status) => {
    const tests = [...new Set(provoked.filter((one) => one.status === status).map(({ test }) => test))].toSorted();
    const rest = tests.length > SHOWN ? `; and ${tests.length - SHOWN} more` : '';
    return `- **${status}** ${tests
      .slice(0, SHOWN)
      .map((test) => plain(test))
      .join('; ')}${rest}`;
  });
  return `### ${id}\n\n\`${method} ${path}\`\n\n${lines.join('\n')}`;
}

/** Returns a test's name as the text of a list item. */
function plain(name: string): string {
  return name
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_<>[\]|~#]/g, String.raw`\$&`)
    .slice(0, 160);
}

const all = (): Operation[] => Object.values(operations).toSorted((a, b) => (a.id < b.id ? -1 : 1));

/**
 * Returns the calls by tests of the operation itself (`signDocument.test.ts`, `signDocument-fields.test.ts`), and by
 * other tests whose title contains the operation's ID. Calls in other tests are not counted, because those tests do not
 * check the operation itself.
 */
function own(provoked: readonly Provoked[], id: string): Provoked[] {
  const named = new RegExp(String.raw`\b${id}\b`);
  return provoked.filter(
    ({ operation, file, test }) =>
      operation === id && (file === `${id}.test.ts` || file.startsWith(`${id}-`) || named.test(test)),
  );
}
