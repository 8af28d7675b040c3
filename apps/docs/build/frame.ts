/** The frame of every page: the header, the table of contents, the page itself, and the list of its headings. */
import path from 'node:path';
import { escapeHtml } from './highlight.ts';
import type { Heading } from './markdown.ts';

export type NavSection = {
  name: string;
  /** The URL of the section's own page. A section without further pages is shown only as a link to this page. */
  address?: string;
  isOpen?: boolean;
  pages: readonly { address: string; name: string; method?: string }[];
};

export type Assets = { css: string; theme: string; site: string; search: string; index: string; logo: string };

export type PageParts = {
  /** The URL within the site, such as `start/api.html`. */
  address: string;
  title: string;
  summary: string;
  html: string;
  headings?: readonly Heading[];
  /** The sections of the navigation beside the page. The first section that contains this page is expanded. */
  nav: readonly NavSection[];
  previous?: { address: string; name: string } | undefined;
  next?: { address: string; name: string } | undefined;
  /** `reference` pages show the code beside the text. */
  kind?: 'guide' | 'reference' | 'home';
};

const TOC_LEVELS = [2, 3];

/**
 * @param link converts a URL within the site to a URL relative to this page. The page for unknown URLs is served at
 * URLs of any depth, so its links are absolute.
 */
export function framed(parts: PageParts, assets: Assets, link = (to: string) => relativeTo(parts.address, to)): string {
  const { address, title, summary, html, headings = [], nav, kind = 'guide' } = parts;
  const toc = headings.filter(({ level }) => TOC_LEVELS.includes(level));
  const hasToc = kind === 'guide' && toc.length > 1;
  const top = (to: string, name: string, isHere: boolean) =>
    `<a href="${link(to)}"${isHere ? ' aria-current="true"' : ''}>${name}</a>`;
  const places = `${top('index.html', 'Guides', kind !== 'reference')} ${top('reference.html', 'API reference', kind === 'reference')}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(summary)}">
<title>${escapeHtml(kind === 'home' ? title : `${title} · Countersign documentation`)}</title>
<link rel="icon" type="image/svg+xml" href="${link(assets.logo)}">
${kind === 'guide' ? `<link rel="alternate" type="text/markdown" href="${link(address.replace(/html$/, 'md'))}">\n` : ''}<link rel="stylesheet" href="${link(assets.css)}">
<script src="${link(assets.theme)}"></script>
<script src="${link(assets.site)}" defer></script>
</head>
<body class="${kind}" data-root="${link('')}" data-search="${link(assets.search)}" data-index="${link(assets.index)}">
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button type="button" class="menu" popovertarget="contents" aria-label="Contents"><span aria-hidden="true">☰</span></button>
<a class="brand" href="${link('index.html')}"><img src="${link(assets.logo)}" alt="" width="24" height="24">Countersign <span>Docs</span></a>
<button type="button" class="find" aria-keyshortcuts="Control+K Meta+K" hidden><span>Search</span> <kbd aria-hidden="true">Ctrl K</kbd></button>
<nav class="places" aria-label="Parts of the documentation">${places}</nav>
<button type="button" class="theme" hidden><span aria-hidden="true">◐</span></button>
</header>
<div class="columns${hasToc ? ' with-toc' : ''}">
<nav id="contents" popover aria-label="Contents">
<p class="places">${places}</p>
${nav.map((section) => sectionView(section, address, link)).join('\n')}
</nav>
<main id="content" tabindex="-1">
${html}
${turnView(parts, link)}
<footer>${kind === 'guide' ? `<a href="${link(address.replace(/html$/, 'md'))}">This page as Markdown</a> ` : ''}<a href="${link('llms.txt')}">llms.txt</a> <a href="${link('api/openapi.json')}">OpenAPI description</a> <a href="${link('countersign.postman_collection.json')}">Postman collection</a></footer>
</main>
${hasToc ? tocView(toc) : ''}
</div>
</body>
</html>
`;
}

/** Returns a relative link, such as `../c.html` from `a/b.html` to `c.html`. */
export function relativeTo(from: string, to: string): string {
  const relative = path.posix.relative(path.posix.dirname(from), to.replace(/#.*/, ''));
  return `${relative}${/#.*/.exec(to)?.[0] ?? ''}` || './';
}

function sectionView(
  { name, address: own, isOpen = false, pages }: NavSection,
  address: string,
  link: (to: string) => string,
): string {
  const linkView = (to: string, text: string) =>
    `<a href="${link(to)}"${to === address ? ' aria-current="page"' : ''}>${text}</a>`;
  if (own !== undefined && pages.length === 0) return `<p class="group">${linkView(own, escapeHtml(name))}</p>`;
  const items = pages.map(
    (page) =>
      `<li>${linkView(page.address, `${page.method === undefined ? '' : `<span class="method ${page.method.toLowerCase()}">${page.method}</span> `}${escapeHtml(page.name)}`)}</li>`,
  );
  const isHere = isOpen || pages.some((page) => page.address === address);
  const first = own === undefined ? '' : `<li>${linkView(own, 'Overview')}</li>`;
  return `<details${isHere ? ' open' : ''}><summary>${escapeHtml(name)}</summary><ul>${first}${items.join('')}</ul></details>`;
}

function tocView(headings: readonly Heading[]): string {
  const items = headings.map(
    ({ level, text, anchor }) => `<li class="level-${level}"><a href="#${anchor}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="toc" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`;
}

function turnView({ previous, next }: PageParts, link: (to: string) => string): string {
  if (!previous && !next) return '';
  const one = (page: PageParts['next'], rel: string, label: string) =>
    page
      ? `<a rel="${rel}" href="${link(page.address)}"><span>${label}</span> ${escapeHtml(page.name)}</a>`
      : '<span></span>';
  return `<nav class="turn" aria-label="Previous and next page">${one(previous, 'prev', 'Previous')}${one(next, 'next', 'Next')}</nav>`;
}
