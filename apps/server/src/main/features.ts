/** The list of all features. */
import { declareAuditActions } from '../platform/audit/actions.ts';
import { type OperationId, operations } from '@countersign/contract';
import { accountDeletion } from '../features/account-deletion/feature.ts';
import { accounts } from '../features/accounts/feature.ts';
import { addressBook } from '../features/address-book/feature.ts';
import { apiKeys } from '../features/api-keys/feature.ts';
import { attachments } from '../features/attachments/feature.ts';
import { auditLog } from '../features/audit-log/feature.ts';
import { authority } from '../features/authority/feature.ts';
import { backups } from '../features/backups/feature.ts';
import { billing } from '../features/billing/feature.ts';
import { clock } from '../features/clock/feature.ts';
import { distribution } from '../features/distribution/feature.ts';
import { completion } from '../features/completion-certificate/feature.ts';
import { consentTexts } from '../features/consent-texts/feature.ts';
import { dataExport } from '../features/data-export/feature.ts';
import { documents } from '../features/documents/feature.ts';
import { folders } from '../features/folders/feature.ts';
import { health } from '../features/health/feature.ts';
import { incidents } from '../features/incidents/feature.ts';
import { initialization } from '../features/initialization/feature.ts';
import { inPerson } from '../features/in-person/feature.ts';
import { inbox } from '../features/inbox/feature.ts';
import { legalHolds } from '../features/legal-holds/feature.ts';
import { liveUpdates } from '../features/live-updates/feature.ts';
import { metrics } from '../features/metrics/feature.ts';
import { notifications } from '../features/notifications/feature.ts';
import { progress } from '../features/documents-in-progress/feature.ts';
import { organizations } from '../features/organizations/feature.ts';
import { packages } from '../features/packages/feature.ts';
import { publicLinks } from '../features/public-links/feature.ts';
import { register } from '../features/processing-records/feature.ts';
import { retention } from '../features/retention/feature.ts';
import { sandbox } from '../features/sandbox/feature.ts';
import { savedViews } from '../features/saved-views/feature.ts';
import { secondFactor } from '../features/second-factor/feature.ts';
import { securityEvents } from '../features/security-events/feature.ts';
import { signing } from '../features/signing/feature.ts';
import { singleSignOn } from '../features/single-sign-on/feature.ts';
import { statistics } from '../features/statistics/feature.ts';
import { storage } from '../features/storage/feature.ts';
import { templates } from '../features/templates/feature.ts';
import { transparencyLog } from '../features/transparency-log/feature.ts';
import { trail } from '../features/document-trail/feature.ts';
import { trust } from '../features/trust/feature.ts';
import { verification } from '../features/verification/feature.ts';
import { webhooks } from '../features/webhooks/feature.ts';
import { apiKeyServices } from '../features/api-keys/services.ts';
import { billingServices } from '../features/billing/services.ts';
import { brandingServices } from '../features/branding/services.ts';
import { certificateServices } from '../features/completion-certificate/services.ts';
import { documentServices } from '../features/documents/services.ts';
import { inProgressServices } from '../features/documents-in-progress/services.ts';
import { healthServices } from '../features/health/services.ts';
import { mailServices } from '../features/notifications/services.ts';
import { processingRecordServices } from '../features/processing-records/services.ts';
import { signingServices } from '../features/signing/services.ts';
import { singleSignOnServices } from '../features/single-sign-on/services.ts';
import { transparencyLogServices } from '../features/transparency-log/services.ts';
import { trustServices } from '../features/trust/services.ts';
import { verificationServices } from '../features/verification/services.ts';
import type { SealedColumn } from '../platform/db/reseal.ts';
import { buildServices, type BuiltBy, type Feature, type HandledBy, operationTable } from '../platform/feature.ts';
import type { AnyHandler } from '../platform/invoke/operations.ts';
import { openapi } from '../transport/openapi/feature.ts';
import type { OperatorConsole } from './console.ts';
import type { Ports, Services } from './services.ts';

export const features = [
  accountDeletion,
  accounts,
  addressBook,
  apiKeys,
  attachments,
  auditLog,
  authority,
  backups,
  billing,
  clock,
  distribution,
  completion,
  consentTexts,
  dataExport,
  documents,
  folders,
  health,
  incidents,
  inPerson,
  initialization,
  inbox,
  legalHolds,
  liveUpdates,
  metrics,
  notifications,
  progress,
  organizations,
  packages,
  publicLinks,
  register,
  retention,
  sandbox,
  savedViews,
  secondFactor,
  securityEvents,
  signing,
  singleSignOn,
  statistics,
  storage,
  templates,
  trail,
  transparencyLog,
  trust,
  verification,
  webhooks,
  openapi,
] as const satisfies readonly Feature<Services, OperatorConsole>[];

const builders = [
  apiKeyServices,
  billingServices,
  brandingServices,
  certificateServices,
  documentServices,
  inProgressServices,
  healthServices,
  mailServices,
  processingRecordServices,
  signingServices,
  singleSignOnServices,
  transparencyLogServices,
  trustServices,
  verificationServices,
] as const satisfies readonly ((ports: Ports) => object)[];
export type FeatureServices = BuiltBy<typeof builders>;
export const featureServices = (ports: Ports): FeatureServices => buildServices(builders, ports);

declareAuditActions(features);

/** The IDs of all operations. This does not compile while an operation has no handler. */
const ids: readonly HandledBy<typeof features>[] = Object.keys(operations) as OperationId[];

/** Finds the handler of an operation. Throws an Error if two features handle one operation. */
export function handlerTable(services: Services): (id: OperationId, own: Services) => AnyHandler {
  return operationTable<Services>(features, ids, services);
}

export const sealedColumns: readonly SealedColumn[] = features.flatMap(
  (feature: Feature<Services>) => feature.sealedColumns ?? [],
);
