import type { Vault } from '../../platform/crypto/seal.ts';
import type { SecretKey } from '../../platform/crypto/tokens.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import { ByteAnswer } from '../../platform/invoke/answers.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';
import { memberOrRecipient } from '../recipient-access/index.ts';
import {
  downloadAsRecipient,
  downloadDocument,
  type DownloadDependencies,
  openGrantedFile,
} from './download-document.ts';

import { downloadDocuments } from './download-documents.ts';

export type Services = DownloadDependencies & { blobs: CheckedBlobs; vault: Vault; linkKey: SecretKey };

export function operations(services: Services) {
  return {
    downloadDocument: async ({ params, query }, context) => ({
      success: true as const,
      ...(await memberOrRecipient(services.uow, context, params.id, {
        asMember: (principal) => downloadDocument(services, { ...context, principal }, params.id, query.type),
        asRecipient: ({ principal, whole }) =>
          downloadAsRecipient(services, { ...context, principal }, whole.document, query.type),
      })),
    }),
    downloadDocuments: ({ body }, context) => downloadDocuments(services, context, body.ids),
    getFile: async ({ params }) => new ByteAnswer(await openGrantedFile(services, services.linkKey, params.token)),
  } satisfies Partial<Handlers>;
}
