/** Checks that all references exist: links, their headings, npm scripts, and the documents that comments refer to. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
/** The number of documentation pages when this test was written. A search that finds fewer pages is broken. */
const FEWEST_PAGES = 18;

const pages = globSync(['**/*.md', '.changeset/*.md', '.github/*.md'], {
  cwd: ROOT,
  exclude: (name) => /(^|\/)(node_modules|dist|data|\.git)$/.test(name),
});
const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8');

/** Returns the text without code fences, because brackets in code are not links. */
const prose = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '');

/**
 * Returns the anchor of a heading as GitHub writes it: lower case, without punctuation, and with hyphens for spaces.
 */
function anchors(text: string): string[] {
  return [...prose(text).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
}

/** Returns the reason why a link is broken, or undefined if it works. */
function fault(page: string, link: string): string | undefined {
  if (/^(https?|mailto):/.test(link)) return undefined;
  const [file = '', anchor] = decodeURI(link).split('#');
  // A release moves the text of a changeset to CHANGELOG.md.
  const folder = /^\.changeset\/(?!README)/.test(page) ? '.' : path.dirname(page);
  const target = file === '' ? path.join(ROOT, page) : path.resolve(ROOT, folder, file);
  if (!target.startsWith(ROOT)) return `${link} leads out of the project`;
  if (!existsSync(target)) return `${link}: there is no such file`;
  if (anchor === undefined || statSync(target).isDirectory() || !target.endsWith('.md')) return undefined;
  return anchors(readFileSync(target, 'utf8')).includes(anchor) ? undefined : `${link}: there is no such heading`;
}

test('finds at least the expected number of documentation pages', () => {
  expect(pages.length).toBeGreaterThanOrEqual(FEWEST_PAGES);
});

describe.each(pages)('%s', (page) => {
  test('links only to existing targets', () => {
    const found = prose(read(page)).matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)|\b(?:src|href)="([^"]+)"/g);
    const links = [...found].map(([, link, attribute]) => link ?? attribute ?? '');
    expect(links.map((link) => fault(page, link)).filter((one) => one !== undefined)).toEqual([]);
  });

  test('names only scripts that package.json contains', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...read(page).matchAll(/\bnpm run ([a-z][a-z:-]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

/** Files with our comments or prose. This file is omitted, because it has broken references as test data. */
const written = globSync('**/*.{ts,tsx,mjs,js,sql,css,html,sh,md}', {
  cwd: ROOT,
  exclude: (name) => /(^|\/)(node_modules|dist|data|\.git)$/.test(name),
}).filter((file) => path.join(ROOT, file) !== import.meta.filename);

/** Returns references to documents that are not in this repository, by name, by number or by section. */
function deadCitations(text: string): string[] {
  const documents = [...text.matchAll(/[\w./-]*\w\.md\b/g)].map(([name]) => name);
  const unknown = documents.filter((name) => {
    const suffix = name.replace(/^(\.{0,2}\/)+/, '');
    return !pages.some((page) => page === suffix || page.endsWith(`/${suffix}`));
  });
  const records = [...text.matchAll(/\bADRs? (\d+)/g)].filter(
    ([, number = '']) => !pages.some((page) => page.startsWith(`docs/adr/${number.padStart(4, '0')}-`)),
  );
  const sections =
    /\bdecisions? (§|on )|\bparts? \d+ of the interface|\binterface (part \d|specification)|\bspecification (says|gives)|\bspec §/gi;
  return [...unknown, ...[...records, ...text.matchAll(sections)].map(([citation]) => citation)];
}

test('does not cite documents outside the repository', () => {
  expect(written).toContain('apps/server/src/platform/signing-links.ts');
  const dead = written.flatMap((file) => deadCitations(read(file)).map((citation) => `${file}: ${citation}`));
  expect(dead).toEqual([]);
});

test.each(['interface.md part 6', 'decisions §3', 'ADR 9999', 'part 5 of the interface', 'docs/no-such-page.md'])(
  'reports the citation "%s" as a broken link',
  (citation) => {
    expect(deadCitations(`/** Links end by themselves (${citation}). */`)).toHaveLength(1);
  },
);

test.each(['ADR 10', 'docs/understand/signing-flow.md', 'RFC 5280 §5.3.1', '../README.md'])(
  'accepts the citation "%s"',
  (citation) => {
    expect(deadCitations(`/** Links end by themselves (${citation}). */`)).toEqual([]);
  },
);
