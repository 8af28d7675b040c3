/** Folders organize documents. They do not grant access to documents. */
import { z } from 'zod';
import { strict } from '../field-class.ts';
import { idSchema } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { idParam } from '../path-params.ts';
import { singleLine } from '../resources.ts';
import { folder, folderResults } from '../folders.ts';

const reads = {
  tag: 'Folders',
  credentials: ['session', 'api-key'],
  scope: 'documents:read',
  rate: 'credential',
} as const;
const writes = { ...reads, scope: 'documents:write' } as const;
const params = z.object({ folderId: idParam('folder', 'FOLDER_NOT_FOUND') });
const success = z.object({ success: z.literal(true) });
const one = (status: 200 | 201) => ({ status, body: json(success.extend({ folder })) }) as const;
const folderName = singleLine(100);
const parentId = idSchema('folder').nullable();

export const listFolders = defineOperation({
  ...reads,
  id: 'listFolders',
  method: 'GET',
  path: '/api/folders',
  summary: 'List folders',
  description: 'Returns your folders and the folders that are shared with the organization, sorted by name.',
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ folders: z.array(folder), pagination })) },
  errors: [],
});

export const createFolder = defineOperation({
  ...writes,
  id: 'createFolder',
  method: 'POST',
  path: '/api/folders',
  summary: 'Create a folder',
  description: `Creates a folder. A subfolder has the same sharing setting as its parent folder. Folders can be nested up to ${LIMITS.folderDepth} levels deep. A person can have ${LIMITS.folders} folders, and an organization ${LIMITS.sharedFolders} shared folders.`,
  body: json(
    z.strictObject({ name: folderName, parentId: parentId.default(null), shared: z.boolean().default(false) }),
  ),
  success: one(201),
  errors: ['FOLDER_NOT_FOUND', 'TOO_MANY_FOLDERS', 'FOLDER_NESTING'],
});

export const updateFolder = defineOperation({
  ...writes,
  id: 'updateFolder',
  method: 'PATCH',
  path: '/api/folders/:folderId',
  summary: 'Update a folder',
  description:
    "Renames, moves or shares a folder. Only top-level folders can be shared or unshared, and sharing applies to everything in them. A folder that you move into another folder takes on the sharing setting of that folder. You cannot make a shared folder private if it belongs to another person or contains other people's folders.",
  params,
  body: json(
    z
      .strictObject({ name: folderName.optional(), parentId: parentId.optional(), shared: z.boolean().optional() })
      .refine((body) => Object.values(body).some((value) => value !== undefined), 'must contain at least one change'),
  ),
  success: one(200),
  errors: ['FOLDER_NOT_FOUND', 'FORBIDDEN', 'FOLDER_NESTING', 'FOLDER_SHARED_BY_OTHERS', 'TOO_MANY_FOLDERS'],
});

export const deleteFolder = defineOperation({
  ...writes,
  id: 'deleteFolder',
  method: 'DELETE',
  path: '/api/folders/:folderId',
  summary: 'Delete a folder',
  description: 'Deletes the folder. The documents in it are kept, and its subfolders move up one level.',
  params,
  success: { status: 200, body: json(success) },
  errors: ['FOLDER_NOT_FOUND', 'FORBIDDEN'],
});

const documentIds = z
  .array(strict(z.string()).max(200))
  .min(1, 'must contain at least one document')
  .max(LIMITS.bulkDocuments)
  .meta({ description: 'Duplicates are ignored.' });
export const addToFolder = defineOperation({
  ...writes,
  id: 'addToFolder',
  work: 'bulk',
  method: 'POST',
  path: '/api/folders/:folderId/documents',
  summary: 'Add documents to a folder',
  description: `Adds up to ${LIMITS.bulkDocuments} documents to the folder. With \`from\`, moves them from that folder instead. Documents that are already in the folder succeed with \`added: false\`. If the folder would contain more than ${LIMITS.folderDocuments} documents, the request fails and no document is added.`,
  params,
  body: json(
    z.strictObject({
      documentIds,
      from: idSchema('folder').optional().meta({ description: 'ID of the folder from which the documents are moved.' }),
    }),
  ),
  success: { status: 200, body: json(folderResults) },
  errors: ['FOLDER_NOT_FOUND', 'FOLDER_FULL'],
});

export const removeFromFolder = defineOperation({
  ...writes,
  id: 'removeFromFolder',
  work: 'bulk',
  method: 'POST',
  path: '/api/folders/:folderId/documents/remove',
  summary: 'Remove documents from a folder',
  description: `Removes up to ${LIMITS.bulkDocuments} documents from the folder. The documents are not deleted. Documents that are not in the folder succeed with \`removed: false\`.`,
  params,
  body: json(z.strictObject({ documentIds })),
  success: { status: 200, body: json(folderResults) },
  errors: ['FOLDER_NOT_FOUND'],
});
