/** Headers that are split, and addresses of protocols that nobody gives a signing service. */
import { Phrases } from './phrases.ts';
import type { Level, Subject } from './subject.ts';
import { findAt, isLetter, isWordCode, plainWords, skipSpace } from './text.ts';

/** Headers of HTTP by which an answer is split in two or sent elsewhere. */
const SPLITTING = [
  'set-cookie:',
  'content-length:',
  'transfer-encoding:',
  'location: http',
  'location:http',
  'location:/',
  'content-type: text',
  'content-type:text',
  'http/1.',
  'http/2',
  'x-forwarded-',
  'access-control-',
  'content-security-policy',
  'x-xss-protection',
  'refresh:',
  'content-encoding:',
  'x-injected',
  'x-header',
  'proxy-',
  'mime-version:',
  'content-disposition:',
  'host:',
  'link:',
];
/** Fields of a mail; people write them into messages too, so they count only where the line break was hidden in an encoding. */
const HIDDEN = [
  'bcc:',
  'cc:',
  'to:',
  'from:',
  'subject:',
  'reply-to:',
  'location:',
  'content-type:',
  'x-',
  'cookie:',
  'server:',
  'date:',
  'authorization:',
  'rcpt to',
  'data',
  'quit',
  'get /',
  'post /',
  'slaveof',
  'config set',
  'flushall',
  'set ',
];

/** `\r\nSet-Cookie: …`. `isEncoded`: the line break came as `%0d%0a`. */
export function splitsHeader({ lower, place }: Subject, isEncoded: boolean): Level {
  let level: Level = 0;
  for (let at = 0; at < lower.length; at++) {
    const code = lower.charCodeAt(at);
    if (code !== 10 && code !== 13 && code !== 0x560a && code !== 0x560d && code !== 0x2028) continue;
    const from = skipSpace(lower, at + 1);
    at = Math.max(at, from - 1);
    if (SPLITTING.some((name) => lower.startsWith(name, from)) && (name4(lower, from) || isEncoded)) return 2;
    if (isEncoded && (HIDDEN.some((name) => lower.startsWith(name, from)) || isField(lower, from))) return 2;
    if (isEncoded && (lower[from] === '<' || place === 'path' || place === 'header')) return 2;
    if (place === 'strict' || place === 'path' || place === 'header')
      level = isEncoded || place !== 'strict' ? 1 : level;
  }
  return level;
}

/** `host:` and `link:` begin lines of letters too; the rest does not. */
const name4 = (lower: string, from: number): boolean =>
  !['host:', 'link:', 'refresh:'].some((name) => lower.startsWith(name, from));

/** A name of letters and dashes and a colon: the form of a header's line. */
function isField(lower: string, from: number): boolean {
  let at = from;
  let dashes = 0;
  while (isLetter(lower.charCodeAt(at)) || lower[at] === '-') if (lower[at++] === '-') dashes++;
  return dashes > 0 && at - from > 3 && lower[at] === ':';
}

/** Schemes that make a server read its own files or speak to its neighbours. */
const SCHEMES = new Set([
  'gopher',
  'dict',
  'ldap',
  'ldaps',
  'ldapi',
  'php',
  'phar',
  'zip',
  'expect',
  'jar',
  'netdoc',
  'tftp',
  'glob',
  'ogg',
  'rar',
  'ssh2',
  'compress.zlib',
  'compress.bzip2',
  'rmi',
  'iiop',
  'nis',
  'corba',
  'mongodb',
  'redis',
  'local_file',
  'zlib',
  'file',
  'sftp',
  'telnet',
  'smb',
  'unc',
  'view-source',
  'data',
  'url:file',
  'url:http',
  'imap',
  'dns',
  'nfs',
  'svn',
  'jndi',
]);
const LONGEST_SCHEME = 14;

/** `gopher://…`, `file:///etc/passwd`, `php://filter/…`. */
export function abusesProtocol({ lower, text }: Subject): Level {
  let level: Level = 0;
  for (let at = lower.indexOf(':'); at >= 0; at = lower.indexOf(':', at + 1)) {
    let from = at;
    while (at - from < LONGEST_SCHEME && (isWordCode(lower.charCodeAt(from - 1)) || lower[from - 1] === '.')) from--;
    const scheme = lower.slice(from, at);
    if (!SCHEMES.has(scheme) || lower[from - 1] === '-') continue;
    const found = addressLevel(lower, text, scheme, from);
    if (found === 2) return 2;
    level = found ?? level;
  }
  if (METADATA.isIn(lower)) return lower.includes('/latest/') || lower.includes('/computemetadata') ? 2 : 1;
  return level;
}

const METADATA = new Phrases(['169.254.169.254', 'metadata.google.internal', '100.100.100.200', '[fd00:ec2::254]']);

function addressLevel(lower: string, text: string, scheme: string, at: number): Level | undefined {
  const rest = lower.slice(at + scheme.length + 1, at + scheme.length + 200);
  if (scheme === 'data')
    return rest.startsWith('text/html') ||
      rest.startsWith('//text/plain') ||
      (rest.startsWith('text/plain') && rest.includes('<?'))
      ? 2
      : undefined;
  if (scheme === 'jndi') return undefined;
  const isAddress =
    rest.startsWith('//') ||
    (['jar', 'netdoc', 'file', 'url:file', 'url:http', 'view-source', 'expect', 'dict', 'gopher', 'ldap'].includes(
      scheme,
    ) &&
      (rest.startsWith('/') || rest.startsWith('http') || rest.startsWith('file')));
  if (!isAddress) return undefined;
  const host = rest.slice(rest.startsWith('//') ? 2 : 0);
  if (host === '' || !(isWordCode(host.charCodeAt(0)) || '/[{$.~%'.includes(host[0] ?? ' '))) return 1;
  if (scheme === 'file') {
    const isDrive = rest.startsWith('///') && rest[4] === ':';
    const isSystem = [
      'etc/',
      'proc/',
      'windows',
      'var/',
      'root',
      'dev/',
      'boot.ini',
      'passwd',
      'localhost',
      'sys/',
      'home/',
      'usr/',
      'opt/',
      'app/',
      'bin/',
      'tmp/',
    ].some((part) => host.includes(part));
    return isSystem || (at === 0 && !isDrive && plainWords(text) < 2) ? 2 : 1;
  }
  if (['smb', 'nfs', 'sftp'].includes(scheme)) return 1;
  if (
    ['sftp', 'telnet', 'smb', 'svn', 'mongodb', 'redis', 'imap', 'nfs', 'zip', 'ldaps', 'dns', 'ldap'].includes(scheme)
  )
    return at === 0 && plainWords(text) < 2 ? 2 : 1;
  return 2;
}

/** `${jndi:ldap://…}`, whole or spelled by lookups within lookups. */
export function looksUp({ lower }: Subject): Level {
  if (!lower.includes('${') && !lower.includes('$%7b')) return 0;
  if (lower.includes('jndi:')) return 2;
  const bare = unnested(lower);
  if (bare.includes('jndi:')) return 2;
  if (
    [
      '${env:',
      '${sys:',
      '${java:',
      '${ctx:',
      '${lower:',
      '${upper:',
      '${::-',
      '${main:',
      '${script:',
      '${dns:',
      '${url:',
      '${date:',
      '${log4j',
      '${base64decoder:',
      '${base64encoder:',
      '${const:',
      '${file:',
      '${xml:',
      '${docker:',
      '${k8s:',
    ].some((lookup) => lower.includes(lookup))
  )
    return 2;
  return 0;
}

/** `${lower:j}` and `${::-j}` as the letter that they stand for: the last of each innermost pair. */
function unnested(lower: string): string {
  let bare = '';
  let at = 0;
  while (at < lower.length) {
    if (lower.startsWith('${', at)) {
      const close = lower.indexOf('}', at);
      const inner = close < 0 ? '' : lower.slice(at + 2, close);
      if (close >= 0 && close - at < 60 && !inner.includes('${')) {
        const colon = inner.lastIndexOf(':');
        const value = inner.slice(
          inner.startsWith('::-') || inner.includes(':-') ? inner.lastIndexOf('-') + 1 : colon + 1,
        );
        if (value.length <= 8) {
          bare += value;
          at = close + 1;
          continue;
        }
      }
    }
    bare += lower[at++] ?? '';
  }
  return bare;
}

/** `*)(uid=*))(|(uid=*`: the filter of a directory is ended and another begun. */
export function filtersDirectory({ lower }: Subject): Level {
  if (!lower.includes(')(') && !lower.includes('*)')) return 0;
  const found = findAt(lower, '(', (at) => {
    let from = at + 1;
    while ('&|!('.includes(lower[from] ?? ' ')) from++;
    const end = wordEndOf(lower, from);
    if (end === from || lower[end] !== '=') return undefined;
    const before = lower[at - 1] ?? '';
    return before === ')' || before === '|' || before === '&' || lower[end + 1] === '*' ? true : undefined;
  });
  if (found === true && (lower.includes('*') || lower.includes('(|') || lower.includes('(&'))) return 2;
  return (lower.startsWith('*)(') && lower.includes('=')) ||
    lower.includes('*))%00') ||
    lower.includes('*)(|') ||
    lower.includes('*)(&')
    ? 2
    : 0;
}

function wordEndOf(lower: string, from: number): number {
  let at = from;
  while (isWordCode(lower.charCodeAt(at)) || lower[at] === '-') at++;
  return at;
}

/** Operators of document databases as names of members: `{"$ne": null}`, `user[$gt]=`; members that lead to the class of an object. */
export function isOperatorKey({ lower, place }: Subject): Level {
  const isQuoted = ['"$', "'$"].some((mark) =>
    findAt(lower, mark, (at) => {
      let end = at + 2;
      while (isLetter(lower.charCodeAt(end))) end++;
      return OPERATORS.has(lower.slice(at + 2, end)) && lower.includes(':', end) ? true : undefined;
    }),
  );
  if (isQuoted) return 2;
  if (place !== 'key') return 0;
  if (lower[0] === '$' && isLetter(lower.charCodeAt(1))) return 2;
  if (lower.startsWith('!!') || lower.startsWith('@type')) return 2;
  const inner =
    findAt(lower, '[$', (at) => (isLetter(lower.charCodeAt(at + 2)) ? true : undefined)) ??
    findAt(lower, '.$', (at) => (isLetter(lower.charCodeAt(at + 2)) ? true : undefined));
  return inner === true || MEMBERS_OF_CLASS.isIn(lower) ? 2 : 0;
}

const OPERATORS = new Set([
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'where',
  'regex',
  'in',
  'nin',
  'or',
  'and',
  'exists',
  'expr',
  'function',
  'not',
  'nor',
  'eq',
  'elemmatch',
  'all',
  'accumulator',
]);
const MEMBERS_OF_CLASS = new Phrases([
  '__proto__',
  'constructor[',
  '[constructor]',
  'constructor.prototype',
  'prototype.constructor',
  '__definegetter__',
  '__definesetter__',
  '__lookupgetter__',
  '__lookupsetter__',
  'class.module',
  'classloader',
  'class[',
  'class.classloader',
]);
