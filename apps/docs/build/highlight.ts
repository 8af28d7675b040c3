/** Colors code at build time, with classes, so that the pages need neither a script nor inline styles. */
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import graphql from 'highlight.js/lib/languages/graphql';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import nginx from 'highlight.js/lib/languages/nginx';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const LANGUAGES = { bash, graphql, ini, javascript, json, nginx, python, sql, typescript, xml, yaml };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** Languages as readers know them. */
const TITLES: Readonly<Record<string, string>> = {
  bash: 'Shell',
  curl: 'curl',
  graphql: 'GraphQL',
  html: 'HTML',
  ini: 'INI',
  js: 'JavaScript',
  javascript: 'JavaScript',
  json: 'JSON',
  nginx: 'nginx',
  python: 'Python',
  sh: 'Shell',
  sql: 'SQL',
  ts: 'TypeScript',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
};

export const titleOf = (language: string): string => TITLES[language] ?? 'Text';

/** Returns HTML. Text in an unknown language is only escaped. */
export function highlighted(code: string, language: string): string {
  const name = language === 'curl' ? 'bash' : language;
  if (!hljs.getLanguage(name)) return escapeHtml(code);
  return hljs.highlight(code, { language: name, ignoreIllegals: true }).value;
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
