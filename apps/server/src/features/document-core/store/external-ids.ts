import { externalIdsOf } from '../../../platform/db/external-ids.ts';

export const claimExternalId = externalIdsOf('documents');
