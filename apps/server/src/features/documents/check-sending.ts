/** Validates the input of a send request without sending the document. */
import type { FontBook } from '../../platform/pdf/index.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { senderFields } from './field-specs.ts';
import { planSend } from './plan-send.ts';
import type { Recipients } from './sending.ts';
import type { DocumentRow } from '../document-core/index.ts';

/** Throws the same errors as sending does, but writes and signs nothing. */
export async function checkSending(
  { uow, fonts }: { uow: UnitOfWork; fonts: FontBook },
  document: Pick<DocumentRow, 'pages'> & Partial<Pick<DocumentRow, 'own_fields' | 'variables'>>,
  recipients: Recipients,
): Promise<void> {
  await senderFields(fonts, planSend(document, recipients, uow.now()).fields);
}
