import type { Document } from '@countersign/contract';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { documentView, loadDocument } from './view.ts';

export async function getDocument(uow: UnitOfWork, principal: MemberPrincipal, id: string): Promise<Document> {
  const { document, signers, fields } = await loadDocument(uow, principal, id);
  return documentView(document, signers, fields);
}
