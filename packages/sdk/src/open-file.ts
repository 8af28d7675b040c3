import type { OpenFile } from './files.ts';

/** Opens a file. The file is read while it is sent, so it is never loaded into memory as a whole. */
export const openFile: OpenFile = async (file) => {
  // The Node modules are imported on demand, so that the main entry also loads in browsers.
  const [{ openAsBlob }, nodePath, { fileURLToPath }] = await Promise.all([
    import('node:fs'),
    import('node:path'),
    import('node:url'),
  ]);
  const path = typeof file === 'string' ? file : fileURLToPath(file);
  return { name: nodePath.basename(path), blob: await openAsBlob(path) };
};
