/**
 * Measures the cost of hostile input for the parsers that anonymous callers can reach. The inputs repeat, nest and mix
 * the delimiters of each format. The limits are those in vectors/attack-cost/firewall.soak.test.ts. A parser whose
 * limit is below 1 MB is measured with the largest input that it accepts.
 */
import { type Operation, operations } from '@countersign/contract';
import { fastifyCookie } from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import Negotiator from 'negotiator';
import { expect, test } from 'vitest';
import { jsonFault } from '../../../../packages/contract/src/json-bounds.ts';
import { findDamage, inspectPdf, repairPdf } from '../../../../packages/pdf-sign/src/index.ts';
import { delimiterOf, parseCsv } from '../../src/platform/csv/index.ts';
import { misusesHeader } from '../../src/platform/firewall/headers.ts';
import { judgeHeader, judgeQuery, placeOfParameter } from '../../src/platform/firewall/request.ts';
import { foldTitle } from '../../src/features/document-core/fold-title.ts';
import { decodeMessage, everyElement, parseStrict } from '../../src/features/single-sign-on/saml/xml.ts';
import { GraphqlEngine } from '../../src/transport/graphql/engine.ts';
import { disposition, parseRange } from '../../src/transport/http/bytes.ts';
import { languageAskedFor } from '../../src/transport/http/asked-language.ts';
import { cleanedName, partsOf } from '../../src/transport/http/multipart.ts';
import { soak } from '../support/soak.ts';
import { tell } from '../../../../scripts/soak-summary.ts';
import { cpuMs, leastMs, WorstOf } from '../../../../vectors/attack-cost/cost.ts';
import { chance, type Chance } from '../../../../vectors/attack-cost/generator.ts';

const KB = 1024;
const MB = 1024 * KB;
const VARIANTS = soak({ test: 6, full: 60 });
const MARGIN = soak({ test: 8, full: 1 });
/** Superlinear growth is already visible at half a megabyte. */
const LONGEST = soak({ test: 512 * KB, full: Infinity });

type Parser = {
  /** Elements of the format: delimiters, separators and the content between them. */
  atoms: readonly string[];
  /** The length of the longest text that the parser accepts. */
  most: number;
  parse: (text: string) => unknown;
};

const engine = new GraphqlEngine({ invoker: {} as never, noteFailure: () => {} });
const login: Operation = operations.login;
const loginBody = login.body?.kind === 'json' ? login.body.schema : undefined;

const PARSERS: Record<string, Parser> = {
  csv: {
    atoms: [',', ';', '\t', ','.repeat(1000) + '\n', '"', '""', '\n', '\r\n', 'a', '",', ',"', '\u{feff}', "'="],
    most: 1.9 * MB,
    parse: (text) => parseCsv(text, { delimiter: delimiterOf(text), maxRows: 10_000 }),
  },
  'saml xml': {
    atoms: [
      '<a>',
      '</a>',
      '<a b="c" ',
      'xmlns:x="y" ',
      '&amp;',
      '&#65;',
      '<',
      '>',
      '"',
      '=',
      ' ',
      '/>',
      '&',
      '=" ',
      "='",
    ],
    most: 256 * KB,
    parse: (text) => everyElement(parseStrict(text)),
  },
  'saml base64': { atoms: ['PHNhbWw', '=', '+', '/', '\r\n', ' ', '\t', '%'], most: 340 * KB, parse: decodeMessage },
  json: {
    atoms: ['{"a":', '[', ']', '}', ',', '"a"', '"\\u0041"', '1', 'null', '[[', '{"a":[', '-', '1e9', '\\', '"'],
    most: MB,
    parse: (text) => jsonFault(JSON.parse(text)),
  },
  'contract (login)': {
    atoms: ['a', '@', '.', 'a.', '-', "'", '@a.', 'é', ' ', '\r\n', '\u202e', '..', '@@', 'xn--'],
    most: MB,
    parse: (text) => loginBody?.safeParse({ email: text, password: text }, { reportInput: true }),
  },
  graphql: {
    atoms: [
      '{',
      '}',
      'a',
      'a:b',
      '...F',
      '...{',
      '(a:',
      ')',
      '"',
      '"""',
      '[',
      ']',
      '$a',
      '@skip(if:true)',
      '#',
      '\n',
      'fragment F on Query{',
      'query{',
      ' ',
    ],
    most: MB,
    parse: (text) => engine.prepare({ query: text }, { introspection: true }),
  },
  cookies: {
    atoms: ['a=b', '; ', ';', '=', '%41', '%', '"', ',', ' ', 'a'],
    most: 16 * KB,
    parse: fastifyCookie.parse,
  },
  'accept-language': {
    atoms: [',', ';', 'q=', '0.5', '*', 'en', '-', ' ', '='],
    most: 16 * KB,
    parse: languageAskedFor,
  },
  'accept-encoding': {
    atoms: [',', ';', 'q=', '0.5', '*', 'en', '-', '/', 'text/html', ' ', '=', '"', 'gzip'],
    most: 16 * KB,
    parse: (text) =>
      new Negotiator({ headers: { 'accept-encoding': text } }).encoding(['br', 'gzip'], { preferred: ['br'] }),
  },
  range: { atoms: ['bytes=', '0', '-', ',', '1-2', ' '], most: 16 * KB, parse: (text) => parseRange(text, 1000) },
  headers: {
    atoms: ['a', ',', ';', 'charset=', 'boundary=', '"', 'close', ' ', '-', '@', '1'],
    most: 16 * KB,
    parse: (text) => ['host', 'range', 'content-type', 'connection', 'te'].map((name) => misusesHeader(name, text)),
  },
  'referer in the firewall': {
    atoms: ['?', '&', '=', 'a', '%41', '; ', 'search=', '+', '.', '/', 'https://a.example/'],
    most: 16 * KB,
    parse: (text) => judgeHeader('referer', text),
  },
  'cookie in the firewall': {
    atoms: ['=', 'a', '%41', '; ', '%22', '.', ':', ',', '{', '/'],
    most: 16 * KB,
    parse: (text) => judgeHeader('cookie', text),
  },
  'query in the firewall': {
    atoms: ['&', '=', 'a', '%41', 'search=', '+', '[', ']', '.', '&&', '=&'],
    most: 16 * KB,
    parse: (text) => judgeQuery(text, placeOfParameter),
  },
  'file name': {
    atoms: ['/', '\\', '.', 'a', '\u202e', '\u200b', ' ', '\ud800', 'é'],
    most: 16 * KB,
    parse: (text) => disposition(cleanedName(text, 'file').filename),
  },
  search: { atoms: ['a', ' ', 'É', '\u0301', 'ß', 'ﬁ', '\u200d', '%', '한', 'İ'], most: 16 * KB, parse: foldTitle },
  'pdf (three files, each inspected and repaired)': {
    atoms: [
      '/',
      '#41',
      '<<',
      '>>',
      '[',
      ']',
      '(',
      ')',
      '\\(',
      '1 0 obj',
      'endobj',
      'stream\n',
      'endstream',
      'xref',
      'trailer',
      '%%EOF\n',
      'startxref\n0\n',
      '0 0 R ',
      '%',
      '<41>',
      ' ',
      '\n',
      '/Kids[',
      '/Type/Page',
    ],
    most: 512 * KB,
    parse: (text) =>
      pdfsWith(text).map((bytes) => tried(() => (inspectPdf(bytes), findDamage(bytes), repairPdf(bytes)), '')()),
  },
};

/** Returns one-page PDF files with the text in every position where the parser reads names, values and delimiters. */
function pdfsWith(text: string): Buffer[] {
  const objects = (value: string, contents: string) =>
    `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R ${value}>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n` +
    `3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>\nendobj\n` +
    `4 0 obj\n<</Length ${contents.length}>>\nstream\n${contents}\nendstream\nendobj\n`;
  const end = 'trailer\n<</Root 1 0 R/Size 5>>\nstartxref\n0\n%%EOF\n';
  return [objects(`/X ${text}`, ''), objects('', text), objects('', '') + text].map((body) =>
    Buffer.from(body + end, 'latin1'),
  );
}

/** Runs the parser. Rejecting the input is also a valid result. */
const tried = (parse: Parser['parse'], text: string) => () => {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
};

const fill = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

function* hostile({ atoms }: Parser, length: number, random: Chance): Generator<[string, string]> {
  for (const atom of atoms) yield [`${JSON.stringify(atom)} repeated`, fill(atom, length)];
  for (let variant = 0; variant < VARIANTS; variant += 1) {
    const unit = Array.from({ length: 1 + random.below(5) }, () => random.pick(atoms)).join('');
    yield [`${JSON.stringify(unit)} repeated`, fill(unit, length)];
    const [open, close] = [random.pick(atoms), random.pick(atoms)];
    yield [`${JSON.stringify(open)}, then ${JSON.stringify(close)}`, fill(open, length / 2) + fill(close, length / 2)];
    let mixed = '';
    while (mixed.length < length) mixed += random.pick(atoms);
    yield ['mixture', mixed.slice(0, length)];
  }
}

test.each(Object.entries(PARSERS))(
  '%s: takes at most 2 ms for 8 KB and at most 50 ms for 1 MB',
  { timeout: 600_000 },
  (name, parser) => {
    const most = Math.min(parser.most, LONGEST);
    const random = chance(20_261_129);
    const worst = new WorstOf();
    for (const [length, limit] of [
      [8 * KB, 2 * MARGIN],
      [most, Math.max((2 * Math.min(most, 16 * KB)) / (8 * KB), (50 * most) / MB) * MARGIN],
    ] as const)
      for (const [what, text] of hostile(parser, length, random)) {
        const work = tried(parser.parse, text);
        let ms = leastMs(work, 2);
        if (ms > limit / 2) ms = Math.min(ms, leastMs(work, 6), cpuMs(work, 5));
        worst.note(`${length} bytes`, what, ms / limit);
      }
    for (const line of worst.lines()) tell(`${name}, of the limit, ${line.replace(' ms', '')}`);
    expect(worst.above(1)).toEqual([]);
  },
);

test('parses a 1 MB multipart form of any shape within 50 ms', { timeout: 600_000 }, async () => {
  const app = fastify({ bodyLimit: 2 * MB });
  await app.register(multipart);
  app.post('/', async (request) => {
    const parts = partsOf(request, { fileSize: 2 * MB, files: 2, fields: 20, parts: 22, fieldSize: 16 * KB });
    for (let next = await parts.next(); next.done !== true; next = await parts.next())
      if (next.value.type === 'file') for await (const chunk of next.value.file) void chunk;
    return {};
  });
  await app.ready();
  const random = chance(20_261_130);
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
  const parser = {
    atoms: [
      '\r\n',
      '\r\n-',
      '\r\n--',
      '\r\n--b',
      '--b\r\n',
      '--b--',
      'a',
      '\r',
      '\n',
      head,
      'content-disposition: form-data; name="',
      '"',
      ': ',
      'a: b\r\n',
      ';',
      "filename*=UTF-8''%41",
      '\r\n\r\n',
    ],
    most: MB,
    parse: () => undefined,
  };
  const worst = new WorstOf();
  for (const [what, text] of hostile(parser, MB, random))
    for (const payload of [text, head + text]) {
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      const began = process.cpuUsage();
      await app.inject({ method: 'POST', url: '/', headers, payload });
      const { user, system } = process.cpuUsage(began);
      worst.note('multipart, 1 MB', what, (user + system) / 1000);
    }
  await app.close();
  for (const line of worst.lines()) tell(line);
  expect(worst.above(50 * MARGIN)).toEqual([]);
});
