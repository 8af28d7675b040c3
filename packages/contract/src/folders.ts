/** Folders, and the results of moving documents to them. */
import { z } from 'zod';
import { ERRORS, type ErrorCode } from './errors.ts';
import { idSchema } from './ids.ts';
import { timestamp } from './values.ts';

export const folder = z.object({
  id: idSchema('folder'),
  name: z.string(),
  parent_id: idSchema('folder')
    .nullable()
    .meta({ description: 'ID of the parent folder. Null for a top-level folder.' }),
  shared: z.boolean().meta({
    description:
      'True if all members of the organization can see the folder. Each member sees only the documents in it that they have access to.',
  }),
  owner: z.object({ id: idSchema('user'), name: z.string() }),
  can_change: z.boolean().meta({ description: 'True if you can rename, move, share and delete the folder.' }),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Folder = z.infer<typeof folder>;

const errorCode = z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]);
export const folderResults = z.object({
  success: z.literal(true),
  results: z
    .array(
      z.object({
        documentId: z.string(),
        success: z.boolean(),
        added: z.boolean().optional().meta({
          description: 'When adding documents: false if the document was already in the folder.',
        }),
        removed: z.boolean().optional().meta({
          description:
            'When removing documents, or moving them with `from`: false if the document was not in that folder.',
        }),
        error: errorCode.optional(),
        message: z.string().optional(),
      }),
    )
    .meta({ description: 'One result per document, in the order of the request.' }),
});
