import type { Id } from '@countersign/contract';
import { loadDocument } from '../document-core/index.ts';
import { memberOrRecipient } from '../recipient-access/index.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import { verifyDocument, type VerifyDependencies } from './verify-document.ts';
import { type VerificationDependencies, verifyFile } from './verify-file.ts';
import { ByteAnswer } from '../../platform/invoke/answers.ts';
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import { networkOf } from '../../platform/network-of.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';

export type Services = VerificationDependencies & VerifyDependencies;

export function operations(services: Services) {
  const { uow } = services;
  /** Available to members and keys of the organization, and to recipients with accounts (ADR 40). */
  const verify = (context: RequestContext<MemberPrincipal>, id: Id<'document'>) =>
    memberOrRecipient(uow, context, id, {
      asMember: async (principal) =>
        verifyDocument(services, principal.tenantId, await loadDocument(uow, principal, id)),
      asRecipient: ({ principal, whole }) => verifyDocument(services, principal.tenantId, whole),
    });
  return {
    verifyDocument: ({ params }, context) => verify(context, params.id),
    verifyDocumentPost: ({ params }, context) => verify(context, params.id),
    verifyFile: async ({ file, query: { report } }, { address, environment }) => {
      const verified = await verifyFile(services, { from: networkOf(address), environment, report }, file);
      if ('verdict' in verified) return verified.verdict;
      const { contentType, filename } = verified;
      const bytes = Buffer.from(verified.report);
      return ByteAnswer.of(bytes, sha256Hex(bytes).slice(0, 32), { filename, contentType });
    },
  } satisfies Partial<Handlers>;
}
