/** Converts a Markdown file in the repository to the content of a page. */
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import { codeBlock, tabbed } from './code-view.ts';
import { escapeHtml } from './highlight.ts';
import { stateTables } from './state-tables.ts';

export type Heading = { level: number; text: string; anchor: string };
export type Rendered = {
  title: string;
  /** The first paragraph, as text. */
  summary: string;
  headings: Heading[];
  html: string;
  /** The text below each heading, for the search. The part before the first heading has no anchor. */
  parts: { anchor: string; heading: string; text: string }[];
};

/** Returns the target of a link as a URL relative to the page, or undefined if the site does not have the target. */
export type Linker = (target: string) => string | undefined;

const markdown = new MarkdownIt({ html: false, linkify: false });

type Tokens = ReturnType<typeof markdown.parse>;
type Token = Tokens[number];

/** Languages of code samples for the same call. Consecutive samples are shown as tabs. */
const CALLS = new Set(['curl', 'ts', 'python']);

/**
 * Returns the anchor of a heading as GitHub writes it: lower case, without punctuation, and with hyphens for spaces.
 */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

export function render(source: string, link: Linker): Rendered {
  const tokens = markdown.parse(stateTables(source), {});
  const headings: Heading[] = [];
  const parts: Rendered['parts'] = [{ anchor: '', heading: '', text: '' }];
  let title = '';
  let summary = '';
  const used = new Map<string, number>();
  tokens.forEach((token, at) => {
    if (token.type === 'inline') resolveLinks(token.children ?? [], link);
    const text = textOf(tokens[at + 1]);
    if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1));
      const count = used.get(anchorOf(text)) ?? 0;
      used.set(anchorOf(text), count + 1);
      const anchor = count === 0 ? anchorOf(text) : `${anchorOf(text)}-${count}`;
      token.attrSet('id', anchor);
      if (level === 1) title = text;
      else {
        headings.push({ level, text, anchor });
        parts.push({ anchor, heading: text, text: '' });
      }
    } else if (token.type === 'fence' || token.type === 'code_block')
      token.meta = { heading: parts.at(-1)?.heading || title };
    else if (token.type === 'paragraph_open' && summary === '') summary = text;
    const part = parts.at(-1);
    if (part && tokens[at - 1]?.type !== 'heading_open' && (token.type === 'inline' || token.type === 'fence'))
      part.text += `${token.type === 'fence' ? token.content : textOf(token)} `;
  });
  return { title, summary, headings, parts, html: inTabs(tokens) };
}

/** Links to files that are not in the site become plain text. */
function resolveLinks(tokens: Tokens, link: Linker): void {
  const open: boolean[] = [];
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const address = link(String(token.attrGet('href')));
      open.push(address !== undefined);
      if (address === undefined) dropTag(token);
      else token.attrSet('href', address);
    } else if (token.type === 'link_close' && open.pop() === false) dropTag(token);
    // Pages refer to the API reference by its URL on the server. The repository has no file for that URL.
    else if (token.type === 'code_inline' && /^\/docs\/[\w/.#-]+$/.test(token.content))
      token.attrSet('href', link(token.content) ?? '');
    else if (token.type === 'image') token.attrSet('src', link(String(token.attrGet('src'))) ?? '');
  }
}

function dropTag(token: Token): void {
  token.type = 'text';
  token.content = '';
}

function textOf(token: Token | undefined): string {
  if (token?.type !== 'inline') return '';
  return (token.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : type === 'image' ? '' : content))
    .join('')
    .trim();
}

/** Groups consecutive code samples of the same call. The page's script shows them as tabs. */
function inTabs(tokens: Tokens): string {
  const isCall = (token: Token | undefined) => token?.type === 'fence' && CALLS.has(token.info.trim());
  const out: string[] = [];
  let rest: Tokens = [];
  const flush = () => {
    out.push(markdown.renderer.render(rest, markdown.options, {}));
    rest = [];
  };
  for (let at = 0; at < tokens.length; at++) {
    const run: Tokens = [];
    for (let token = tokens[at + run.length]; token && isCall(token); token = tokens[at + run.length]) run.push(token);
    const [first] = run;
    if (first && run.length > 1) {
      flush();
      out.push(tabbed(run.map(fence)));
      at += run.length - 1;
    } else {
      const token = tokens[at];
      if (token) rest.push(token);
    }
  }
  flush();
  return out.join('');
}

const headingOf = (meta: Token['meta']): string => {
  const heading: unknown = meta?.['heading'];
  return typeof heading === 'string' ? heading : '';
};

const fence = ({ content, info, meta }: Token): string =>
  codeBlock(content, info.trim() || 'text', undefined, headingOf(meta));

const { rules } = markdown.renderer;
rules.fence = (tokens, at) => {
  const token = tokens[at];
  return token ? fence(token) : '';
};
rules.code_inline = (tokens, at) => {
  const token = tokens[at];
  const code = `<code>${escapeHtml(token?.content ?? '')}</code>`;
  const address = token?.attrGet('href');
  return address ? `<a href="${String(address)}">${code}</a>` : code;
};
rules.code_block = rules.fence;
rules.heading_close = (tokens, at, options, _env, self) => {
  const open = tokens[at - 2];
  const anchor = open?.attrGet('id') ?? '';
  const name = textOf(tokens[at - 1]);
  const mark =
    open?.tag === 'h1'
      ? ''
      : ` <a class="anchor" href="#${String(anchor)}" aria-label="${escapeHtml(`Link to “${name}”`)}">#</a>`;
  return mark + self.renderToken(tokens, at, options);
};
// Wide tables scroll within the page and can be scrolled with the keyboard.
rules.table_open = () => '<div class="table" tabindex="0" role="region" aria-label="Table"><table>\n';
rules.table_close = () => '</table></div>\n';

/** Returns the target of a relative link as a path from the root of the repository, and its anchor. */
export function targetOf(file: string, href: string): { target: string; anchor: string } {
  const [name = '', fragment] = decodeURI(href).split('#');
  const target = name === '' ? file : path.posix.join(path.posix.dirname(file), name);
  return { target, anchor: fragment === undefined ? '' : `#${fragment}` };
}
