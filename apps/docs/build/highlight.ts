/** Highlights code at build time with classes, so that pages need no scripts or inline styles. */
import { createRequire } from 'node:module';

/** The package's own types would add browser types to every program that imports this file. */
type Highlighter = {
  getLanguage: (name: string) => unknown;
  highlight: (code: string, options: { language: string; ignoreIllegals: boolean }) => { value: string };
};

const hljs = createRequire(import.meta.url)('highlight.js/lib/common') as Highlighter;

const TITLES: Readonly<Record<string, string>> = {
  bash: 'Shell',
  curl: 'curl',
  graphql: 'GraphQL',
  html: 'HTML',
  ini: 'INI',
  js: 'JavaScript',
  javascript: 'JavaScript',
  jsx: 'JSX',
  mjs: 'JavaScript',
  json: 'JSON',
  nginx: 'nginx',
  python: 'Python',
  sh: 'Shell',
  sql: 'SQL',
  ts: 'TypeScript',
  typescript: 'TypeScript',
  vue: 'Vue',
  xml: 'XML',
  yaml: 'YAML',
};

export const titleOf = (language: string): string => TITLES[language] ?? 'Text';

/** Returns HTML. Text in an unknown language is only escaped. */
export function highlighted(code: string, language: string): string {
  const name = language === 'curl' ? 'bash' : language === 'vue' ? 'html' : language;
  if (!hljs.getLanguage(name)) return escapeHtml(code);
  return hljs.highlight(code, { language: name, ignoreIllegals: true }).value;
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
