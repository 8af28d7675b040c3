import { execFileSync } from 'node:child_process';

import { ALL_LANGUAGES } from '@countersign/contract/languages';
import { beforeAll, describe, expect, test } from 'vitest';

import { type FontBook, loadFonts } from '../../../platform/pdf/report/index.ts';
import { NAMES } from '../../../platform/pdf/appearance/names.fixture.ts';
import { CERTIFICATE_WORDS } from '@countersign/words/certificate';
import { captionLanguage, setCertificate } from './certificate.ts';
import type { CertificateFacts, CertificateParty } from './facts.ts';

let fonts: FontBook;

beforeAll(async () => {
  fonts = await loadFonts();
});

const HASH = '0123456789abcdef'.repeat(4);
const AT = '2026-11-20T10:45:12.345Z';

function party(values: Partial<CertificateParty> = {}): CertificateParty {
  return {
    revision: null,
    name: 'Anna Świątek',
    email: 'anna@example.org',
    role: 'signer',
    authentication: ['linkByMail', 'accessCode'],
    addressConfirmedAt: null,
    host: null,
    identityCheck: null,
    device: { browser: 'Safari 17', system: 'Linux' },
    timeZone: 'Europe/Warsaw',
    reason: 'Signed by agreement',
    filled: [],
    eidas: { level: 'ses', why: 'whyKnownCode' },
    invitedAt: AT,
    viewedAt: AT,
    consentedAt: AT,
    signedAt: AT,
    signature: 'drawn',
    address: '203.0.113.42',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    certificateSerial: '04ee402a8c66c8a2',
    attachments: [],
    ...values,
  };
}

function facts(values: Partial<CertificateFacts> = {}): CertificateFacts {
  return {
    locale: null,
    firstPage: { width: 595, height: 842 },
    notice: null,
    madeAt: AT,
    document: {
      id: 'doc_1',
      title: 'Office lease',
      filename: 'lease.pdf',
      pages: 12,
      sha256: HASH,
      uploadedSha256: null,
      finalSha256: HASH,
      order: 'parallel',
      sentAt: AT,
      completedAt: AT,
    },
    organization: 'Northwind Trading',
    sender: { name: 'Grace Hopper', email: 'grace@example.org' },
    parties: [party()],
    revisions: [{ number: 0, kind: 'upload', at: AT, by: 'Grace Hopper', sha256: HASH }],
    events: [],
    timeZone: null,
    root: null,
    consents: [{ version: '2026-11-01', sha256: HASH, text: 'I agree to sign.' }],
    evidence: {
      level: 'B-LTA',
      timestampAuthorities: ['A clock'],
      certificationAuthorities: ['CN=A root'],
      sealSerial: '0a',
      auditHead: HASH,
      auditEntries: 17,
    },
    verifyUrl: 'https://sign.example.org/verify',
    fileId: '00'.repeat(16),
    ...values,
  };
}

const revised = (count: number): CertificateFacts['revisions'] =>
  Array.from({ length: count }, (_, number) => ({
    number,
    kind: 'upload',
    at: AT,
    by: `Revised by ${number}`,
    sha256: HASH,
  }));

const tool = (name: string, bytes: Buffer, ...args: string[]): string =>
  execFileSync(name, args, { input: bytes, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
const textOf = (bytes: Buffer): string =>
  tool('pdftotext', bytes, '-layout', '-', '-').replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');

test('prints names and titles in every script, and keeps letters without a glyph as text', async () => {
  const names = Object.entries(NAMES).filter(([script]) => !/Thaana|Syriac|N’Ko|Adlam|Emoji|Symbols/.test(script));
  const title = '契約 გიორგი \u{13000}.pdf';
  const { bytes } = await setCertificate(
    fonts,
    facts({
      parties: names.map(([, name]) => party({ name })),
      document: { ...facts().document, title, filename: title },
    }),
  );
  const text = tool('pdftotext', bytes, '-raw', '-', '-');
  for (const [script, name] of names) expect(text, script).toContain(name);
  expect(text).toContain(title);
});

/** Finds words that are closer to the edge of the page than the margin, in points. */
function beyondMargins(bytes: Buffer, margin: number): string[] {
  const boxes = [...tool('pdftotext', bytes, '-bbox', '-', '-').matchAll(/<(page|word) ([^>]*)>([^<]*)/g)];
  let width = 0;
  return boxes.flatMap(([, kind, attributes = '', word = '']) => {
    const value = (name: string): number => Number(new RegExp(`${name}="([\\d.-]+)"`).exec(attributes)?.[1]);
    if (kind === 'page') width = value('width');
    return kind === 'word' && (value('xMin') < margin - 1 || value('xMax') > width - margin + 1) ? [word] : [];
  });
}

describe('languages of the certificate', () => {
  test.each(ALL_LANGUAGES)('%s: prints every caption in fonts that cover the language', async (language) => {
    const { bytes } = await setCertificate(fonts, facts({ locale: language }));
    const text = textOf(bytes).replaceAll(/\s+/g, '');
    const captions = CERTIFICATE_WORDS[language];
    for (const key of ['title', 'parties', 'evidence', 'auditEntries'] as const) {
      const caption = captions[key].replaceAll(/\s+/g, '');
      // Poppler returns combining marks of right-to-left letters in a different order, so only letters are compared.
      const letters = (value: string): string => [...value.replaceAll(/\p{M}/gu, '')].toSorted().join('');
      const found = language === 'ar' ? letters(text).length >= letters(caption).length : text.includes(caption);
      expect(found, caption).toBe(true);
    }
    const all = Object.values(captions).join(' ');
    expect((await fonts.typesetter([all], language)).set(all, 'print').missing).toEqual([]);
  });

  test('maps a locale to its language and an unknown locale to English', () => {
    expect(['de-CH', 'PT-br', 'ja', 'xx', '', null, undefined].map(captionLanguage)).toEqual([
      'de',
      'pt',
      'ja',
      'en',
      'en',
      'en',
      'en',
    ]);
  });

  test.each([
    [null, 'no identity check is recorded'],
    [{ method: 'none' }, 'the host did not check the identity'],
    [{ method: 'known' }, 'the host knows the signer in person'],
    [{ method: 'document', kind: 'residence-permit' }, 'the host checked an identity document: residence permit'],
  ] as const)(
    'names the host of an in-person signature, and describes the identity check %j: %s',
    async (identityCheck, sentence) => {
      const inPerson = party({ authentication: ['inPerson'], host: 'Northwind', identityCheck });
      const { bytes } = await setCertificate(fonts, facts({ parties: [inPerson] }));
      const flat = textOf(bytes).replaceAll(/\s+/g, ' ');
      expect(flat).toContain(`Signed in person in the presence of Northwind; ${sentence}`);
    },
  );

  test.each([
    ['addressCode', 'Code sent to this e-mail address'],
    ['addressCodeByMailbox', 'Code delivered to the built-in mailbox'],
  ] as const)(
    'states when a visitor to a public link confirmed the e-mail address with a code (%s)',
    async (method, sentence) => {
      const visitor = party({ authentication: [method], addressConfirmedAt: AT });
      const { bytes } = await setCertificate(fonts, facts({ parties: [visitor] }));
      expect(textOf(bytes).replaceAll(/\s+/g, ' ')).toContain(`${sentence}, entered on 2026-11-20 10:45:12 UTC`);
    },
  );

  test("prints recipients' names in every script", async () => {
    const names = ['张伟明', '김민수', 'สมชาย ปั้นแต่ง', 'محمد علي', 'Ольга Ковальчук', 'श्री कृष्ण'];
    const { bytes } = await setCertificate(fonts, facts({ parties: names.map((name) => party({ name })) }));
    for (const name of names) expect(textOf(bytes)).toContain(name);
  });
});

describe('the page layout of the certificate', () => {
  test('uses A4 pages for the certificate, or Letter pages if the document has Letter pages', async () => {
    const size = async (width: number, height: number): Promise<string | undefined> => {
      const { bytes } = await setCertificate(fonts, facts({ firstPage: { width, height } }));
      return /Page size:\s+([\d.]+ x [\d.]+)/.exec(tool('pdfinfo', bytes, '-'))?.[1];
    };
    expect(await size(595, 842)).toBe('595.28 x 841.89');
    expect(await size(612, 792)).toBe('612 x 792');
    expect(await size(792, 612)).toBe('612 x 792');
    expect(await size(1191, 842)).toBe('595.28 x 841.89');
  });

  test('wraps names, addresses and titles of any length within the margins, and loses no text', async () => {
    const name = 'Maximilian-Alexander von und zu Hohenstein '.repeat(5).trim();
    const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example`;
    const title = `${'Rahmenvertrag '.repeat(12)}${'W'.repeat(120)}`;
    const { bytes } = await setCertificate(
      fonts,
      facts({ parties: [party({ name, email })], document: { ...facts().document, title } }),
    );
    expect(beyondMargins(bytes, 54)).toEqual([]);
    const flat = textOf(bytes).replace('Signer', '').replaceAll(/\s+/g, '');
    for (const value of [name, email, title]) expect(flat).toContain(value.replaceAll(' ', ''));
  });

  test('prints a certificate with a hundred signers, repeated headings and page numbers', async () => {
    const parties = Array.from({ length: 100 }, (_, index) =>
      party({ name: `Signer ${index}`, email: `signer${index}@example.org` }),
    );
    const { bytes, pages } = await setCertificate(fonts, facts({ parties }));
    expect(pages).toBeGreaterThan(10);
    const text = textOf(bytes);
    for (const { email } of parties) expect(text).toContain(email);
    expect(text.match(/Parties \(continued\)/g)?.length).toBeGreaterThan(10);
    for (let page = 1; page <= pages; page += 1) expect(text).toContain(`Page ${page} of ${pages}`);
    // A recipient is never split across pages: name and certificate are on the same page.
    for (const page of text.split('\f').filter((one) => one.includes('@example.org')))
      expect(page.match(/@example\.org/g)?.length).toBeGreaterThanOrEqual(page.match(/04ee402a8c66c8a2/g)?.length ?? 0);
  });

  test("lists events on the certificate in order, in UTC and in the sender's time zone", async () => {
    const events: CertificateFacts['events'] = [
      { entry: 0, at: AT, kind: 'uploadedEvent', who: 'Grace Hopper' },
      { entry: 2, at: '2026-11-20T23:30:00.000Z', kind: 'mailAccepted', mail: 'reminderMail', who: 'Anna' },
      { entry: 3, at: '2026-07-01T12:00:00.000Z', kind: 'seal', who: '' },
    ];
    const text = textOf((await setCertificate(fonts, facts({ events, timeZone: 'Europe/Berlin' }))).bytes);
    expect(text).toMatch(
      /0 +File uploaded – Grace Hopper +2026-11-20 10:45:12 +2026-11-20 11:45:12 \(UTC\+01:00\)[^]*2 +Reminder: accepted by the mail server – Anna +2026-11-20 23:30:00 +2026-11-21 00:30:00 \(UTC\+01:00\)[^]*2026-07-01 14:00:00 \(UTC\+02:00\)/,
    );
    const unzoned = textOf((await setCertificate(fonts, facts({ events, timeZone: 'Mars/Olympus' }))).bytes);
    expect(unzoned).toContain('2026-11-20 23:30:00');
    expect(unzoned).not.toContain('Mars');
  });

  test("shows a signer's input, reason, device, local time and eIDAS level", async () => {
    const filled = [
      { label: 'City', value: 'Kraków' },
      { label: '', value: '42' },
    ];
    const { bytes } = await setCertificate(fonts, facts({ parties: [party({ filled })] }));
    const text = textOf(bytes).replaceAll(/ +/g, ' ');
    expect(text).toContain('Filled in City: Kraków');
    expect(text).toContain('Filled in 42');
    expect(text).toContain('Reason Signed by agreement');
    expect(text).toContain('Device Safari 17 on Linux');
    expect(text).toContain('Signed, local time 2026-11-20 11:45:12 (UTC+01:00) Europe/Warsaw');
    expect(text).toContain('Simple electronic signature (SES): the access code was also known to the sender');
  });

  test('prints a consent text of any length in full', async () => {
    const words = Array.from({ length: 3000 }, (_, index) => `word${index}`);
    const text = `${words.slice(0, 1000).join(' ')}\n\n${words.slice(1000).join(' ')}.`;
    const { bytes } = await setCertificate(fonts, facts({ consents: [{ version: '1', sha256: HASH, text }] }));
    const printed = new Set(textOf(bytes).split(/[\s.]+/));
    expect(words.filter((word) => !printed.has(word))).toEqual([]);
  });

  test('shows the fingerprint of the root certificate and the address where it is published', async () => {
    const root = { sha256: 'ab'.repeat(32), url: 'https://sign.example.org/pki/live/root.cer' };
    const text = textOf((await setCertificate(fonts, facts({ root }))).bytes);
    expect(text).toContain(root.sha256);
    expect(text).toContain(root.url);
    const elsewhere = textOf((await setCertificate(fonts, facts({ root: { ...root, url: null } }))).bytes);
    expect(elsewhere).toContain('Ask the operator of the service');
  });

  test('does not split a table that fits on one page', async () => {
    const revisions = revised(12);
    const split: string[] = [];
    for (let count = 1; count <= 6; count += 1) {
      // Each additional line moves everything below it down.
      const parties = Array.from({ length: count }, (_, index) =>
        party({ attachments: Array.from({ length: index }, () => ({ filename: 'annex.pdf', sha256: HASH })) }),
      );
      const pages = textOf((await setCertificate(fonts, facts({ parties, revisions }))).bytes).split('\f');
      const pagesWith = (pattern: RegExp): number => pages.filter((page) => pattern.test(page)).length;
      if (pagesWith(/Revised by \d/) > 1) split.push(`${count} parties: revisions`);
      if (pagesWith(/Level of the signatures|Entries of the audit trail/) > 1) split.push(`${count} parties: evidence`);
    }
    expect(split).toEqual([]);
  });

  test('continues a long table on the next page and repeats its captions', async () => {
    const text = textOf((await setCertificate(fonts, facts({ revisions: revised(80) }))).bytes);
    const pages = text.split('\f').filter((page) => page.includes('Revised by'));
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      expect(page).toContain('What happened');
      const lines = page.match(/Revised by \d+/g)?.length ?? 0;
      expect(page.match(/[0-9a-f]{32}/g)?.length).toBeGreaterThanOrEqual(2 * lines);
    }
    expect(text.match(/Revised by \d+/g)).toHaveLength(80);
  });

  test('marks every page as a test in the sandbox', async () => {
    const notice = 'TEST - NOT LEGALLY BINDING';
    const { bytes, pages } = await setCertificate(
      fonts,
      facts({ notice, parties: Array.from({ length: 12 }, () => party()) }),
    );
    expect(textOf(bytes).match(new RegExp(notice, 'g'))).toHaveLength(pages);
  });

  test('prints no URL or QR code if no public address is configured', async () => {
    const { bytes } = await setCertificate(fonts, facts({ verifyUrl: null }));
    expect(textOf(bytes)).not.toContain('http');
    expect(tool('pdfinfo', bytes, '-struct', '-')).not.toContain('Figure');
  });

  test('lists attachments by name and hash, or only by hash if the name was erased', async () => {
    const attachments = [
      { filename: 'Führerschein.pdf', sha256: HASH },
      { filename: null, sha256: 'f'.repeat(64) },
    ];
    const text = textOf((await setCertificate(fonts, facts({ parties: [party({ attachments })] }))).bytes);
    expect(text).toContain('Führerschein.pdf');
    expect(text.replaceAll(/\s/g, '')).toContain(`SHA-256${HASH}`);
    expect(text.replaceAll(/\s/g, '')).toContain('f'.repeat(64));
  });

  test('shows a placeholder for facts that the audit trail does not contain', async () => {
    const unsaid = { title: '', filename: '', pages: null, order: null, sentAt: null, completedAt: null } as const;
    const nobody = party({ role: null, host: null, authentication: ['inPerson'], viewedAt: null, invitedAt: null });
    const evidence = { ...facts().evidence, level: null, timestampAuthorities: [], sealSerial: null };
    const text = textOf(
      (
        await setCertificate(
          fonts,
          facts({ document: { ...facts().document, ...unsaid }, parties: [nobody], evidence }),
        )
      ).bytes,
    );
    for (const caption of ['File name', 'Pages', 'Signing order', 'Invited', 'First viewed', 'Level of the signatures'])
      expect(text).toMatch(new RegExp(`${caption}\\s+–`));
    expect(text).toContain('in the presence of –');
  });

  test('lists the hashes of a file before and after it was rewritten for storage', async () => {
    const document = { ...facts().document, uploadedSha256: 'e'.repeat(64) };
    const text = textOf((await setCertificate(fonts, facts({ document }))).bytes);
    expect(text).toMatch(new RegExp(`SHA-256 as uploaded, before repair\\s+${'e'.repeat(64)}`));
    expect(text).toMatch(new RegExp(`SHA-256 of the original file\\s+${HASH}`));
  });

  test('distinguishes recipients who did not have to sign from those who signed', async () => {
    const copy = party({
      role: 'cc',
      authentication: [],
      host: null,
      signedAt: null,
      consentedAt: null,
      signature: null,
      address: null,
      userAgent: null,
      certificateSerial: null,
    });
    const text = textOf((await setCertificate(fonts, facts({ parties: [copy] }))).bytes);
    expect(text).toContain('Did not have to sign');
    expect(text).not.toContain('Authenticated by');
  });
});

describe('accessibility of the certificate', () => {
  test('provides screen readers with headings, labeled tables and the language, but not with page numbers', async () => {
    const { bytes } = await setCertificate(fonts, facts({ locale: 'de', parties: [party(), party()] }));
    expect(bytes.toString('latin1')).toContain(
      `/Lang <FEFF${Buffer.from('de', 'utf16le').swap16().toString('hex').toUpperCase()}>`,
    );
    const structure = tool('pdfinfo', bytes, '-struct-text', '-');
    expect(structure).toMatch(/H1[^]*Abschlusszertifikat/);
    expect(structure.match(/H2/g)?.length).toBe(6);
    expect(structure).toMatch(/TH[^]*Dokument-ID[^]*TD[^]*doc_1/);
    expect(structure).not.toContain('Seite 1');
  });
});
