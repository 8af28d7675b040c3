/**
 * Finds headers that two chained servers would interpret differently, and headers that no legitimate program sends
 * here.
 */
import { holdsAny, isDigit, isLetter, isWordCode } from './text.ts';

/**
 * Headers that attackers send to make a server use another address, another middleware or a proxy (httpoxy,
 * CVE-2016-5385; CVE-2025-29927).
 */
const NEVER = new Set([
  'proxy',
  'x-original-url',
  'x-rewrite-url',
  'x-override-url',
  'x-middleware-subrequest',
  'content_length',
  'transfer_encoding',
]);
/** Valid options of the Connection header (RFC 9110 §7.6.1). */
const CONNECTION = new Set(['close', 'keep-alive', 'upgrade', 'te', 'http2-settings', '']);
/** The maximum number of ranges that a program may request at once. */
const MAX_RANGES = 6;

/** Returns whether a header is misused. `name` is in lower case. */
export function misusesHeader(name: string, value: string): boolean {
  if (NEVER.has(name) || holdsBreak(name) || holdsBreak(value)) return true;
  for (let at = 0; at < name.length; at++)
    if (!isWordCode(name.charCodeAt(at)) && !"-!#$%&'*+.^`|~".includes(name[at] ?? ' ')) return true;
  const lower = value.toLowerCase().trim();
  switch (name) {
    case 'transfer-encoding':
      return value.toLowerCase() !== 'chunked';
    case 'content-length':
      return !isNumber(lower);
    case 'connection':
      return lower.split(',').some((token) => !CONNECTION.has(token.trim()));
    case 'host':
    case 'x-forwarded-host':
      return holdsAny(lower, '@#<>"\' \\') || (name === 'host' && holdsAny(lower, ',/'));
    case 'range':
      return lower.split(',').length > MAX_RANGES || holdsHugeNumber(lower);
    case 'content-encoding':
      return lower.includes(',');
    case 'content-type':
      return misusesType(lower);
    case 'if':
      return lower.includes('<http');
    case 'accept-charset':
      return holdsAny(lower, '<>"');
    case 'x-http-method-override':
    case 'x-method-override':
    case 'x-http-method':
      return !['get', 'post', 'put', 'patch', 'delete', 'head', 'options'].includes(lower);
    default:
      return false;
  }
}

/**
 * Returns whether a string contains a carriage return, a line feed or a zero byte, which no header can contain (RFC
 * 9110 §5.5).
 */
function holdsBreak(text: string): boolean {
  return holdsAny(text, '\r\n\0');
}

function isNumber(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isDigit(text.charCodeAt(at))) return false;
  return text !== '';
}

/** Returns whether a string contains a number above 2^53. No file is that large. */
function holdsHugeNumber(text: string): boolean {
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    digits = isDigit(text.charCodeAt(at)) ? digits + 1 : 0;
    if (digits > 16) return true;
  }
  return false;
}

/**
 * Returns whether a Content-Type is misused: a text encoding in which an attack is not recognizable, or a form without
 * a boundary or with two boundaries.
 */
function misusesType(lower: string): boolean {
  const charset = lower.indexOf('charset=');
  if (charset >= 0) {
    let end = charset + 8;
    while (
      end < lower.length &&
      (isLetter(lower.charCodeAt(end)) || isDigit(lower.charCodeAt(end)) || '"-_'.includes(lower[end] ?? ' '))
    )
      end++;
    const named = lower.slice(charset + 8, end).replaceAll('"', '');
    if (named.startsWith('utf-7') || named.startsWith('utf7') || named.startsWith('ibm') || named.startsWith('cp'))
      return true;
  }
  const boundary = lower.indexOf('boundary=');
  if (boundary < 0) return false;
  return lower.includes('boundary=', boundary + 1) || lower.slice(boundary + 9).trim() === '';
}
