/** What a script calls and reaches for: by it code is told from a sentence with a parenthesis. */
import { Phrases } from './phrases.ts';
import { findAt, isSpace, isWordCode, skipSpace } from './text.ts';

/** What scripts of attackers reach for. */
export const SINKS = [
  'alert',
  'confirm',
  'prompt',
  'eval',
  'fetch',
  'document',
  'window',
  'location',
  'settimeout',
  'setinterval',
  'function',
  'import',
  'console',
  'fromcharcode',
  'atob',
  'xmlhttprequest',
  'constructor',
  'navigator',
  'top',
  'self',
  'parent',
  'print',
  'open',
  'globalthis',
  'this',
];
export const CALLED = [
  'alert',
  'confirm',
  'prompt',
  'eval',
  'fetch',
  'settimeout',
  'setinterval',
  'function',
  'import',
  'atob',
  'print',
  'xmlhttprequest',
  'open',
];

/** A parenthesis behind a space stands in a sentence; behind a name or a sign it calls. */
export const calls = (code: string): boolean =>
  findAt(code, '(', (at) => (isSpace(code.charCodeAt(at - 1)) ? undefined : true)) === true;

export const hasSink = (code: string): boolean => CALLED.some((name) => callsName(code, name)) || reaches(code);

/** A name followed by `(` or a template string, with whatever browsers leave out between. */
function callsName(code: string, name: string): boolean {
  return (
    findAt(code, name, (at) => {
      if (isWordCode(code.charCodeAt(at - 1))) return undefined;
      let after = skipSpace(code, at + name.length);
      if (code.startsWith('/*', after)) after = skipSpace(code, Math.max(after, code.indexOf('*/', after) + 2));
      if (code.startsWith('?.', after)) after += 2;
      if (code.startsWith('&lpar;', after)) return true;
      if (code.startsWith('.call', after) || code.startsWith('.apply', after) || code.startsWith('.bind', after))
        return true;
      // `(alert)(1)`, `window['alert'](1)`
      while (after < code.length && ')]\'"'.includes(code[after] ?? ' ')) after++;
      return code[after] === '(' || code[after] === '`' ? true : undefined;
    }) ?? false
  );
}

/** What reaches for cookies and pages. */
const REACHING = new Phrases([
  'new image',
  'document.cookie',
  'document.write',
  'document.location',
  'document.domain',
  'document.body',
  'document.forms',
  'window.location',
  'window.name',
  'location.href=',
  'location.hash',
  '.innerhtml',
  '.fromcharcode',
  'localstorage.',
  'constructor.constructor',
  'navigator.sendbeacon',
  'self[',
  'top[',
  'window[',
  'this[',
  'parent[',
  '[].constructor',
  'globalthis[',
  'frames[',
  'location=',
  'onerror=',
  'constructor(',
]);

export const reaches = (code: string): boolean => REACHING.isIn(code);
