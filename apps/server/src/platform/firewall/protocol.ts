/**
 * Patterns for split headers, protocols that make a server call other servers, directories, and names that access an
 * object's class.
 */
import { patterns, words } from './pattern.ts';

export const SPLITS = patterns(
  'text',
  '[\\r\\n\u2028\u560a\u560d]+[ \\t]*(?:[a-z][a-z0-9-]*[ \\t]*:|http/\\d|<|get /|post /|put /|slaveof|config set|flushall|set |eval |rcpt to|data$|quit|mail from|helo|ehlo)',
  '[\u560a\u560d]',
  '\\r\\n|[\\r\\n]\\s*$',
);
/** In prose, a line break is legitimate, so only headers that do not occur in ordinary text match. */
export const PROSE_SPLITS = patterns(
  'text',
  '\\r?\\n(?:set-cookie|content-length|transfer-encoding|x-forwarded-\\w+|access-control-\\w+|x-xss-protection):[ \\t]*[^\\n]*(?:=|\\d|chunked|\\*)',
);

const SCHEMES = words(`
  gopher dict ldap[si]? php phar zip expect jar netdoc tftp glob ogg rar ssh2 compress\\.\\w+ rmi iiop nis corba
  mongodb redis local_file zlib file sftp telnet smb unc view-source imap dns nfs svn jdbc data url finger ssh
  ws\\+unix http\\+unix unix blob chrome about resource
`);

export const PROTOCOLS = patterns(
  'bare',
  `(?:^|[^a-z.+-])${SCHEMES}:/`,
  `(?:^|[^a-z.+-])(?:jar|netdoc|expect|view-source|url|file|data|php|jdbc|unix|dict|gopher|about):(?:[/\\w%.]+)`,
  '169\\.254\\.169\\.254|169\\.254\\.170\\.2|metadata\\.google|100\\.100\\.100\\.200|fd00:ec2::254|computemetadata|/latest/(?:meta-data|user-data|dynamic)|0xa9fea9fe|2852039166|0251\\.0376|\\[::ffff:a9fe|instance-data|metadata\\.azure',
  'https?://(?:localhost|127\\.|0\\.0\\.0\\.0|\\[::|0x7f|2130706433|017700|10\\.\\d|192\\.168\\.|172\\.(?:1[6-9]|2\\d|3[01])\\.)',
  'https?:/?[\\\\@]|https?://[^/?#]*[@\\\\]',
);
/**
 * Matches protocols in headers. Local addresses are allowed, because a local page may link to this service. Browsers'
 * internal addresses are allowed too.
 */
export const HEADER_PROTOCOLS = patterns(
  'bare',
  `(?:^|[^a-z.+-])(?:gopher|dict|ldap[si]?|php|phar|zip|expect|jar|netdoc|rmi|local_file|file|glob|zlib|data):/`,
  '169\\.254\\.169\\.254|metadata\\.google|100\\.100\\.100\\.200|fd00:ec2::254|0xa9fea9fe|2852039166',
  '(?:expect|gopher|dict|jar|netdoc|php):[/\\w]+',
);

export const FILTERS = patterns(
  'bare',
  '[*)]\\)*\\([|&!]?\\(?[\\w-]+[~<>]?=',
  '\\([|&!]\\([\\w-]+[~<>]?=',
  '\\*\\)\\(|\\*\\)\\)|\\)\\(\\||\\)\\(&|\\)\\(!|^\\*\\(|\\)\\)\\x00|\\([\\w-]+=\\*\\)|^\\*\\)|\\*\\)$',
);

export const OPERATORS = patterns(
  'text',
  '^\\$[a-z]|[\\[.]\\$[a-z]|^@type|^!!',
  '__proto__|constructor\\s*[\\[.]|\\[constructor\\]|constructor\\.prototype|prototype\\.|\\[prototype\\]|^(?:constructor|prototype)$|__(?:define|lookup)[gs]etter__|class\\.module|classloader|^class[\\[.]|\\bclass\\.class',
);
export const VALUE_OPERATORS = patterns(
  'text',
  '["\']\\$(?:ne|gte?|lte?|where|regex|n?in|n?or|and|exists|expr|function|not|eq|elemmatch|all|accumulator)["\']\\s*:',
  '__proto__|constructor\\.prototype|constructor\\[|\\[\\$(?:ne|gte?|lte?|where|regex|n?in|exists|eq)\\]',
);

/** Control characters that no program sends. */
export const CONTROLS = patterns('text', '[\\x00-\\x08\\x0b\\x0e-\\x1f\\x7f]');
export const ZERO_BYTES = patterns('text', '\\x00');
