/** Proof for a signer that their signature was recorded. */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { timestamp } from './values.ts';

const file = z.object({
  revision: z.int(),
  sha256: z.string().meta({ description: 'Hash of the whole file up to this revision.' }),
});

/** All members come from the signature's audit entry. */
export const receipt = z.object({
  document_id: idSchema('document'),
  signer_id: idSchema('signer'),
  signed_at: timestamp,
  shown: file
    .nullable()
    .meta({ description: 'The newest revision that you were shown. Null if you were not shown any.' }),
  signed: file.meta({ description: 'The revision that your signature created.' }),
  certificate_serial: z.string().meta({ description: 'Serial number of the certificate for your signature.' }),
  audit: z
    .object({
      sequence: z.int(),
      hash: z.string(),
      in_checkpoint_by: timestamp.meta({
        description:
          'From this time on, every checkpoint of the audit log must cover the entry. If a later checkpoint does not, the operator left the entry out. To check this, run `countersign audit verify --entry HASH`.',
      }),
    })
    .meta({ description: "The audit entry of your signature, and the last entry of the document's audit trail." }),
});
export type Receipt = z.infer<typeof receipt>;
