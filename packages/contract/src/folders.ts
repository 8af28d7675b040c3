/** Folders, and the results of moving documents. */
import { z } from 'zod';
import { ERRORS, type ErrorCode } from './errors.ts';
import { idSchema } from './ids.ts';
import { timestamp } from './values.ts';

export const folder = z.object({
  id: idSchema('folder'),
  name: z.string(),
  parent_id: idSchema('folder').nullable().meta({ description: 'Null for a folder at the top.' }),
  shared: z.boolean().meta({
    description:
      'All members of the organization can see the folder. Each of them sees only the documents in it that they could see anyway.',
  }),
  owner: z.object({ id: idSchema('user'), name: z.string() }),
  can_change: z.boolean().meta({ description: 'You may rename, move, share and delete it.' }),
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
          description: 'When adding: false if the document was in the folder already.',
        }),
        removed: z.boolean().optional().meta({
          description:
            'When removing, or moving with `from`: false if the document was not in the folder that it should leave.',
        }),
        error: errorCode.optional(),
        message: z.string().optional(),
      }),
    )
    .meta({ description: 'In the order of the request.' }),
});
