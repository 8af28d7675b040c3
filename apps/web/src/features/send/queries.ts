/** The queries of this feature, with their keys and cache times. */
import { queryOptions } from '@tanstack/react-query';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';

export const placementsQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'placements', id],
    queryFn: ({ signal }) => call(api.getDocumentPlacements, { params: { id } }, signal),
    // The upload never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const suggestionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'field-suggestions', id],
    queryFn: ({ signal }) => call(api.getFieldSuggestions, { params: { id } }, signal),
    // The upload never changes. A document that cannot be read has no suggestions, which needs no message.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The newest save of each draft from this tab. */
export const savesUnderWay = new Map<string, Promise<unknown>>();

/** The last saved state; read again each time the page is opened, after pending saves of this tab. */
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
