/**
 * Writes the whole site into a folder, with a page for each Markdown file, the styles and scripts, and the search
 * index.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { type Assets, framed, type NavSection, relativeTo } from './frame.ts';
import { llmsFullText, llmsText, textAddress, withLinks } from './llms.ts';
import { render, type Rendered, targetOf } from './markdown.ts';
import { addressOf, HOME, SECTIONS } from './page-list.ts';
import { postmanCollection } from './postman.ts';
import { GraphqlPages } from './reference/graphql-pages.ts';
import { ReferenceModel } from './reference/reference-model.ts';
import { inSite, referenceEntries, referencePages } from './reference/reference.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SOURCE = path.join(ROOT, 'apps/docs/src');
/** Files that pages link to and that the site offers for download. */
const DOWNLOAD = /^docs\/[\w/.-]+\.(json|yml|graphql|txt|png)$/;

/** The URL used in the examples. The server replaces it with its own URL. */
const INSTALLATION = 'https://sign.example.com';

const POSTMAN = 'countersign.postman_collection.json';

type Entry = { title: string; heading: string; address: string; text: string };

/**
 * Builds the site next to the folder and then swaps the two, so that readers always get either the complete old site or
 * the complete new one.
 */
export async function buildSite(folder: string): Promise<void> {
  const unfinished = `${folder}-${process.pid}`;
  const old = `${unfinished}-old`;
  try {
    for (const [address, content] of await siteFiles()) await write(unfinished, address, content);
    // The folders are renamed, because two renames are much faster than deleting a thousand files.
    if (existsSync(folder)) await rename(folder, old);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
}

/** Returns all files of the site by URL. */
export async function siteFiles(): Promise<Map<string, string | Buffer>> {
  const out = new Map<string, string | Buffer>();
  const files = SECTIONS.flatMap(({ pages }) => pages.map(([file]) => file));
  const known = new Map([HOME, ...files].map((file) => [file, addressOf(file)]));
  const downloads = new Set<string>();
  const rendered = new Map<string, Rendered & { markdown: string }>();
  /** Returns the URL in the site for a link in a file, or undefined if the site does not have the target. */
  const resolve = (file: string, href: string): string | undefined => {
    if (href.startsWith('/docs/')) return inSite(href);
    const { target, anchor } = targetOf(file, href);
    const page = known.get(target);
    if (page !== undefined) return page + anchor;
    if (!DOWNLOAD.test(target) || !existsSync(path.join(ROOT, target))) return undefined;
    downloads.add(target);
    return target.replace(/^docs\//, '');
  };
  const isElsewhere = (href: string) => /^[a-z]+:|^#/.test(href);
  for (const [file, address] of known) {
    const source = await withExamples(file, await readFile(path.join(ROOT, file), 'utf8'));
    const page = render(source, (href) => {
      if (isElsewhere(href)) return href;
      const found = resolve(file, href);
      return found && relativeTo(address, found);
    });
    const markdown = withLinks(source, (href) => {
      if (isElsewhere(href)) return href;
      const found = resolve(file, href);
      return found && `${INSTALLATION}/docs/${found}`;
    });
    rendered.set(file, { ...page, markdown });
    out.set(textAddress(address), markdown);
  }
  const nav: NavSection[] = SECTIONS.map(({ name, pages }, at) => ({
    name,
    isOpen: at === 0,
    pages: pages.map(([file, short]) => ({ address: addressOf(file), name: short ?? rendered.get(file)?.title ?? '' })),
  }));
  const order = nav.flatMap(({ pages }) => pages);
  const model = new ReferenceModel();
  const graphql = new GraphqlPages();
  const entries = [
    ...[...known].flatMap(([file, address]) => entriesOf(address, rendered.get(file))),
    ...referenceEntries(model, graphql),
  ];
  const assets = await addAssets(out, entries);
  for (const [file, address] of known) {
    const page = rendered.get(file);
    if (!page) continue;
    const at = order.findIndex((one) => one.address === address);
    const text = framed(
      {
        address,
        ...page,
        nav,
        kind: file === HOME ? 'home' : 'guide',
        previous: at > 0 ? order[at - 1] : undefined,
        next: order[at + 1],
      },
      assets,
    );
    out.set(address, text);
  }
  for (const page of referencePages(model, graphql))
    out.set(page.address, framed({ ...page, kind: 'reference' }, assets));
  const texts = SECTIONS.map(({ name, pages }) => ({
    name,
    pages: pages.flatMap(([file]) => {
      const page = rendered.get(file);
      return page ? [{ ...page, address: addressOf(file) }] : [];
    }),
  }));
  out.set('llms.txt', llmsText(texts));
  out.set('llms-full.txt', llmsFullText(texts));
  out.set(POSTMAN, `${JSON.stringify(postmanCollection(model), null, 1)}\n`);
  out.set('404.html', notFound(nav, assets));
  for (const file of downloads) out.set(file.replace(/^docs\//, ''), await readFile(path.join(ROOT, file)));
  return out;
}

/** The page is served at URLs of any depth, so its links start at the root of the server. */
function notFound(nav: readonly NavSection[], assets: Assets): string {
  const html = `<h1>Page not found</h1>
<p>This page does not exist. Search for it, or choose a page from the contents.</p>`;
  const title = 'Page not found';
  const parts = { address: '404.html', title, summary: 'This page does not exist.', html, nav, kind: 'home' as const };
  return framed(parts, assets, (to) => `/docs/${to}`);
}

function entriesOf(address: string, page: Rendered | undefined): Entry[] {
  return (page?.parts ?? []).map(({ anchor, heading, text }) => ({
    title: page?.title ?? '',
    heading,
    address: anchor === '' ? address : `${address}#${anchor}`,
    text: text.replaceAll(/\s+/g, ' ').trim(),
  }));
}

/** File names contain a hash of their content, so they can be cached forever. */
async function addAssets(out: Map<string, string | Buffer>, entries: readonly Entry[]): Promise<Assets> {
  const hashed = (name: string, bytes: string | Buffer): string => {
    const { name: base, ext } = path.parse(name);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
    const address = `assets/${base}-${hash}${ext}`;
    out.set(address, bytes);
    return address;
  };
  const tokens = await readFile(path.join(ROOT, 'packages/ui-kit/src/tokens.css'), 'utf8');
  const styles = await readFile(path.join(SOURCE, 'site.css'), 'utf8');
  return {
    css: hashed('site.css', `${tokens}\n${styles}`.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/\n\s*/g, '\n')),
    theme: hashed('theme.js', await bundled('theme.ts')),
    site: hashed('site.js', await bundled('site.ts')),
    search: hashed('search.js', await bundled('search.ts')),
    // The index is a script, because pages opened as files cannot use fetch.
    index: hashed('index.js', `self.countersignDocs = ${JSON.stringify(entries)};`),
    logo: hashed('logo.svg', await readFile(path.join(ROOT, 'packages/brand/logo.svg'))),
  };
}

/** Each script is bundled as one classic script, because browsers do not load modules for pages opened as files. */
async function bundled(name: string): Promise<string> {
  const bundle = await rolldown({ cwd: ROOT, input: path.join(SOURCE, name), platform: 'browser' });
  try {
    const { output } = await bundle.generate({ format: 'iife', minify: true });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}

async function write(folder: string, address: string, content: string | Buffer): Promise<void> {
  const file = path.join(folder, address);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

/**
 * Matches a line that is only a link to an example file. On the site, such a line is replaced with the content of the
 * file.
 */
const EXAMPLE = /^\[([\w.-]+)\]\((examples\/[\w.-]+\.(\w+))\)$/gm;

async function withExamples(file: string, source: string): Promise<string> {
  const blocks = new Map<string, string>();
  for (const [line, name = '', target = '', extension = ''] of source.matchAll(EXAMPLE)) {
    const code = await readFile(path.join(ROOT, path.dirname(file), target), 'utf8');
    blocks.set(line, `\`${name}\`:\n\n\`\`\`${extension}\n${code.trimEnd()}\n\`\`\``);
  }
  return source.replaceAll(EXAMPLE, (line) => blocks.get(line) ?? line);
}
