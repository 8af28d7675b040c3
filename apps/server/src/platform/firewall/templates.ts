/** Expressions of template engines that compute or reach objects. A name in braces is a placeholder, which people write every day. */
import { Phrases } from './phrases.ts';
import type { Level, Subject } from './subject.ts';
import { EXPRESSIONS, OBJECTS, BARE, MEMBERS } from './template-words.ts';
import { findAt, holdsAny, isDigit, isLetter, isSpace, isWordCode, skipSpace, wordEnd } from './text.ts';

/** So much of an expression is looked at. */
const LONGEST = 400;

/** `{{7*7}}`, `${T(java.lang.Runtime)}`, `<%= system('id') %>`. */
export function computes({ lower }: Subject): Level {
  // None of the openings below, nor what needs none.
  if (!holdsAny(lower, '{%@#[_') && !lower.includes('java')) return 0;
  for (const [open, close] of holdsAny(lower, '{%[#') || lower.includes('@(') || lower.includes('<@')
    ? EXPRESSIONS
    : []) {
    const found = findAt<Level>(lower, open, (at) => {
      const from = at + open.length;
      const end = lower.indexOf(close, from);
      if (end < 0 || end - from > LONGEST) return undefined;
      const inner = lower.slice(
        from,
        close === '}' || close === ')' || close === ']' ? balanced(lower, from, close) : end,
      );
      if (open === '{{' && lower[at - 1] === '=' && isObject(inner)) return undefined;
      if (open === '${' && isQuoted(lower, at, end) && isPlainCall(inner)) return undefined;
      return isComputed(inner, open) ? 2 : undefined;
    });
    if (found !== undefined) return found;
  }
  return reachesClass(lower) || isDirective(lower) ? 2 : 0;
}

/** Between backticks: a string of JavaScript that a review shows. */
const isQuoted = (lower: string, at: number, end: number): boolean =>
  lower.slice(Math.max(0, at - 80), at).includes('`') && lower.slice(end, end + 80).includes('`');

/** `escape(name)`: one name called with another, neither of which leads anywhere. */
function isPlainCall(inner: string): boolean {
  const open = wordEnd(inner, 0);
  const close = wordEnd(inner, open + 1);
  const isCall = open > 0 && inner[open] === '(' && close > open + 1 && inner[close] === ')';
  return isCall && close === inner.length - 1 && !OBJECTS.has(inner.slice(0, open)) && !leadsOn(inner);
}

const leadsOn = (body: string): boolean => MEMBERS.some((member) => body.includes(member));

/** `style={{ color: red }}` of JSX: an object with a member, which no engine takes for an expression. */
function isObject(inner: string): boolean {
  const from = skipSpace(inner, 0);
  const end = wordEnd(inner, from);
  return end > from && inner[end] === ':' && inner[end + 1] !== ':';
}

/** To the end of the whole expression: a brace inside of it is closed first. */
function balanced(lower: string, from: number, close: string): number {
  const open = close === '}' ? '{' : close === ')' ? '(' : '[';
  let depth = 1;
  for (let at = from; at < lower.length && at - from < LONGEST; at++) {
    if (lower[at] === open) depth++;
    else if (lower[at] === close && --depth === 0) return at;
  }
  return Math.min(lower.length, from + LONGEST);
}

function isComputed(inner: string, open: string): boolean {
  let from = skipSpace(inner, 0);
  while (from < inner.length && '=-{$#!:&+~@^'.includes(inner[from] ?? ' ')) from = skipSpace(inner, from + 1);
  const body = inner.slice(from).trim();
  if (body === '') return false;
  if (isArithmetic(body)) return true;
  if (BARE.has(body) && (open === '{{' || open === '${' || open === '#{')) return true;
  if (leadsOn(body) && !isPlainName(body)) return true;
  if (open === '<%' || open === '<#' || open === '<@')
    return holdsCall(body) || (open === '<%' && body.startsWith('require'));
  if (open === '[[' || open === '{%')
    return holdsCall(body) || (open === '{%' && isStatement(body) && !isCondition(body));
  let end = 0;
  while (isWordCode(body.charCodeAt(end)) || body[end] === '$') end++;
  const first = body.slice(0, end);
  if (OBJECTS.has(first) && (body[end] === '.' || body[end] === '[' || body[end] === '('))
    return body[end] !== '.' || isReach(body, end, first);
  if (
    body.startsWith("''") ||
    body.startsWith('""') ||
    body.startsWith('[]') ||
    body.startsWith('()') ||
    body.startsWith('{}')
  )
    return true;
  // A function of Go: its name and a string.
  if (open === '{{' && end > 0 && body[end] === ' ' && (body[end + 1] === '"' || body[end + 1] === '`')) return true;
  return holdsCall(body);
}

/** Nothing but letters, digits, spaces and `_`: a placeholder's name, whatever words are in it. */
function isPlainName(body: string): boolean {
  if (body.includes('__')) return false;
  for (let at = 0; at < body.length; at++) {
    const code = body.charCodeAt(at);
    if (!isWordCode(code) && !isSpace(code) && code < 128 && code !== 45) return false;
  }
  return true;
}

/** `request.id` may be the number of a request; `config.items()` is not the price of one. */
function isReach(body: string, dot: number, first: string): boolean {
  if (holdsCall(body) || body.includes('|') || body.includes('[')) return true;
  return (
    [
      'config',
      'settings',
      'self',
      '_self',
      'env',
      'param',
      'class',
      'smarty',
      'this',
      'process',
      'global',
      'java',
      'pagecontext',
      '_memberaccess',
      'application',
      'os',
      'php',
    ].includes(first) && isLetter(body.charCodeAt(dot + 1))
  );
}

/** A name, or a parenthesis before it, with arguments behind it. */
function holdsCall(body: string): boolean {
  for (let at = body.indexOf('('); at >= 0; at = body.indexOf('(', at + 1)) {
    const before = body.charCodeAt(at - 1);
    if (isWordCode(before) || before === 41 || before === 93) return true;
  }
  return false;
}

/** `if paid`: a placeholder of a contract that is there or not. What engines offer is no field of one. */
const isCondition = (body: string): boolean =>
  body.startsWith('if ') && isPlainName(body) && !body.split(' ').some((word) => OBJECTS.has(word) || isNumber(word));

const isNumber = (word: string): boolean => isDigit(word.charCodeAt(0));

const isStatement = (body: string): boolean =>
  [
    'for ',
    'if ',
    'set ',
    'import ',
    'include ',
    'extends ',
    'block ',
    'print',
    'debug',
    'raw',
    'load ',
    'autoescape',
    'macro ',
    'from ',
    'with ',
    'do ',
    'exec',
    'call ',
    'block',
  ].some((word) => body.startsWith(word));

/** Two constants with an operator between them: `7*7`, `7*'7'`, `'a'+'b'`, `3 > 2`. */
function isArithmetic(body: string): boolean {
  let at = skipParentheses(body, 0);
  const left = constantEnd(body, at);
  if (left === at) return false;
  at = skipParentheses(body, left);
  const operator = body[at] ?? '';
  // A filter over a constant: `'x'|upper`, `1|add:1`.
  if (operator === '|' && isLetter(body.charCodeAt(skipSpace(body, at + 1)))) return true;
  if (operator === '' || !'*+-/%^=<>~.|&x'.includes(operator)) return false;
  while ('*+-/%^=<>~.|&'.includes(body[at] ?? ' ')) at++;
  at = skipParentheses(body, at);
  const right = constantEnd(body, at);
  if (right === at) return false;
  // `{{01-02-2026}}`, `{{1/2}}` name a day and a page; `-` and `/` between numbers alone say nothing.
  const isQuoted = body[0] === "'" || body[0] === '"' || body[at] === "'" || body[at] === '"';
  return (
    isQuoted ||
    '*+%^=<>~'.includes(operator) ||
    ((operator === '-' || operator === '/') && right === body.length && left >= 2)
  );
}

function skipParentheses(body: string, from: number): number {
  let at = skipSpace(body, from);
  while (body[at] === '(' || body[at] === ')') at = skipSpace(body, at + 1);
  return at;
}

function constantEnd(body: string, from: number): number {
  const quote = body[from] ?? '';
  if (quote === "'" || quote === '"') {
    const close = body.indexOf(quote, from + 1);
    return close < 0 ? from : close + 1;
  }
  let end = from;
  while (isDigit(body.charCodeAt(end))) end++;
  return end;
}

const CLASSES = new Phrases([
  '__class__',
  '__mro__',
  '__subclasses__',
  '__globals__',
  '__builtins__',
  '__import__',
  '__bases__',
  'system.diagnostics',
  '.gettype()',
  'java.lang.runtime',
  'java.lang.processbuilder',
  'freemarker.template.utility',
]);

/** Without any braces of a template: `().__class__.__bases__`, `__import__('os')`. */
const reachesClass = (lower: string): boolean => CLASSES.isIn(lower) && holdsAny(lower, '([.');

/** `#set($x=…)`, `<#assign x=…>`, `{php}`, `{system('id')}`, `@{…}`: statements of engines that have their own marks. */
function isDirective(lower: string): boolean {
  if (!lower.includes('{') && !lower.includes('#')) return false;
  for (const word of ['#set(', '#set (', '#evaluate(', '#include(', '#parse(', '#foreach(', '#if('])
    if (lower.includes(word) && lower.includes('$')) return true;
  for (const word of [
    '<#assign',
    '<#list',
    '<#include',
    '<#import',
    '[#assign',
    '{php}',
    '{{#with',
    '{{#each',
    '{literal}',
    '{smarty.',
    '{$smarty',
    '{include file',
    '{fetch file',
    '{if system',
    '{if phpinfo',
    '#{t(',
    '{{=',
    '{#',
    '@{',
    '{{>',
    '{capture',
    '{self::',
  ])
    if (findAt(lower, word, (at) => (isWord(lower, at, word) ? true : undefined)) === true) return true;
  // `{system('id')}` and `{7*7}` of Smarty and others.
  return (
    findAt(lower, '{', (at) => {
      const end = lower.indexOf('}', at);
      if (end < 0 || end - at > 100) return undefined;
      const body = lower.slice(at + 1, end);
      return ['system(', 'exec(', 'passthru(', 'shell_exec(', 'phpinfo(', 'eval('].some((call) =>
        body.startsWith(call),
      ) ||
        (body.includes('::') && body.includes('(')) ||
        (isDigit(body.charCodeAt(0)) && body.includes('*') && isArithmetic(body))
        ? true
        : undefined;
    }) ?? false
  );
}

/** Marks that are short need what makes them a statement behind them. */
function isWord(lower: string, at: number, word: string): boolean {
  const rest = lower.slice(at + word.length, at + word.length + LONGEST);
  switch (word) {
    case '{{=':
      return rest.includes('}}') && (isArithmetic(rest) || holdsCall(rest));
    case '@{':
      return isArithmetic(rest) || holdsCall(rest);
    case '{#':
      return rest.startsWith('set') || rest.startsWith('exec');
    case '{{>':
      return rest.includes('..');
    case '{{#with':
    case '{{#each':
      return (
        rest.includes('}}') &&
        (rest.includes('"') ||
          rest.includes("'") ||
          rest.includes('constructor') ||
          rest.includes('lookup') ||
          rest.includes('this'))
      );
    default:
      return true;
  }
}
