/** Watches folders of the project. */
import { watch } from 'node:fs';
import path from 'node:path';
import { root } from './run-vitest.ts';

const IGNORED = /(^|\/)(node_modules|data|\.cache|\.git)(\/|$)|~$|\.sw[a-z]$/;
/**
 * How long to wait for further changes. Editors and formatters write a file several times in a row, and builds write
 * many files.
 */
const QUIET_MS = 300;

/** Calls `then` with the names of the changed files once there have been no further changes for a short time. */
export function onChange(
  folders: readonly string[],
  isWanted: (file: string) => boolean,
  then: (files: string[]) => void,
): void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  for (const folder of folders)
    watch(path.join(root, folder), { recursive: true }, (_, name) => {
      const file = path.posix.join(folder, name ?? '');
      if (name === null || IGNORED.test(file) || !isWanted(file)) return;
      changed.add(file);
      clearTimeout(timer);
      timer = setTimeout(() => {
        const files = [...changed];
        changed.clear();
        then(files);
      }, QUIET_MS);
    });
}
