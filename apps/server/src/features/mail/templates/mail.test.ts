import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completed, voided } from './document-mails.ts';
import { completedSample, DOCUMENT_MAILS, invitationSample, LINK, voidedSample } from './samples.fixture.ts';
import { invitation } from './signing-mails.ts';

/** Returns the tags with their attributes but without text. User input must never change them. */
const skeleton = (html: string): string => (html.match(/<[^>]*>/gu) ?? []).join('');
const visible = (html: string): string =>
  html
    .replace(/<(style|title)>?[^]*?<\/\1>/gu, '')
    .replace(/<\/?(span|strong)[^>]*>/gu, '')
    .replace(/<[^>]*>/gu, ' ')
    .replace(/\s+/gu, ' ');

describe.each(Object.entries(DOCUMENT_MAILS))('%s', (_name, render) => {
  test('creates a complete HTML document that supports dark mode and narrow screens and loads no other files', () => {
    const { html } = render({});
    expect(html).toMatch(/^<!doctype html>\s+<html lang="en" dir="ltr">/u);
    expect(html).toContain('<meta name="color-scheme" content="light dark" />');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    expect(html).toContain('<meta name="viewport"');
    expect(html).not.toMatch(/<script|<link|url\(|@import|\ssrc="(?!cid:)/iu);
    expect(html.match(/<img[^>]*>/gu)).toEqual([expect.stringContaining('src="cid:logo@countersign"')]);
    expect(html.length).toBeLessThan(20_000);
  });

  test('closes every opened HTML tag in order', () => {
    const open: string[] = [];
    for (const [, close, name] of render({}).html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/gu)) {
      if (['meta', 'br', 'img'].includes(name ?? '')) continue;
      if (close === '') open.push(name ?? '');
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
  });

  test('fills in all placeholders of an e-mail', () => {
    const { subject, text, html } = render({});
    for (const part of [subject, text, visible(html)]) expect(part).not.toMatch(/[{}]|undefined|null|NaN|\[object/u);
  });

  test('shows markup in user input as text in an e-mail', () => {
    const attack = '"><script>alert(1)</script><a href="https://evil.example">\' onmouseover=x';
    const { html } = render({
      documentTitle: attack,
      sender: { name: attack, email: attack },
      recipient: { name: attack, email: attack },
      brand: { organization: attack, productName: 'Countersign' },
    });
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<a href="https://evil');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).toContain('&quot;&gt;');
  });

  test('escapes all user input in the HTML part', () => {
    const benign = skeleton(render({}).html);
    const text = fc.string({ unit: 'binary', minLength: 1 }).filter((value) => /[^\s\p{C}]/u.test(value));
    fc.assert(
      fc.property(text, text, text, (documentTitle, name, organization) => {
        const brand = { organization, productName: 'Countersign' } as const;
        const changed = render({ documentTitle, brand, sender: { name: `x${name}`, email: 'jane@northwind.example' } });
        expect(skeleton(changed.html)).toBe(benign);
      }),
      { numRuns: 60 },
    );
  });

  test('creates a one-line subject of at most 150 characters for any title', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(anything, anything, (documentTitle, name) => {
        const { subject } = render({ documentTitle, sender: { name, email: 'jane@northwind.example' } });
        expect(subject.length).toBeLessThanOrEqual(150);
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u);
        expect(subject.isWellFormed()).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('prevents a title from adding headers, reversing the subject or being invisible', () => {
    const { subject } = render({ documentTitle: 'Lease\r\nBcc: all@example.com\u202Efdp' });
    expect(subject).toContain('“Lease Bcc: all@example.comfdp”');
  });

  test('truncates a long title after a word, inside its quotation marks', () => {
    const { subject } = render({ documentTitle: 'Framework agreement on the supply of '.repeat(8) });
    expect(subject).toMatch(/“Framework agreement on the supply of Framework agreement [a-z ]+…”/u);
  });

  test('wraps the text part at 72 columns, except for links and the signatures of a note', () => {
    const { text } = render({ documentTitle: 'Vertrag '.repeat(30) });
    for (const line of text.split('\n')) {
      if (!/^(https:\/\/|\u2014 )/u.test(line)) expect(line.length).toBeLessThanOrEqual(72);
    }
  });

  test("places only the server's links at the start of a line, even if the title contains a link", () => {
    const { text } = render({ documentTitle: `${'x '.repeat(30)}\nhttps://evil.example/s/1\n` });
    expect(text).toContain('\n  https://evil.example/s/1\n');
    const links = text.split('\n').filter((line) => /^https?:/u.test(line));
    expect(links.every((line) => line.startsWith('https://sign.example/'))).toBe(true);
  });

  test('states in both parts why the recipient got the e-mail and who sent it', () => {
    const { text, html } = render({});
    for (const part of [text.replace(/\n/gu, ' '), visible(html)]) {
      expect(part).toContain('You got this e-mail because');
      expect(part).toContain('Sent by Countersign for');
      expect(part).toContain('Northwind Traders');
      expect(part).toContain('Mutual Non-Disclosure Agreement');
    }
  });

  test('isolates the text direction of user input', () => {
    const { html } = render({ documentTitle: 'اتفاقية', sender: { name: 'مريم', email: 'm@x.example' } });
    expect(html).toMatch(/<strong[^>]*><span dir="auto">اتفاقية<\/span><\/strong>/u);
    // The preview text is invisible in the e-mail itself.
    const body = html.replace(/<title>.*<\/title>/u, '').replace(/<div\s+style="display:none[^]*?<\/div>/u, '');
    for (const [before] of body.matchAll(/[^>]*>[^<]*مريم/gu)) expect(before).toContain('dir="auto"');
  });
});

describe('invitation e-mail', () => {
  test('shows the sender, organization, document, message and deadline in both parts', () => {
    const { subject, text, html } = invitation(invitationSample);
    expect(subject).toBe('Jane Whitfield asked you to sign “Mutual Non-Disclosure Agreement”');
    for (const part of [text.replace(/\n>? ?/gu, ' '), visible(html)]) {
      expect(part).toContain('Jane Whitfield asked you to sign a document');
      expect(part).toContain('jane@northwind.example');
      expect(part).toContain('here is the agreement.');
      expect(part).toContain(
        '20 December 2026 at 17:00\u00a0UTC'.replace('\u00a0', part.includes('\u00a0') ? '\u00a0' : ' '),
      );
      expect(part.replace(/ +,/gu, ',')).toMatch(/Hello +Alex Morgan,/u);
    }
  });

  test('uses the same link in the button and in the text', () => {
    const { html, text } = invitation(invitationSample);
    expect(html).toMatch(new RegExp(`<a href="${LINK}"[^>]*>Review and sign</a>`, 'u'));
    expect(html).toMatch(new RegExp(`<a class="link" dir="ltr" href="${LINK}"[^>]*>${LINK}</a>`, 'u'));
    expect(text.split('\n')).toContain(LINK);
  });

  test("keeps the line breaks of the sender's message, and quotes the message in the text part", () => {
    const { html, text } = invitation({ ...invitationSample, message: 'One\nTwo <b>\n\nhttps://evil.example' });
    expect(html).toContain('One<br />Two &lt;b&gt;<br /><br />https://evil.example');
    expect(text).toContain('> One\n> Two <b>\n>\n> https://evil.example\n');
  });

  test('shows no empty quotation if the sender wrote no message', () => {
    for (const message of [null, '', ' \n ']) {
      const { html, text } = invitation({ ...invitationSample, message });
      expect(visible(html)).not.toContain('Message from');
      expect(text).not.toContain('Message from');
    }
  });

  test("uses the sender's subject as a single line", () => {
    expect(invitation({ ...invitationSample, subject: 'Please\r\nsign' }).subject).toBe('Please sign');
    expect(invitation({ ...invitationSample, subject: ' ' }).subject).toContain('asked you to sign');
    expect(invitation({ ...invitationSample, subject: 'word '.repeat(90) }).subject.length).toBeLessThanOrEqual(150);
  });

  test('refers to people without a name by their e-mail address', () => {
    const { subject, text } = invitation({
      ...invitationSample,
      sender: { name: ' ', email: 'jane@northwind.example' },
      recipient: { name: '', email: 'alex@contoso.example' },
    });
    expect(subject).toContain('jane@northwind.example asked you to sign');
    expect(text).toMatch(/^Hello,\n/u);
  });

  test.each([
    'javascript:alert(1)',
    '/s/abc',
    'https://x.example/a b',
    'https://x.example/"><b>',
    'ftp://x.example/',
    'https://',
  ])('refuses to send the link %s', (link) => {
    expect(() => invitation({ ...invitationSample, link })).toThrow('absolute http(s) link');
  });
});

describe('e-mail about a completed document', () => {
  test('lists the signers with times, explains the verification, and shows the fingerprint', () => {
    const { text, html } = completed(completedSample);
    for (const part of [text.replace(/[\n\u00a0 ]+/gu, ' '), visible(html).replace(/\u00a0/gu, ' ')]) {
      expect(part).toContain('Alex Morgan');
      expect(part).toContain('20 November 2026 at 10:40 UTC');
      expect(part).toContain('amelie@fabrikam.example');
      expect(part).toContain('20 November 2026 at 14:02 UTC');
      expect(part).toContain(completedSample.sha256);
      expect(part).toContain('How to verify the file');
    }
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([LINK, 'https://sign.example/verify', completedSample.sha256]),
    );
    expect(html).toMatch(new RegExp(`<a href="${LINK}"[^>]*>View and download</a>`, 'u'));
  });

  test('contains the unchanged checkpoint of the audit log if a checkpoint exists', () => {
    const { checkpoint = '' } = completedSample;
    for (const part of [completed(completedSample).text, completed(completedSample).html])
      expect(part).toContain(checkpoint.trimEnd());
    expect(completed({ ...completedSample, checkpoint: undefined }).text).not.toContain('Checkpoint');
  });

  test('gives signers a receipt with the audit trail and the hashes of the viewed file and the signed file', () => {
    const [receipt] = completedSample.receipts ?? [];
    const { text, html } = completed(completedSample);
    for (const part of [text, visible(html)]) {
      for (const hash of [receipt?.shown, receipt?.signed, receipt?.trail.hash]) expect(part).toContain(hash);
      expect(part.replace(/\s+/gu, ' ')).toContain('entry 7');
    }
    const unseen = completed({ ...completedSample, receipts: receipt ? [{ ...receipt, shown: null }] : [] }).text;
    expect(unseen).not.toContain('File that you were shown');
    expect(completed({ ...completedSample, receipts: [] }).text).not.toContain('Your receipt');
  });

  test('uses different wording for signers and for the sender', () => {
    expect(completed(completedSample).text).toContain('The document you signed for Jane Whitfield');
    expect(completed({ ...completedSample, audience: 'sender' }).text).toContain('the document you sent');
  });

  test('escapes the names of signers in HTML', () => {
    const signers = [{ name: '<i>Eve</i>', email: 'eve@x.example', signedAt: new Date(0) }];
    expect(completed({ ...completedSample, signers }).html).toContain('&lt;i&gt;Eve&lt;/i&gt;');
  });
});

describe('e-mails about the end of a package', () => {
  const endings = (ending: string) => ['signer', 'sender'].map((audience) => `package-${ending}-${audience}`);

  test.each(endings('completed'))('%s: explains how and where to verify the files', (kind) => {
    const { text, html } = DOCUMENT_MAILS[kind]?.({}) ?? { text: '', html: '' };
    expect(text).toContain('How to verify the file');
    expect(text.split('\n')).toContain('https://sign.example/verify');
    expect(html).toContain('href="https://sign.example/verify"');
  });

  test.each([...endings('expired'), ...endings('cancelled')])('%s: does not explain how to verify files', (kind) => {
    expect(DOCUMENT_MAILS[kind]?.({}).text).not.toContain('/verify');
  });
});

describe('e-mail about a voided document', () => {
  test("shows the sender's reason and whom to contact", () => {
    const { subject, text, html } = voided({ ...voidedSample, reason: 'Wrong price.\n<b>Sorry</b>' });
    expect(subject).toBe('Voided: “Mutual Non-Disclosure Agreement”');
    expect(text).toContain('> Wrong price.\n> <b>Sorry</b>\n');
    expect(html).toContain('Wrong price.<br />&lt;b&gt;Sorry&lt;/b&gt;');
    expect(visible(html)).toContain('Write to Jane Whitfield at jane@northwind.example.');
  });

  test('contains no button and no link', () => {
    const { text, html } = voided(voidedSample);
    expect(html).not.toContain('<a ');
    expect(text).not.toContain('http');
  });
});
