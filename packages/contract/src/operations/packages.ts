/** Packages: several documents sent together (ADR 30). */
import { z } from 'zod';
import { defineOperation, json } from '../operation.ts';
import {
  packageChange,
  packageDetails,
  packageInput,
  packageListEntry,
  packageSigner,
  packageStatus,
} from '../packages.ts';
import { acceptWarnings, externalId, LIMITS, multiLine, signingOrder, singleLine } from '../resources.ts';
import { expirationDays, remindersInput } from '../templates.ts';
import { ofDocuments, ownerFilter, pageByNumber, pageWithCursor, timeFilters } from '../lists.ts';
import { callbackUrl } from '../callback-url.ts';
import { idParam } from '../path-params.ts';

const params = z.object({ id: idParam('package', 'PACKAGE_NOT_FOUND') });
const success = z.object({ success: z.literal(true) });
const one = { status: 200, body: json(success.extend({ package: packageDetails })) } as const;
const reads = {
  tag: 'Packages',
  credentials: ['session', 'api-key'],
  scope: 'documents:read',
  rate: 'credential',
} as const;
const writes = { ...reads, scope: 'documents:write' } as const;

/** Errors that can occur when drafts are added to a package. `details.documentId` identifies the document. */
const ofDrafts = ['DOCUMENT_NOT_FOUND', 'INVALID_STATE', 'DOCUMENT_IN_PACKAGE'] as const;

export const createPackage = defineOperation({
  ...writes,
  id: 'createPackage',
  work: 'sending',
  method: 'POST',
  path: '/api/packages',
  summary: 'Create a package',
  description:
    'Creates a package from drafts or from templates. Its recipients sign all documents in one visit. A package from templates can be sent in the same request. With `templates`, an API key also needs the scope `templates`.',
  body: json(packageInput),
  success: { status: 201, body: one.body },
  errors: [
    ...ofDrafts,
    'EXTERNAL_ID_TAKEN',
    'TEMPLATE_NOT_FOUND',
    'MAIL_NOT_CONFIGURED',
    'PLAN_REQUIRED',
    'SERVICE_UNAVAILABLE',
    'FILE_DAMAGED',
  ],
});

export const listPackages = defineOperation({
  ...reads,
  id: 'listPackages',
  work: 'list',
  method: 'GET',
  path: '/api/packages',
  summary: 'List packages',
  description: 'Returns packages, newest first. Members get their own packages. Admins and owners get all packages.',
  query: z.strictObject({
    ...pageByNumber,
    status: packageStatus.optional(),
    owner: ownerFilter,
    externalId: externalId.optional(),
    ...timeFilters,
    ...ofDocuments,
  }),
  success: {
    status: 200,
    body: json(
      z.object({
        packages: z.array(packageListEntry),
        pagination: pageWithCursor,
      }),
    ),
  },
  errors: [],
});

export const getPackage = defineOperation({
  ...reads,
  id: 'getPackage',
  method: 'GET',
  path: '/api/packages/:id',
  summary: 'Retrieve a package',
  description: 'Returns the package with its documents and their states.',
  params,
  success: { status: 200, body: json(z.object({ package: packageDetails })) },
  errors: ['PACKAGE_NOT_FOUND'],
});

export const updatePackage = defineOperation({
  ...writes,
  id: 'updatePackage',
  method: 'PATCH',
  path: '/api/packages/:id',
  summary: 'Update a draft package',
  description: 'Changes the title or the documents of a package. Documents that you omit become separate drafts.',
  params,
  body: json(packageChange),
  success: one,
  errors: ['PACKAGE_NOT_FOUND', 'PACKAGE_STATE', ...ofDrafts],
});

export const deletePackage = defineOperation({
  ...writes,
  id: 'deletePackage',
  method: 'DELETE',
  path: '/api/packages/:id',
  summary: 'Delete a draft package',
  description: 'Deletes the package. Its documents become separate drafts.',
  params,
  success: { status: 200, body: json(success) },
  errors: ['PACKAGE_NOT_FOUND', 'PACKAGE_STATE'],
});

export const sendPackage = defineOperation({
  ...writes,
  id: 'sendPackage',
  work: 'sending',
  method: 'POST',
  path: '/api/packages/:id/send',
  summary: 'Send a package',
  description:
    'Sends all documents of the package, or none if one of them fails. Each recipient gets one e-mail and signs all documents or some of them (`documentIds`).',
  params,
  body: json(
    z.strictObject({
      signers: z.array(packageSigner).min(1, 'must include at least one signer').max(LIMITS.signers).meta({
        description:
          'Recipients of the package. Fields that were planned in a document are assigned to the recipient with the same address.',
      }),
      signingOrder: signingOrder.default('parallel'),
      expirationDays,
      emailSubject: singleLine(200).optional(),
      emailMessage: multiLine(2000).optional(),
      reminders: remindersInput,
      callbackUrl,
      acceptWarnings,
    }),
  ),
  success: one,
  errors: [
    'MAIL_NOT_CONFIGURED',
    'PLAN_REQUIRED',
    'PACKAGE_NOT_FOUND',
    'PACKAGE_STATE',
    'DOCUMENT_CHANGED',
    'SERVICE_UNAVAILABLE',
    'FILE_DAMAGED',
  ],
});

export const cancelPackage = defineOperation({
  ...writes,
  id: 'cancelPackage',
  method: 'POST',
  path: '/api/packages/:id/cancel',
  summary: 'Cancel a package',
  description: 'Voids every document of the package that is not completed. Invited recipients are notified.',
  params,
  body: json(z.strictObject({ reason: singleLine(500) })),
  success: one,
  errors: ['PACKAGE_NOT_FOUND', 'PACKAGE_STATE'],
});
