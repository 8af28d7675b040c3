/** What a signer keeps as proof of their signature. */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { timestamp } from './values.ts';

const file = z.object({
  revision: z.int(),
  sha256: z.string().meta({ description: 'of the whole file up to this revision' }),
});

/** Every member is read from the audit entry of the signature. */
export const receipt = z.object({
  document_id: idSchema('document'),
  signer_id: idSchema('signer'),
  signed_at: timestamp,
  shown: file.nullable().meta({ description: 'the newest revision that you were shown; null: none was opened' }),
  signed: file.meta({ description: 'the revision that your signature made' }),
  certificate_serial: z.string().meta({ description: 'of the certificate that your signature was made with' }),
  audit: z
    .object({ sequence: z.int(), hash: z.string() })
    .meta({ description: 'the entry of your signature, then the head of the audit trail of the document' }),
});
export type Receipt = z.infer<typeof receipt>;
