import type { Folder } from './link-queries.ts';
import { m } from './link-texts.ts';

export type Picking = {
  title: string;
  action: string;
  /** The folders that cannot be chosen. */
  without: ReadonlySet<string>;
  /** Whether the top level can also be chosen. */
  withTop?: boolean;
  pick: (folder: Folder | null) => unknown;
};

/** Returns the labels for choosing a target folder. Documents listed in a folder are moved out of it. */
export const pickingFor = (count: number, folder: Folder['id'] | undefined, put: (into: Folder) => void): Picking => ({
  title: (folder === undefined ? m.picker.title : m.picker.titleMove)(count),
  action: folder === undefined ? m.picker.add : m.picker.move,
  without: new Set(folder === undefined ? [] : [folder]),
  pick: (into) => {
    if (into !== null) put(into);
  },
});
