import { externalIdsOf } from '../../platform/db/external-ids.ts';

export const claimTemplateExternalId = externalIdsOf('templates');
export const claimBulkSendExternalId = externalIdsOf('bulk_sends');
