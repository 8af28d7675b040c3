/** The data that the signing page needs. */
import { z } from 'zod';
import { receipt } from './receipt.ts';
import { documentStatus, signerRole, signerStatus } from './document-resources.ts';
import { field } from './fields.ts';
import { idSchema } from './ids.ts';
import { pageSizes } from './page-sizes.ts';
import { timestamp } from './values.ts';

/** A file that a signer attached to a field. */
export const attachment = z.object({
  id: idSchema('attachment'),
  field_id: idSchema('field'),
  signer_id: idSchema('signer'),
  filename: z.string(),
  content_type: z.enum(['application/pdf', 'image/png', 'image/jpeg']),
  size_bytes: z.int(),
  sha256: z.string().meta({ description: 'SHA-256 hash of the attached file in hexadecimal.' }),
  uploaded_at: timestamp,
  signed_at: timestamp,
});
export type Attachment = z.infer<typeof attachment>;
/** An attachment as seen by its signer, who may not have signed yet. */
export const ownAttachment = attachment.pick({
  field_id: true,
  filename: true,
  content_type: true,
  size_bytes: true,
  sha256: true,
});
export type OwnAttachment = z.infer<typeof ownAttachment>;

/**
 * The documents that a recipient signs in one visit. Documents of the package that were not sent to the recipient are
 * not included.
 */
const signingPackage = z.object({
  id: idSchema('package'),
  title: z.string(),
  position: z.int().meta({ description: 'Position of this document in `documents`, starting at 1.' }),
  documents: z.array(
    z.object({
      document_id: idSchema('document'),
      signer_id: idSchema('signer').meta({ description: 'ID of this recipient in the document.' }),
      title: z.string(),
      status: signerStatus,
      document_status: documentStatus,
    }),
  ),
});
export type SigningPackage = z.infer<typeof signingPackage>;

/** The data that the signing page needs. */
export const signingView = z.object({
  signer: z.object({
    id: idSchema('signer'),
    name: z.string(),
    email: z.string(),
    locale: z.string().nullable().meta({ description: 'The language that the sender chose for this recipient.' }),
    role: signerRole,
    status: signerStatus,
    signed_at: timestamp.nullable(),
  }),
  document: z.object({
    id: idSchema('document'),
    title: z.string(),
    filename: z.string(),
    status: documentStatus,
    sha256: z.string().meta({ description: 'SHA-256 hash of the current file, which `/pdf` returns.' }),
    sent_sha256: z
      .string()
      .meta({ description: 'SHA-256 hash of the file as it was sent, before the first signature.' }),
    message: z.string().nullable(),
    sent_at: timestamp,
    expiration: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    sealed: z.boolean().meta({ description: 'True if the completed file can be downloaded.' }),
  }),
  sender: z.object({ name: z.string(), email: z.string(), organization: z.string() }),
  pages: pageSizes,
  fields: z.array(field.omit({ signer_id: true })),
  attachments: z.array(ownAttachment).meta({ description: 'Files that are currently attached to `fields`.' }),
  others: z.array(z.object({ name: z.string(), status: signerStatus })),
  consent: z.object({
    version: z.string(),
    language: z.string().meta({ description: 'Language of the text: the language of the recipient, or English.' }),
    text: z.string(),
  }),
  revision: z.int().meta({
    description:
      'Number of the newest revision. When you fetch the file or one of its pages, the server records that the recipient saw this revision.',
  }),
  receipt: receipt.nullable().meta({
    description: 'Receipt of your signature. Null if the recipient has not signed, or signed before receipts existed.',
  }),
  blocked: z.enum(['NOT_YOUR_TURN', 'ALREADY_SIGNED']).nullable(),
  can_decline: z.boolean(),
  can_forward: z.boolean().meta({
    description:
      'True if the recipient can forward the document. Always false if the recipient has an access code or recipient authentication.',
  }),
  by_account: z.boolean().meta({
    description:
      'True if the recipient opened the document in an account with this e-mail address instead of using a signing link.',
  }),
  redirects: z
    .object({ signed: z.string().nullable(), declined: z.string().nullable(), expired: z.string().nullable() })
    .meta({ description: 'URLs that the signing page redirects to. Null if there is no redirect.' }),
  roles: z
    .array(z.object({ signer_id: idSchema('signer'), name: z.string(), role: signerRole, status: signerStatus }))
    .meta({
      description:
        'All roles of this address in the document, including the current one, in signing order. Empty if there is only one role. To open another role, call `POST /api/signing/:signerId/package/:otherSignerId`.',
    }),
  package: signingPackage
    .nullable()
    .meta({ description: 'Package that contains the document. Null if the document is not in a package.' }),
});
export type SigningView = z.infer<typeof signingView>;

export const pageText = z.object({
  page: z.int(),
  width: z.number(),
  height: z.number(),
  lines: z.array(z.object({ text: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
});
