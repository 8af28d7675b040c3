/**
 * `node apps/docs/build/main.ts [FOLDER]` builds the documentation site, by default into the folder that the server
 * uses.
 */
import path from 'node:path';
import { buildSite } from './site.ts';

await buildSite(path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../dist')));
