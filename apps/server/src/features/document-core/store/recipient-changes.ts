/** SQL of changes to the recipients of a document that is out. Every statement names the tenant, or runs a function that does. */
import { namedStatement, statement } from '../../../platform/db/statement.ts';
import type { RecipientRow } from './documents.ts';

/** Answers false under a legal hold, and after the first signature. */
export const clearSentRevision = statement<{ cleared: boolean }, [document: string]>(
  'document-clear-sent',
  'select clear_sent_revision($1) as cleared',
);
/** Out of the way of the new positions, which are unique at every moment. */
export const vacatePositions = statement<unknown, [tenant: string, document: string]>(
  'signers-vacate',
  'update signers set position = position + 1000 where tenant_id = $1 and document_id = $2',
);
/** A recipient who stays: their link ends, and what they were shown before is not the document any more. */
export const updateChanged = namedStatement<unknown, RecipientRow>(
  'signer-changed',
  `with changed as (update signers set position = :position, signing_order = :signingOrder, email = :email, email_key = :emailKey, name = :name, role = :role,
     status = :status, locale = :locale, pdf_field = :pdfField, invited_at = :invitedAt, access_code_hash = :accessCodeHash, second_step = :secondStep,
     second_email = :secondEmail, notify = :notify, notify_completion = :notifyCompletion, link_generation = link_generation + 1,
     replaced_generations = replaced_generations || link_generation, viewed_at = null, shown_revisions = '{}', started_at = null,
     access_failures = 0, step_failures = 0, step_code_until = null
   where tenant_id = :tenantId and document_id = :documentId and id = :id returning tenant_id, document_id, id)
   update document_recipients r set folded = :folded from changed c
   where r.tenant_id = c.tenant_id and r.document_id = c.document_id and r.signer_id = c.id`,
);
export const updateCorrected = namedStatement<
  unknown,
  { tenantId: string; id: string; signingOrder: string; pages: string; now: Date }
>(
  'document-corrected',
  `update documents set signing_order = :signingOrder, pages = :pages, page_count = jsonb_array_length(:pages::jsonb), updated_at = :now
   where tenant_id = :tenantId and id = :id`,
);

/** Answers false under a legal hold, and for a recipient who has signed. */
export const removeRow = statement<{ removed: boolean }, [document: string, signer: string, now: Date]>(
  'signer-remove',
  'select remove_recipient($1, $2, $3) as removed',
);
