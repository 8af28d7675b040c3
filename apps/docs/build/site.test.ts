/** Tests the built site: its links, its size, and the presence of every page for users. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { addressOf, SECTIONS } from './page-list.ts';
import { siteFiles } from './site.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** The maximum compressed size of a page with its styles and scripts. */
const MAX_BYTES = 60_000;
/** Pages for people who develop Countersign. */
const FOR_CONTRIBUTORS = /^docs\/(adr|contribute)\/|^docs\/(roadmap|api\/coverage)\.md$/;

let files = new Map<string, string | Buffer>();

beforeAll(async () => {
  files = await siteFiles();
});

const pages = () => [...files.keys()].filter((file) => file.endsWith('.html'));
const read = (file: string) => String(files.get(file) ?? `no file ${file}`);

test('creates a page for each user-facing Markdown file and lists each page once', () => {
  const sources = globSync('docs/**/*.md', { cwd: ROOT }).filter((file) => !FOR_CONTRIBUTORS.test(file));
  const listed = SECTIONS.flatMap((section) => section.pages.map(([file]) => file));
  expect(new Set(listed).size).toBe(listed.length);
  expect(sources.toSorted()).toEqual(
    ['docs/README.md', ...listed.filter((file) => file.startsWith('docs/'))].toSorted(),
  );
  for (const file of listed) expect(read(addressOf(file)), file).toContain('aria-current="page"');
});

test('contains no broken links or anchors', () => {
  const anchors = new Map<string, Set<string>>();
  const anchorsOf = (file: string) => {
    const known = anchors.get(file) ?? new Set([...read(file).matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
    anchors.set(file, known);
    return known;
  };
  const dead: string[] = [];
  // Checked links are remembered, because the pages of a folder share most of their links.
  const checked = new Set<string>();
  for (const page of pages())
    for (const [, link = ''] of read(page).matchAll(/ (?:href|src|data-search|data-index)="([^"]*)"/g)) {
      const known = link.startsWith('#') ? `${page} ${link}` : `${path.dirname(page)} ${link}`;
      if (/^https?:/.test(link) || checked.has(known)) continue;
      checked.add(known);
      const [name = '', anchor] = decodeURIComponent(link).split('#');
      const target = link.startsWith('/docs/')
        ? name.slice('/docs/'.length)
        : path.posix.join(path.posix.dirname(page), name);
      const file = name === '' ? page : target.endsWith('/') || target === '' ? `${target}index.html` : target;
      if (!files.has(file)) dead.push(`${page}: ${link}`);
      else if (anchor !== undefined && !anchorsOf(file).has(anchor)) dead.push(`${page}: ${link} has no such heading`);
    }
  expect(dead).toEqual([]);
});

test('sends less than 60 kB for each docs page, without inline scripts or styles', () => {
  const size = (file: string) =>
    brotliCompressSync(read(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }).length;
  const shared = [...files.keys()].filter((file) => /^assets\/(site|theme)-/.test(file));
  expect(shared).toHaveLength(3);
  const assets = shared.reduce((sum, file) => sum + size(file), 0);
  for (const page of pages()) {
    const plain = Buffer.byteLength(read(page));
    if (plain + assets >= MAX_BYTES) expect(size(page) + assets, page).toBeLessThan(MAX_BYTES);
    expect(read(page), page).not.toMatch(/<style|<script(?![^>]* src=)| style="| on[a-z]+="/);
  }
});

test('lists the other operations of the group next to each operation, and links to the other groups', () => {
  const text = read('reference/operations/sendForSigning.html');
  expect(text).toContain('href="voidDocument.html"');
  expect(text).toContain('href="../groups/webhooks.html"');
  expect(text).not.toContain('href="createWebhook.html"');
});

test('converts the diagrams on all pages to tables', () => {
  expect(read('understand/states.html')).toContain('<td><code>in-progress</code></td>\n<td>last signature</td>');
  expect(read('understand/architecture.html')).toContain('<td>sender, signer, API key</td>\n<td>HTTP</td>');
  for (const page of pages()) expect(read(page), page).not.toContain('flowchart');
});

test('replaces links to files outside the site with the link text', () => {
  const text = read('integrate/field-tags.html');
  expect(text).toContain('ADR 138');
  expect(text).not.toContain('../adr/');
});

test('shows the example files of a documentation page', () => {
  const text = read('integrate/embedding.html');
  for (const name of ['sign.html', 'server.mjs', 'SignContract.jsx', 'SignContract.vue', 'prepare.html'])
    expect(text, name).toContain(`<code>${name}</code>`);
  for (const code of ['countersign-sign', 'createServer', 'onfinished', 'v-else-if', '/preparing-link'])
    expect(text.replaceAll(/<[^>]*>/g, ''), code).toContain(code);
});
