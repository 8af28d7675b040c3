/** HTML and JavaScript that a browser would run. A tag by its name alone runs nothing, and people write about tags. */
import { Phrases } from './phrases.ts';
import type { Level, Subject } from './subject.ts';
import { SINKS, CALLED, calls, hasSink, reaches } from './script-calls.ts';
import {
  backOverSpace,
  findAt,
  holdsAny,
  isDigit,
  isLetter,
  isSpace,
  plainWords,
  skipSpace,
  tableOf,
  wordEnd,
  wordsBefore,
  wordsWithin,
} from './text.ts';

const SCRIPT_TAGS = new Phrases(['<script', '<\0script', '<x:script', '<svg:script', '<scr\0ipt']);

/** `<script>` with something to run in it, or with where to load it from. */
export function runsScript({ lower }: Subject): Level {
  let level: Level = 0;
  let looks = 0;
  for (const name of SCRIPT_TAGS.allIn(lower))
    if (
      findAt(lower, name, (at) => {
        const next = lower.charCodeAt(at + name.length);
        if (isLetter(next) || next === 45) return undefined;
        level = 1;
        // What is not closed is the code of the first of them.
        return looks++ < 16 && hasCode(lower, at + name.length) ? true : undefined;
      }) !== undefined
    )
      return 2;
  return level;
}

/** Attributes that load, or a body that reads like code. */
function hasCode(lower: string, from: number): boolean {
  const open = lower.indexOf('>', from);
  const attributes = lower.slice(from, open < 0 ? from + 200 : open);
  if (attributes.includes('src') || attributes.includes('href')) return attributes.includes('=');
  if (open < 0) return attributes.trim() === '' ? false : holdsAny(attributes, '(`=');
  const close = lower.lastIndexOf('</script') < open ? -1 : lower.indexOf('</script', open);
  const body = lower.slice(open + 1, close < 0 ? open + 400 : close);
  if (close < 0) return hasSink(body.slice(0, 200)) || isCallHere(body);
  if (body.trim() === '') return close >= 0 && wordsBefore(lower, from) < 2;
  return holdsAny(body, '(`=[') || (close >= 0 && holdsAny(body, ';.') && wordsWithin(body, 0) < 3);
}

/** A name and its arguments, with nothing before them. */
function isCallHere(body: string): boolean {
  const from = skipSpace(body, 0);
  const end = wordEnd(body, from);
  return end > from && (body[end] === '(' || body[end] === '`' || body[end] === '=' || body[end] === '[');
}

/** Elements that load or frame something by themselves, with the attribute that says what. */
const LOADERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    iframe: ['src', 'srcdoc', 'onload'],
    frame: ['src'],
    embed: ['src', 'code'],
    object: ['data', 'classid'],
    applet: ['code', 'archive'],
    base: ['href'],
    meta: ['http-equiv', 'content'],
    import: ['implementation'],
    portal: ['src'],
    bgsound: ['src'],
    layer: ['src'],
    form: ['action'],
    isindex: ['action', 'type'],
    xml: ['src', 'id'],
    animate: ['attributename', 'values'],
    set: ['attributename', 'to'],
    use: ['href', 'xlink:href'],
    html: ['manifest'],
    'esi:include': ['src'],
  }),
);

type Attribute = { name: string; value: string };

/** The attributes of a tag, to its `>`; another `<` begins another tag. */
function attributesOf(lower: string, from: number): { attributes: Attribute[]; end: number } {
  const attributes: Attribute[] = [];
  let at = from;
  while (at < lower.length && attributes.length < 40) {
    const code = lower.charCodeAt(at);
    if (code === 62 || code === 60) break;
    if (isSpace(code) || code === 47 || code === 34 || code === 39 || code < 32 || code === 96 || code === 44) {
      at++;
      continue;
    }
    const nameFrom = at;
    while (at < lower.length && !isSpace(lower.charCodeAt(at)) && !'=>/<\'"'.includes(lower[at] ?? '')) at++;
    const name = lower.slice(nameFrom, at);
    let value = '';
    const equals = skipSpace(lower, at);
    if (lower[equals] === '=') {
      const valueFrom = skipSpace(lower, equals + 1);
      const quote = lower[valueFrom] ?? '';
      if (quote === '"' || quote === "'" || quote === '`') {
        const close = lower.indexOf(quote, valueFrom + 1);
        at = close < 0 ? lower.length : close + 1;
        value = lower.slice(valueFrom + 1, close < 0 ? lower.length : close);
      } else {
        at = valueFrom;
        while (at < lower.length && !isSpace(lower.charCodeAt(at)) && lower[at] !== '>') at++;
        value = lower.slice(valueFrom, at);
      }
      attributes.push({ name, value });
    } else {
      attributes.push({ name, value });
      if (at === nameFrom) at++;
    }
  }
  return { attributes, end: at };
}

/** Tags with an event handler, with a script as their address, or that load by themselves. */
export function carriesScript({ text, lower }: Subject): Level {
  for (let at = lower.indexOf('<'); at >= 0; at = lower.indexOf('<', at + 1)) {
    let from = at + 1;
    // Browsers read on over these, as they do over `</`.
    while (lower[from] === '/' || lower[from] === '\0' || lower[from] === '%') from++;
    if (!isLetter(lower.charCodeAt(from))) continue;
    let end = wordEnd(lower, from);
    while (lower[end] === ':' || lower[end] === '-') end = wordEnd(lower, end + 1);
    const name = lower.slice(from, end);
    if (end < lower.length && !isSpace(lower.charCodeAt(end)) && !'/>"\'\0+,;`'.includes(lower[end] ?? '')) continue;
    const { attributes } = attributesOf(lower, end);
    if (attributes.some((attribute) => isDangerous(attribute, name))) return 2;
    if (
      name === 'link' &&
      attributes.some((one) => one.name === 'rel' && (one.value.includes('stylesheet') || one.value.includes('import')))
    )
      return 2;
    if (name === 'style' && isActiveStyle(lower.slice(end, end + 400))) return 2;
    if (name === 'template' && lower.includes('shadowroot', end)) return 2;
  }
  return lower.includes('<!--') && lower.includes('-->') && text.includes('<![') ? 1 : 0;
}

function isDangerous({ name, value }: Attribute, tag: string): boolean {
  if (isHandler(name) && value !== '') return looksLikeCode(value);
  if (isScriptAddress(value)) return true;
  if (name === 'style') return isActiveStyle(value);
  if (name === 'srcdoc' || name === 'xlink:href' || name === 'formaction')
    return value !== '' && holdsAny(value, '<:/#');
  if (name === 'http-equiv') return true;
  const loads = LOADERS.get(tag);
  return loads !== undefined && loads.includes(name) && value !== '' && tag !== 'form' && tag !== 'meta';
}

/** `onload`, `onfocus`: two letters and a name. */
function isHandler(name: string): boolean {
  if (!name.startsWith('on') || name.length < 5 || name.length > 40) return false;
  for (let at = 2; at < name.length; at++) if (!isLetter(name.charCodeAt(at))) return false;
  return true;
}

/** Not a sentence: a call, an assignment, a name of what browsers offer. */
function looksLikeCode(value: string): boolean {
  if (value.startsWith('{')) return runsInBraces(value);
  return holdsAny(value, '(`=.[;&\\') || SINKS.some((sink) => value.includes(sink));
}

/**
 * A browser takes braces for a block of statements, those who write JSX for an expression: `{open}` and `{() => save()}` run nothing
 * there, a call of what browsers offer does.
 */
function runsInBraces(value: string): boolean {
  const close = value.lastIndexOf('}');
  const inner = value.slice(1, close < 0 ? value.length : close);
  const name = wordEnd(inner, 0);
  const isFunction = inner.startsWith('()=>') || (name > 0 && inner.startsWith('=>', name));
  if (isFunction && !inner.includes(')(')) return false;
  return holdsAny(inner, '(`=[') && (hasSink(inner) || SINKS.some((sink) => inner.includes(sink)));
}

/** `java\tscript:` and its like, as browsers read an address: without spaces, tabs and line breaks. */
function isScriptAddress(value: string): boolean {
  let scheme = '';
  for (let at = 0; at < value.length && scheme.length < 30; at++) {
    const code = value.charCodeAt(at);
    // Within an address a browser leaves out line breaks and tabs; a space ends the scheme (URL Standard, 4.4).
    if (code === 32 && scheme !== '') break;
    if (code > 32 && code !== 39 && code !== 34) scheme += value[at];
  }
  for (const prefix of [
    'javascript:',
    'vbscript:',
    'livescript:',
    'data:text/html',
    'data:image/svg',
    'data:text/xml',
    'data:application/x',
    'data:;base64',
    'data:,',
    'feed:javascript',
    'jav\0ascript',
    'view-source:javascript',
    'mhtml:',
  ])
    if (scheme.startsWith(prefix)) return true;
  return false;
}

function isActiveStyle(style: string): boolean {
  const bare = withoutComments(style);
  return (
    bare.includes('expression(') ||
    bare.includes('javascript:') ||
    bare.includes('-moz-binding') ||
    bare.includes('@import') ||
    bare.includes('behavior:url') ||
    bare.includes('behaviour:')
  );
}

/** CSS without comments and escapes, which browsers leave out of a word. */
function withoutComments(style: string): string {
  let bare = '';
  for (let at = 0; at < style.length; at++) {
    if (style.startsWith('/*', at)) {
      const close = style.indexOf('*/', at + 2);
      if (close < 0) break;
      at = close + 1;
    } else if (style[at] !== '\\' && !isSpace(style.charCodeAt(at))) bare += style[at] ?? '';
  }
  return bare;
}

/** `javascript:alert(1)`, `data:text/html,<script>`: an address that runs. */
export function isScriptUrl({ lower }: Subject): Level {
  let level: Level = 0;
  const squeezed = lower.includes('script') ? lower : '';
  for (const scheme of ['javascript', 'vbscript', 'livescript', 'jscript']) {
    const found = findAt<Level>(squeezed, scheme, (at) => {
      const colon = skipSpace(squeezed, at + scheme.length);
      if (squeezed[colon] !== ':') return undefined;
      const body = squeezed.slice(colon + 1, colon + 400);
      if (body.trim() === '' || (isSpace(body.charCodeAt(0)) === true && !hasSink(body))) return undefined;
      return hasSink(body) || ((holdsAny(body, '(`=') || body.startsWith('//')) && !isSpace(body.charCodeAt(0)))
        ? 2
        : 1;
    });
    if (found === 2) return 2;
    level = found ?? level;
  }
  if (
    squeezed === '' &&
    !lower.includes('data:') &&
    !lower.includes('mhtml:') &&
    !lower.includes('\t') &&
    !lower.includes('\n')
  )
    return 0;
  if (isScriptAddress(lower.slice(0, 200)) && (hasSink(lower) || lower.startsWith('data:') || calls(lower))) return 2;
  const data = findAt(lower, 'data:text/html', (at) =>
    lower.includes('base64', at) || lower.includes('<', at) ? true : undefined,
  );
  return data === true ? 2 : level;
}

/** `" onmouseover="alert(1)`: an attribute is ended and a handler begun. */
export function breaksAttribute({ lower }: Subject): Level {
  if (!lower.includes('on') || !lower.includes('=')) return 0;
  return (
    findAt<Level>(lower, 'on', (at) => {
      if (at === 0 || !' \t\r\n/\'"\f\v\0,;`>'.includes(lower[at - 1] ?? '')) return undefined;
      const end = wordEnd(lower, at);
      if (!isHandler(lower.slice(at, end))) return undefined;
      const equals = skipSpace(lower, end);
      if (lower[equals] !== '=') return undefined;
      const value = lower.slice(equals + 1, equals + 300);
      const before = lower.slice(0, at);
      if (value.startsWith('{')) {
        const close = value.indexOf('}');
        if (close >= 0 && !runsInBraces(value.slice(0, close + 1))) return undefined;
      }
      return (holdsAny(before, '\'"`<>') || at <= 2) && (hasSink(value) || holdsAny(value, '(`')) ? 2 : undefined;
    }) ?? 0
  );
}

/** What can end a string of a script, and what stands between it and a name. */
const ENDS_STRING = tableOf('\'"`;\\})');
const BETWEEN = tableOf(';-+*/^|&,)}]({!~%?:=<>\n\'" ');
const CALLED_NAMES = new Set(CALLED);
const PAGES = new Set(['document', 'window', 'location', 'top', 'self', 'this', 'parent', 'globalthis']);

/** `';alert(1)//`, `"-alert(1)-"`, `</script><…`: a string of a script is ended and code follows. */
export function breaksString({ lower, place }: Subject): Level {
  if (callsBehindString(lower) || runsInDocuments(lower) || lower.startsWith('</script')) return 2;
  const isReaching = reaches(lower);
  const end = wordEnd(lower, 0);
  const after = lower[end];
  const isCall =
    (after === '(' || after === '`') &&
    CALLED_NAMES.has(lower.slice(0, end)) &&
    (isReaching || !isLetter(lower.charCodeAt(end + 1))) &&
    // `open(09:00)` opens no window.
    !(lower.startsWith('open(') && isDigit(lower.charCodeAt(end + 1)));
  if (
    isCall &&
    plainWords(lower) < 2 &&
    (lower.endsWith(')') || lower.endsWith('`') || lower.endsWith(';') || lower.endsWith('//'))
  )
    return 2;
  if (isReaching && (plainWords(lower) < 4 || place === 'strict')) return holdsAny(lower, '(=[') ? 2 : 1;
  return 0;
}

function callsBehindString(lower: string): boolean {
  let open = 0;
  for (let at = 0; at < lower.length; at++) {
    const code = lower.charCodeAt(at);
    if (code === 40 || code === 123) open++;
    if (code > 127 || ENDS_STRING[code] === 0) continue;
    // What closes a bracket of the text's own ends nothing else; in a sentence, that is code which somebody shows.
    if ((code === 41 || code === 125) && --open >= 0 && plainWords(lower) >= 4) continue;
    let after = skipSpace(lower, at + 1);
    const from = after;
    while (after < lower.length && after - from < 8 && BETWEEN[lower.charCodeAt(after)] === 1) after++;
    if ((after === from && code !== 59) || !isLetter(lower.charCodeAt(after))) continue;
    const end = wordEnd(lower, after);
    const next = lower[end];
    if (next !== '(' && next !== '`' && next !== '.' && next !== '[' && next !== '=') continue;
    const name = lower.slice(after, end);
    if (CALLED_NAMES.has(name) && isCallOf(lower, end, plainWords(lower) < 4)) return true;
    if (PAGES.has(name) && next !== '(' && next !== '`' && reaches(lower.slice(after, after + 60))) return true;
  }
  return false;
}

const DOCUMENT_CODE = new Phrases([
  'return true',
  'return 1',
  '|| this.',
  '&& this.',
  ';var ',
  '; var ',
  'while(true)',
  'while(1)',
]);

/** What runs in a database of documents: `'; return true; var x='`, `' || this.password`. */
const runsInDocuments = (lower: string): boolean =>
  DOCUMENT_CODE.isIn(lower) &&
  (lower.includes('||') || lower.includes('&&') || lower.includes('=')) &&
  holdsAny(lower, '\'";') &&
  plainWords(lower) < 4;

/** `alert(1)` is a call; `open (09:00)` is not. */
function isCallOf(lower: string, end: number, isShort: boolean): boolean {
  if (lower[end] !== '(' && lower[end] !== '`') return false;
  const before = backOverSpace(lower, end);
  return before === end && (isShort || !lower.startsWith('print', end - 5));
}

const DECLARATIONS = new Phrases(['<!', '<x', '<?']);

/** Entities and document types that make a parser of XML read other files. */
export function declaresEntity({ lower }: Subject): Level {
  if (!DECLARATIONS.isIn(lower)) return 0;
  if (lower.includes('<!entity')) return 2;
  if (
    lower.includes('<!doctype') &&
    (lower.includes('system') || lower.includes('[')) &&
    lower.includes('html') === false
  )
    return 2;
  if (lower.includes('<xi:include') || (lower.includes('<?xml-stylesheet') && lower.includes('href'))) return 2;
  return lower.includes('<xsl:') && lower.includes('select=') ? 2 : 0;
}
