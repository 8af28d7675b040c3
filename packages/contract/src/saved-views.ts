/** Saved views of the list of documents. */
import { z } from 'zod';
import { singleLine, timestamp } from './resources.ts';
import { idSchema } from './ids.ts';

/**
 * The members match the URL parameters of the list in the app, so opening a view shows the list with the saved filters.
 */
export const viewFilters = z
  .strictObject({
    status: singleLine(20).optional(),
    q: singleLine(200).optional(),
    tag: singleLine(50).optional(),
    created: singleLine(40).optional(),
    owner: singleLine(40).optional(),
    recipient: singleLine(200).optional(),
    template: singleLine(40).optional(),
    folder: singleLine(40).optional(),
    sort: singleLine(20).optional(),
    order: singleLine(4).optional(),
  })
  .meta({ description: 'Filters and sort order, with the same names as in the URL of the document list in the app.' });
export const savedView = z.object({
  id: idSchema('savedView'),
  name: z.string(),
  filters: viewFilters,
  shared: z.boolean().meta({ description: 'True if all members of the organization can see the view.' }),
  owner: z.object({ id: idSchema('user'), name: z.string() }),
  can_change: z.boolean().meta({ description: 'True if you can change and delete the view.' }),
  created_at: timestamp,
  updated_at: timestamp,
});
export type SavedView = z.infer<typeof savedView>;
