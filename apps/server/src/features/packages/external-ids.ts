import { externalIdsOf } from '../../platform/db/external-ids.ts';

export const claimPackageExternalId = externalIdsOf('packages');
