/** All operations of the API. An operation must be in this list to be available. */
import type { Operation } from '../operation.ts';
import * as addressBook from './address-book.ts';
import * as accountSecurity from './account-security.ts';
import * as accounts from './accounts.ts';
import * as apiKeys from './api-keys.ts';
import * as auditLog from './audit-log.ts';
import * as attachments from './attachments.ts';
import * as backups from './backups.ts';
import * as billing from './billing.ts';
import * as deviceSignIn from './device-sign-in.ts';
import * as documents from './documents.ts';
import * as drafts from './drafts.ts';
import * as documentsAtRest from './archive-and-trash.ts';
import * as dataExports from './exports.ts';
import * as folders from './folders.ts';
import * as inPerson from './in-person.ts';
import * as inbox from './inbox.ts';
import * as liveUpdates from './live-updates.ts';
import * as incidents from './incidents.ts';
import * as legal from './legal.ts';
import * as inProgress from './in-progress.ts';
import * as members from './members.ts';
import * as organizations from './organizations.ts';
import * as packages from './packages.ts';
import * as drawingLinks from './drawing-links.ts';
import * as publicLinks from './public-links.ts';
import * as preparing from './preparing.ts';
import * as register from './register.ts';
import * as secondFactor from './second-factor.ts';
import * as placements from './placements.ts';
import * as securityEvents from './security-events.ts';
import * as savedViews from './saved-views.ts';
import * as service from './service.ts';
import * as signing from './signing.ts';
import * as singleSignOn from './single-sign-on.ts';
import * as statistics from './statistics.ts';
import * as templates from './templates.ts';
import * as trust from './trust.ts';
import * as users from './users.ts';
import * as verification from './verification.ts';
import * as webhooks from './webhooks.ts';

/**
 * Marks operations that are not available under /sandbox. People and organizations exist only in the live environment
 * (ADR 21).
 */
function liveOnly<O extends Readonly<Record<string, Operation>>>(group: O): O {
  return Object.fromEntries(
    Object.entries(group).map(([id, operation]) => [id, { ...operation, environment: 'live' }]),
  ) as unknown as O;
}

export const operations = {
  listContacts: addressBook.listContacts,
  clearContacts: addressBook.clearContacts,
  ...liveOnly({
    ...accounts,
    ...accountSecurity,
    ...secondFactor,
    ...organizations,
    ...members,
    ...users,
    ...singleSignOn,
  }),
  ...apiKeys,
  ...deviceSignIn,
  ...attachments,
  ...auditLog,
  ...backups,
  ...billing,
  ...documents,
  ...dataExports,
  ...documentsAtRest,
  ...drafts,
  ...folders,
  ...inPerson,
  ...inbox,
  ...liveUpdates,
  ...incidents,
  ...legal,
  ...inProgress,
  ...packages,
  ...drawingLinks,
  ...preparing,
  ...publicLinks,
  ...register,
  ...savedViews,
  ...signing,
  ...securityEvents,
  ...service,
  ...statistics,
  ...templates,
  ...trust,
  ...placements,
  verifyFile: verification.verifyFile,
  verifyCheckpoint: verification.verifyCheckpoint,
  ...webhooks,
} as const;
export type OperationId = keyof typeof operations;
