/** The queries of this feature, with their keys and cache times. */
import { queryOptions } from '@tanstack/react-query';
import type { PublicLink, TemplateListEntry } from '@countersign/contract';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { ofTheSameList } from '../../api/queries.ts';

export const templatesQuery = (page: number, search: string) =>
  queryOptions({
    queryKey: ['templates', 'list', page, search],
    placeholderData: ofTheSameList(['templates', 'list', page, search], 2),
    queryFn: ({ signal }) =>
      call(
        api.listTemplates,
        { query: { page: String(page), ...(search === '' ? {} : { search }) } },
        signal,
      ) as Promise<{
        // Responses include members that requests may omit.
        templates: TemplateListEntry[];
        pagination: AnswerOf<'listTemplates'>['pagination'];
      }>,
  });

export const publicLinksQuery = (templateId: string) =>
  queryOptions({
    queryKey: ['templates', 'public-links', templateId],
    queryFn: async ({ signal }): Promise<readonly PublicLink[]> =>
      (await call(api.listPublicLinks, { params: { id: templateId } }, signal)).publicLinks,
  });
