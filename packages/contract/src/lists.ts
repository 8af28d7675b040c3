/** The parameters and response members shared by all paged lists. */
import { z } from 'zod';
import { documentMetadata, externalId } from './document-resources.ts';
import { opaque } from './field-class.ts';
import { idSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { numberParameter } from './query-params.ts';
import { timestamp } from './values.ts';

export const cursorParameter = opaque(z.string()).max(2000).optional().meta({
  description: '`nextCursor` or `prevCursor` from a response to a request with the same filters.',
});

const moment = timestamp.refine((value) => !value.startsWith('0000'), 'must be in the year 0001 or later').optional();
export const timeFilters = {
  createdAfter: moment.meta({ description: 'Only return results that were created at this time or later.' }),
  createdBefore: moment.meta({ description: 'Only return results that were created before this time.' }),
  updatedAfter: moment.meta({ description: 'Only return results that were updated at this time or later.' }),
  updatedBefore: moment.meta({ description: 'Only return results that were updated before this time.' }),
};

export const documentFilters = {
  ...timeFilters,
  templateId: idSchema('template')
    .optional()
    .meta({ description: 'Only return results that were created from this template.' }),
  externalId: externalId.optional(),
  metadata: documentMetadata.optional().meta({
    description: 'Only return results whose metadata has all of these pairs, written as `metadata[key]=value`.',
  }),
};

/** Filters for packages and bulk sends. */
export const ofDocuments = {
  templateId: documentFilters.templateId,
  metadata: documentMetadata.optional().meta({
    description:
      'Only return results that contain a document with all of these pairs, written as `metadata[key]=value`.',
  }),
};
export const ownerFilter = idSchema('user').optional().meta({ description: 'ID of the member who owns the object.' });

/** Parameters of a list that fits in one response. Callers that do not request a page get the whole list. */
export const pageOfAll = {
  pageSize: numberParameter(1, LIMITS.pageSizeMax).optional().meta({
    description: 'Maximum number of entries to return. If omitted, all entries are returned.',
  }),
  cursor: cursorParameter,
};

/** Marks a deprecated parameter or member. `use` is its replacement. */
export const replacedBy = (use: string) => ({ deprecated: true, description: `Deprecated: use \`${use}\`.` });

/** Parameters of a list that also supports page numbers. */
export const pageByNumber = {
  page: numberParameter(1, LIMITS.exactTotal).default(1).meta(replacedBy('cursor')),
  pageSize: numberParameter(1, LIMITS.pageSizeMax).default(LIMITS.pageSizeDefault),
  cursor: cursorParameter,
};

/** The cursor at which the next page of a list starts. */
export const nextPage = z.object({
  hasMore: z.boolean(),
  nextCursor: z
    .string()
    .nullable()
    .meta({ description: 'Cursor for the next page. To get that page, send this value as `cursor`.' }),
});
export const pagination = nextPage.extend({ total: z.int(), totalIsExact: z.boolean() });

/** The cursor at which the next page starts, for lists that also support deprecated page numbers. */
export const pageWithCursor = z.object({
  page: z.int().meta({
    deprecated: true,
    description:
      'Deprecated: use `nextCursor`. In a response to a request with `cursor`, the number of pages up to and including this one.',
  }),
  pageSize: z.int(),
  total: z.int(),
  totalIsExact: z.boolean(),
  totalPages: z.int().meta(replacedBy('hasMore')),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
});
