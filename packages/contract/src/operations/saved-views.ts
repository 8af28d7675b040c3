/** Saved views: named sets of filters for the list of documents. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { pageOfAll, pagination } from '../lists.ts';
import { defineOperation, json } from '../operation.ts';
import { idParam } from '../path-params.ts';
import { singleLine } from '../resources.ts';
import { savedView, viewFilters } from '../saved-views.ts';

const viewName = singleLine(100);

const common = { tag: 'Saved views', credentials: ['session'], rate: 'credential' } as const;
const params = z.object({ viewId: idParam('savedView', 'VIEW_NOT_FOUND') });
const success = z.object({ success: z.literal(true) });
const one = (status: 200 | 201) => ({ status, body: json(success.extend({ view: savedView })) }) as const;
const shared = z.boolean().meta({
  description: 'True if all members of the organization can see the view. Only admins and owners can share views.',
});

export const listViews = defineOperation({
  ...common,
  id: 'listViews',
  method: 'GET',
  path: '/api/views',
  summary: 'List saved views',
  description:
    'Returns your views in the order that you chose, then the views that others share with the organization.',
  query: z.strictObject(pageOfAll),
  success: { status: 200, body: json(z.object({ views: z.array(savedView), pagination })) },
  errors: [],
});

export const createView = defineOperation({
  ...common,
  id: 'createView',
  method: 'POST',
  path: '/api/views',
  summary: 'Save a view',
  description: `Saves a set of filters for the document list under a name. A person can have up to ${LIMITS.views} views.`,
  body: json(z.strictObject({ name: viewName, filters: viewFilters, shared: shared.default(false) })),
  success: one(201),
  errors: ['TOO_MANY_VIEWS'],
});

export const updateView = defineOperation({
  ...common,
  id: 'updateView',
  method: 'PATCH',
  path: '/api/views/:viewId',
  summary: 'Update a saved view',
  description:
    'Changes the name, filters, sharing or position of a view. Admins and owners can also change views that others share.',
  params,
  body: json(
    z
      .strictObject({
        name: viewName.optional(),
        filters: viewFilters.optional(),
        shared: shared.optional(),
        position: z
          .int()
          .min(0)
          .max(LIMITS.views)
          .optional()
          .meta({ description: 'New position among the views of its owner, starting at 0.' }),
      })
      .refine((body) => Object.values(body).some((value) => value !== undefined), 'must contain at least one change'),
  ),
  success: one(200),
  errors: ['VIEW_NOT_FOUND', 'FORBIDDEN'],
});

export const deleteView = defineOperation({
  ...common,
  id: 'deleteView',
  method: 'DELETE',
  path: '/api/views/:viewId',
  summary: 'Delete a saved view',
  description: 'Deletes the view. Documents are not affected.',
  params,
  success: { status: 200, body: json(success) },
  errors: ['VIEW_NOT_FOUND', 'FORBIDDEN'],
});
