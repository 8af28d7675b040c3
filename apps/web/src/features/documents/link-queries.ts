/** Queries for saved views and folders, and the operations that change them. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import { call } from '../../api/client.ts';
import { toastError } from '../../ui/toast.ts';
import type { ListState } from './list-state.ts';

export type View = AnswerOf<'listViews'>['views'][number];
export type Folder = AnswerOf<'listFolders'>['folders'][number];

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async ({ signal }) => (await call(api.listViews, {}, signal)).views,
  staleTime: 60_000,
});
export const foldersQuery = queryOptions({
  queryKey: ['folders'],
  queryFn: async ({ signal }) => (await call(api.listFolders, {}, signal)).folders,
  staleTime: 60_000,
});

/**
 * Changes views or folders and reloads them. Menu items call `mutate`, which shows errors as messages. Dialogs call
 * `mutateAsync` and show the error in the dialog.
 */
export function useChange() {
  const queryClient = useQueryClient();
  const { mutate, ...changing } = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ['views'] });
      await queryClient.invalidateQueries({ queryKey: ['folders'] });
    },
  });
  return { ...changing, mutate: (change: () => Promise<unknown>) => mutate(change, { onError: toastError }) };
}

/** Returns the filters of a view in the form used by the URL, without the page. */
export function filtersOf({ cursor: _cursor, ...filters }: ListState): View['filters'] {
  return filters;
}

/** A folder with its position in the tree: its level and the names of its ancestors. */
export type Placed = { folder: Folder; level: number; path: string };

/** Returns the tree from top to bottom. A folder whose parent is not visible is placed at the top level. */
export function treeOf(folders: readonly Folder[]): Placed[] {
  const ids = new Set(folders.map(({ id }) => id));
  const below = (parent: string | null, level: number, above: string): Placed[] =>
    folders
      .filter(({ parent_id: of }) => (of !== null && ids.has(of) ? of : null) === parent)
      .flatMap((folder) => {
        const path = above === '' ? folder.name : `${above} / ${folder.name}`;
        return [{ folder, level, path }, ...below(folder.id, level + 1, path)];
      });
  return below(null, 0, '');
}

/** Returns the folder and all folders in it. The folder cannot be moved into any of these. */
export function withFoldersIn(folders: readonly Folder[], id: string): Set<string> {
  const found = new Set([id]);
  for (const { folder } of treeOf(folders))
    if (folder.parent_id !== null && found.has(folder.parent_id)) found.add(folder.id);
  return found;
}
