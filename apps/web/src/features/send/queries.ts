/** The queries of this feature, with their keys and cache times. */
import { queryOptions } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export const placementsQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'placements', id],
    queryFn: ({ signal }) => call(api.getDocumentPlacements, { params: { id } }, signal),
    // The uploaded file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const suggestionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'field-suggestions', id],
    queryFn: ({ signal }) => call(api.getFieldSuggestions, { params: { id } }, signal),
    // The uploaded file never changes. If a document cannot be read, it has no suggestions, and no message is
    // necessary.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** For each draft, the newest save that was started in this tab. */
export const savesUnderWay = new Map<string, Promise<unknown>>();

/** The last saved state. It is loaded each time the page is opened, after pending saves from this tab. */
export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['drafts', id],
    queryFn: async ({ signal }) => {
      await savesUnderWay.get(id)?.catch(() => undefined);
      return (await call(api.getDraft, { params: { id } }, signal)).draft;
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
