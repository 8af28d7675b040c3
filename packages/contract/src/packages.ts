/** Packages: several documents that a recipient signs in one visit (ADR 30). */
import { z } from 'zod';
import { idSchema } from './ids.ts';
import { packageOfTemplates, packageTemplate } from './package-templates.ts';
import { documentListEntry, documentTitle, environment, externalIdInput, signerInput } from './resources.ts';
import { timestamp } from './values.ts';

export const PACKAGE_LIMITS = { documents: 25 } as const;

export const PACKAGE_STATUSES = ['draft', 'in-progress', 'completed', 'expired', 'cancelled'] as const;
export const packageStatus = z.enum(PACKAGE_STATUSES);
export type PackageStatus = z.infer<typeof packageStatus>;

const title = documentTitle;
const someDocuments = z
  .array(idSchema('document'))
  .min(1, 'must contain at least one document')
  .max(PACKAGE_LIMITS.documents, `must list at most ${PACKAGE_LIMITS.documents} documents`)
  .refine((ids) => new Set(ids).size === ids.length, 'must list each document once');
const documentIds = someDocuments.meta({
  description: 'Drafts that are not in another package, in signing order.',
});

export const packageInput = z.strictObject({
  title,
  documentIds: documentIds.optional(),
  templates: z
    .array(packageTemplate)
    .min(1, 'must list at least one template')
    .max(PACKAGE_LIMITS.documents, `must list at most ${PACKAGE_LIMITS.documents} templates`)
    .optional()
    .meta({
      description:
        'Use instead of `documentIds` to create a document from each of these templates, in this order. A template can be used several times. If the call fails, nothing is created.',
    }),
  externalId: externalIdInput,
  ...packageOfTemplates,
});
export type PackageInput = z.infer<typeof packageInput>;
export const packageChange = z
  .strictObject({ title: title.optional(), documentIds: documentIds.optional() })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'must contain at least one change');
export type PackageChange = z.infer<typeof packageChange>;

/** A recipient of a package, and the recipient's documents. */
export const packageSigner = signerInput.extend({
  documentIds: someDocuments.optional().meta({
    description: 'Documents of the package that this recipient gets. Default: all.',
  }),
});
export type PackageSigner = z.infer<typeof packageSigner>;

const listed = {
  id: idSchema('package'),
  title: z.string(),
  status: packageStatus,
  owner: z.object({ id: idSchema('user'), name: z.string(), email: z.string() }),
  document_count: z.int(),
  completed_count: z.int().meta({ description: 'Number of documents that all recipients have signed.' }),
  cancel_reason: z.string().nullable().meta({
    description:
      "Why the package was canceled: the sender's reason, or what happened to the documents that were not completed.",
  }),
  environment,
  created_at: timestamp,
  updated_at: timestamp,
  external_id: z.string().nullable(),
  sent_at: timestamp.nullable(),
  ended_at: timestamp.nullable().meta({ description: 'When the package was completed, expired or canceled.' }),
};
export const packageListEntry = z.object(listed);
export type PackageListEntry = z.infer<typeof packageListEntry>;
/** The schema is not called `package`, because that is a reserved word in JavaScript. */
export const packageDetails = z.object({
  ...listed,
  documents: z
    .array(documentListEntry)
    .meta({ description: 'The documents in signing order, each with its status and recipients.' }),
});
export type PackageDetails = z.infer<typeof packageDetails>;
