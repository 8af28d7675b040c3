/** Patterns for HTML, scripts and XML. */
import { anyOf, patterns, words } from './pattern.ts';

const EVENT = `on(?:abort|activate|after\\w+|animation\\w+|auxclick|before\\w+|begin|blur|bounce|cancel|canplay\\w*|change|click|close|contextmenu|content\\w+|copy|cuechange|cut|dblclick|dom\\w+|drag\\w*|drop|durationchange|emptied|end|ended|error\\w*|filterchange|finish|focus\\w*|formdata|fullscreen\\w+|gotpointercapture|gesture\\w+|hashchange|help|input|invalid|key\\w+|language\\w+|load\\w*|lostpointercapture|message\\w*|mouse\\w+|move\\w*|offline|online|page\\w+|paste|pause|play\\w*|pointer\\w+|popstate|progress|property\\w+|ratechange|readystatechange|repeat|reset|resize\\w*|row\\w+|scroll\\w*|search|securitypolicy\\w+|seek\\w+|select\\w*|show|slotchange|stalled|start|storage|submit|suspend|timeupdate|toggle|touch\\w+|transition\\w+|unhandled\\w+|unload|volumechange|waiting|webkit\\w+|wheel|zoom)`;

export const SCRIPT_TAGS = patterns('text', `<[\\s/\\x00]*(?:\\w+:)?script`);

export const ELEMENTS = patterns(
  'text',
  `<\\s*[/!?]?[a-z][\\w-]*(?:[\\s/"'=\\x00<>]|$)`,
  `<[a-z]+:[a-z]+[\\s/>]`,
  `<!--|-->|<!\\[|\\]\\]>`,
);

export const ATTRIBUTES = patterns('text', `(?:^|[\\s"'\`/<>;?&)\\x00])${EVENT}\\s*(?:=|%3d)`);

export const SCRIPT_URLS = [
  ...patterns(
    'bare',
    '(?:java|vb|live|j|ecma)script:',
    'data:[\\w/+;,=.-]*(?:html|svg|xml|script)',
    'data:(?:;base64)?,(?:<|phn|alert|import)',
    'mocha:|javascript&|feed:javascript',
  ),
];

const SINK = words(`
  alert confirm prompt eval settimeout setinterval execscript function constructor import fetch atob btoa print
  xmlhttprequest requestanimationframe
`);

export const SCRIPT_STRINGS = patterns(
  'bare',
  `(?:^|[^a-z_])${SINK}[)\\]]*(?:\\(|\`|\\?\\.|\\.(?:call|apply|bind)|=)`,
  `\\(${SINK}\\)|find\\(${SINK}|\\[['"\`]?${SINK}['"\`]?\\]`,
  `(?:^|[^a-z_])(?:document|window|self|top|parent|globalthis|frames|location|navigator|localstorage|sessionstorage|this)\\[`,
  `document\\.(?:cookie|domain|write|location|body|forms|documentelement|getelement|queryselector|referrer|url|scripts|createelement)|window\\.(?:location|open|name|onerror)|location(?:\\.\\w+)?=|location\\.(?:href|replace|assign|hash)|string\\.fromcharcode|\\.innerhtml|\\.outerhtml|localstorage\\.|sessionstorage\\.|\\.srcdoc|newimage\\(|newfunction\\(|\\.tostring\\(|reflect\\.apply|\\[\\]\\[|!\\[\\]\\+`,
  `expression\\(|-moz-binding|@import|behaviou?r:url|url\\(['"]?(?:javascript|data:)|style=['"]?[^&]*(?:animation|expression|background:url)`,
  `['"\`;}][)]*[;,+*/^|&-]+(?:top|self|parent|window|frames|globalthis|this|document|location)[.\\[=]`,
  `srcdoc=|formaction=|xlink:href=|autofocus(?:=|on)`,
);

export const ENTITIES = patterns(
  'text',
  '<!\\s*(?:doctype|entity|element|attlist|notation)\\b|<\\?xml\\b|<xsl:|xi:include',
);

/** Matches code that has an effect when an element runs it. */
const ACTS = anyOf(
  '(?:alert|confirm|prompt|eval|atob)[^a-z0-9]',
  'document\\.(?:cookie|domain|location|write)',
  'fromcharcode',
  'localstorage',
  'location[.=]',
  'fetch\\(',
  'import\\(',
  '\\.src=',
  'constructor',
);

/** Matches prose with an HTML element whose script steals data, redirects the reader or only shows that it runs. */
export const PROSE_SCRIPT_TAGS = patterns(
  'bare',
  `<script[^<]*>[^<]*${ACTS}`,
  `<script[^<>]*src=['"]?(?:https?:)?//[^<]*></script`,
);
export const PROSE_ELEMENTS = [
  ...patterns(
    'bare',
    `<(?:img|svg|body|iframe|video|audio|input|details|object|embed|marquee|a|math|style|link|meta|div|p|b|select|button|form|textarea|x)[^>]*${EVENT}=['"]?[^>]*${ACTS}`,
  ),
  ...patterns(
    'bare',
    `<(?:iframe|object|embed|a|form|math|svg)[^>]*=['"]?(?:javascript|vbscript):`,
    `<(?:iframe|object|embed)[^>]*=['"]?data:text/html`,
  ),
];
export const PROSE_URLS = patterns('bare', `^['"]?(?:java|vb)script:(?:[^a-z]*)${ACTS}`);
export const PROSE_ENTITIES = patterns(
  'text',
  `<!entity[^>]*\\s(?:system|public)\\s*["'][^>]*(?:file:|php:|/etc/|expect:|http)`,
);
