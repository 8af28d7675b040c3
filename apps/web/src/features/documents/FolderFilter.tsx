import { useQuery } from '@tanstack/react-query';
import { FilterValue } from './FilterPopover.tsx';
import { m } from './filter-texts.ts';
import { type ListState, withFolder } from './list-state.ts';
import { foldersQuery } from './link-queries.ts';

type Props = { state: ListState; show: (next: ListState) => void };

/** Shows the folder whose documents are listed. Folders are chosen beside the list, which is hidden on a phone. */
export function FolderFilter({ state, show }: Props) {
  const { data } = useQuery({ ...foldersQuery, enabled: state.folder !== undefined });
  if (state.folder === undefined) return null;
  const name = data?.find(({ id }) => id === state.folder)?.name ?? m.folder.oneFolder;
  return <FilterValue value={name} remove={() => show(withFolder(state, undefined))} />;
}
