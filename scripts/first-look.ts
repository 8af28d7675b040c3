/**
 * A step of the pages' builds, for pages that begin with a small script which fetches the rest. What stands in the HTML is painted
 * at once: style sheets come after it, as one in the head holds back all that follows. And the rest is fetched beside the first
 * script, not after it.
 */

type Chunk = {
  type: string;
  fileName: string;
  facadeModuleId?: string | null;
  imports?: string[];
};
type Page = { bundle?: Record<string, Chunk>; path: string };

const SHEET = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * For Vite.
 *
 * @param pages the module that the first script of each page fetches, by the page's path in the build
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
        const sheets = html.match(SHEET) ?? [];
        const preloads = [...chunksOf(bundle, page)]
          .filter((file) => !html.includes(file))
          .map((file) => `\n    <link rel="modulepreload" crossorigin href="${baseOf(html)}${file}">`);
        return html
          .replaceAll(SHEET, '')
          .replace(/\s*<\/head>/, (end) => preloads.join('') + end)
          .replace(/\s*<\/body>/, (end) => sheets.join('') + end);
      },
    },
  };
}

/** The files that a module needs before it runs. */
function chunksOf(bundle: Record<string, Chunk>, module: string): Set<string> {
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const one of bundle[file]?.imports ?? []) add(one);
  };
  const entry = Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`) === true);
  if (entry === undefined) throw new Error(`${module} is no file of its own in this build`);
  add(entry.fileName);
  return found;
}

/** Where the files of the build stand below. */
function baseOf(html: string): string {
  return /src="([^"]*\/)assets\//.exec(html)?.[1] ?? '/';
}
