/**
 * A plugin for the builds of the pages. A page starts with a small script that loads the other scripts. The browser
 * paints the HTML immediately, because the style sheets are only preloaded. The first script then activates the style
 * sheets, so that they come before the style sheets of pages that are opened later.
 */

import path from 'node:path';

type Chunk = {
  type: string;
  fileName: string;
  moduleIds?: string[];
  imports?: string[];
};
type Page = { bundle?: Record<string, Chunk>; path: string };

const SHEET = /<link rel="stylesheet"/g;

/**
 * A Vite plugin.
 *
 * @param pages the module that the first script of each page fetches, keyed by the page's path in the build
 */
export function firstLook(pages: Readonly<Record<string, string>>): {
  name: string;
  apply: 'build';
  transformIndexHtml: { order: 'post'; handler: (html: string, page: Page) => string };
} {
  return {
    name: 'countersign:first-look',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {}, path }) => {
        const page = pages[path];
        if (page === undefined) return html;
        const preloads = [...chunksOf(bundle, page)]
          .filter((file) => !html.includes(file))
          .map((file) => `\n    <link rel="modulepreload" crossorigin href="${baseOf(html)}${file}">`);
        return html
          .replaceAll(SHEET, '<link rel="preload" as="style"')
          .replace(/\s*<\/head>/, (end) => preloads.join('') + end);
      },
    },
  };
}

/** Returns the files that a module needs before it runs. */
function chunksOf(bundle: Record<string, Chunk>, module: string): Set<string> {
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const one of bundle[file]?.imports ?? []) add(one);
  };
  const entry = Object.values(bundle).find(({ moduleIds }) => moduleIds?.some((id) => id.endsWith(`/${module}`)));
  if (entry === undefined) throw new Error(`${module} is not a separate file in this build`);
  add(entry.fileName);
  return found;
}

/** Returns the folder of the build's files. */
function baseOf(html: string): string {
  return /src="([^"]*\/)assets\//.exec(html)?.[1] ?? '/';
}

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/**
 * Combines all modules that the `entries` need at startup in one file, because each additional file costs a round trip
 * on a slow connection.
 *
 * @returns a function for the bundler that assigns these modules to the group `name`
 */
export function firstScreen(name: string, ...entries: string[]): (id: string, graph: Graph) => string | null {
  let needed: Set<string> | undefined;
  return (id, graph) => {
    needed ??= new Set(entries.flatMap((entry) => [...neededBy(entry, graph)]));
    return needed.has(id) ? name : null;
  };
}

/**
 * Modules that re-export thousands of modules, of which only a few are used. Following all of them would include the
 * code of all pages.
 */
const BARRELS = /node_modules\/@(mantine|tabler)\//;

function neededBy(entry: string, graph: Graph): Set<string> {
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id) || BARRELS.test(id)) return;
    found.add(id);
    for (const one of graph.getModuleInfo(id)?.importedIds ?? []) add(one);
  };
  add(path.resolve(entry));
  return found;
}
