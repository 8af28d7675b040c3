/** Saved views and folders, and their changes. */
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
 * Runs a change of views or folders and reads both again. Errors are shown by `mutate`, for menu items. A dialog calls
 * `mutateAsync` and shows its error itself.
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

/** The filters of a view as the address has them, without its page. */
export function filtersOf({ cursor: _cursor, ...filters }: ListState): View['filters'] {
  return filters;
}

/** A folder with its place in the tree: its level, and the names above it. */
export type Placed = { folder: Folder; level: number; path: string };

/** The tree from top to bottom. A folder whose parent is not visible is at the top. */
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

/** The folder and all folders in it, which it cannot be moved into. */
export function withFoldersIn(folders: readonly Folder[], id: string): Set<string> {
  const found = new Set([id]);
  for (const { folder } of treeOf(folders))
    if (folder.parent_id !== null && found.has(folder.parent_id)) found.add(folder.id);
  return found;
}
