import { beforeAll, describe, expect, test } from 'vitest';
import { SamlProvider, type Saying } from '../../../../test/support/saml-provider.ts';
import { WRAPPINGS } from '../../../../test/support/wrapping.ts';
import { type RefusalReason, SsoRefusal } from '../refusal.ts';
import { readAssertion } from './assertion.ts';
import { checkSignatures, inspectDecrypted, onlyAssertion, refuseDuplicateIds } from './inspect.ts';
import { judgeResponse } from './judge.ts';
import { type ServiceProvider, verifiedAssertion } from './service-provider.ts';
import { everyElement, MAX_BYTES, parseStrict } from './xml.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const ACS = 'https://sign.example/api/auth/saml/org_1/acs';
const AUDIENCE = 'https://sign.example/api/auth/saml/org_1/metadata';
const REQUEST = '_request';

let provider: SamlProvider;
let sp: ServiceProvider;
beforeAll(async () => {
  const [idp, own] = await Promise.all([
    SamlProvider.create('https://idp.example'),
    SamlProvider.create('https://sign.example'),
  ]);
  provider = idp;
  sp = { entityId: AUDIENCE, acsUrl: ACS, keyPem: own.keyPem, certificatePem: own.certificatePem };
});

const saying = (change: Partial<Saying> = {}): Saying => ({
  acsUrl: ACS,
  audience: AUDIENCE,
  requestId: REQUEST,
  nameId: 'ada@contoso.example',
  now: NOW,
  ...change,
});
const encode = (xml: string): string => Buffer.from(xml).toString('base64');

/** Reads a response completely: its form and signature, then the signed content. */
async function read(
  xml: string,
  { at = NOW, requestId }: { at?: Date; requestId?: string | undefined } = { requestId: REQUEST },
) {
  const idp = {
    entityId: provider.entityId,
    ssoUrl: provider.ssoUrl,
    certificates: [provider.certificatePem],
    signRequests: false,
  };
  return judgeResponse(encode(xml), { sp, idp, requestId, now: at });
}

const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken',
    (error: unknown) => (error instanceof SsoRefusal ? error.reason : String(error)),
  );
const reasonFor = (change: Partial<Saying>, options?: Parameters<typeof read>[1]) =>
  reasonOf(read(provider.response(saying(change)), options));
/**
 * Changes the content before signing, as if the provider itself had sent an assertion that is not for this service or
 * not currently valid.
 */
const edited = (from: string | RegExp, to: string, options?: Parameters<typeof read>[1]) =>
  reasonFor({ edit: (xml) => xml.replaceAll(from, to) }, options);
const synchronously = (work: () => unknown): string => {
  try {
    work();
    return 'taken';
  } catch (error) {
    return error instanceof SsoRefusal ? error.reason : String(error);
  }
};

describe('valid SAML response', () => {
  test.each(['assertion', 'response', 'both'] as const)('accepts a response if the %s is signed', async (signed) => {
    const answer = await read(provider.response(saying({ signed, attributes: { groups: ['a', 'b'] } })));
    expect(answer).toMatchObject({ nameId: 'ada@contoso.example', subject: 'ada@contoso.example' });
    expect(answer.attributes.get('groups')).toEqual(['a', 'b']);
  });

  test('accepts an unsolicited response that names no request', async () => {
    const unsolicited = saying();
    delete unsolicited.requestId;
    expect(await reasonOf(read(provider.response(unsolicited), { requestId: undefined }))).toBe('taken');
    expect(await reasonOf(read(provider.response(saying()), { requestId: undefined }))).toBe('other-request');
    expect(await reasonOf(read(provider.response(unsolicited)))).toBe('other-request');
  });

  test('accepts a response signed with SHA-512', async () => {
    const change = {
      signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
      digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha512',
    };
    expect(await reasonFor(change)).toBe('taken');
  });

  test('returns no permanent subject for a transient NameID', async () => {
    const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    expect((await read(provider.response(saying({ nameIdFormat: format })))).subject).toBeNull();
  });
});

describe('SAML signature wrapping', () => {
  test.each(WRAPPINGS)('rejects the wrapping attack $name', async ({ name, signed, wrap }) => {
    const good = provider.response(saying({ signed }));
    expect(await reasonOf(read(good))).toBe('taken');
    const forged = wrap(good, 'mallory@evil.example');
    expect(await reasonOf(read(forged))).toBe(name.startsWith('XSW7') ? 'duplicate-id' : 'several-assertions');
    // The response would be refused even if it had a single assertion, because a signature is in the wrong place or two
    // elements share an ID.
    const elements = everyElement(parseStrict(forged));
    const root = elements[0];
    const first = elements.find(({ localName }) => localName === 'Assertion');
    const places = [root, first].filter((element) => element !== undefined);
    const isCaught = [
      synchronously(() => checkSignatures(elements, places)),
      synchronously(() => refuseDuplicateIds(elements)),
    ];
    expect(isCaught.some((reason) => reason !== 'taken')).toBe(true);
  });

  test('rejects an assertion that is not a direct child of the response', async () => {
    const xml = provider.response(
      saying({
        edit: (text) =>
          text
            .replace('<saml:Assertion ', '<samlp:Extensions><saml:Assertion ')
            .replace('</saml:Assertion>', '</saml:Assertion></samlp:Extensions>'),
      }),
    );
    expect(await reasonOf(read(xml))).toBe('misplaced-assertion');
  });

  test('rejects a second assertion in another namespace, or an encrypted assertion next to a plain one', async () => {
    const good = provider.response(saying());
    for (const more of ['<x:Assertion xmlns:x="urn:x" ID="_x"/>', '<saml:EncryptedAssertion/>'])
      expect(await reasonOf(read(good.replace('</samlp:Response>', `${more}</samlp:Response>`)))).toBe(
        'several-assertions',
      );
    const root = parseStrict('<r><Assertion/></r>');
    expect(synchronously(() => onlyAssertion(root, everyElement(root)))).toBe('misplaced-assertion');
  });

  test.each([
    ['another element with the same ID', '<saml:Advice ID="_a1"/>'],
    ['the same ID in another attribute', '<saml:Advice Id="_a1"/>'],
    ['the same xml:id', '<saml:Advice xml:id="_a1"/>'],
    ['an empty ID', '<saml:Advice ID=""/>'],
  ])('rejects a response with a duplicate ID: %s', async (_name, more) => {
    const good = provider.response(saying({ assertionId: '_a1' }));
    expect(await reasonOf(read(good.replace('<samlp:Status>', `${more}<samlp:Status>`)))).toBe('duplicate-id');
  });
});

describe('signature of a SAML response', () => {
  test('rejects a response without a signature', async () => {
    expect(await reasonFor({ signed: 'none' })).toBe('not-signed');
  });

  test("accepts only the provider's signature", async () => {
    const other = await SamlProvider.create('https://idp.example');
    expect(await reasonOf(read(other.response(saying())))).toBe('signature-invalid');
  });

  test('reads only data that the signature covers', async () => {
    const good = provider.response(saying({ attributes: { groups: 'users' } }));
    for (const [from, to] of [
      ['ada@contoso.example', 'eva@contoso.example'],
      ['>users<', '>admins<'],
    ] as const)
      expect(await reasonOf(read(good.replace(from, to)))).toBe('signature-invalid');
  });

  test.each([
    ['RSA with SHA-1', { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
    ['SHA-1 for the digest', { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }],
    [
      'a canonicalization that keeps comments',
      {
        transforms: [
          'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
          'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
        ],
      },
    ],
    ['no canonicalization', { transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature'] }],
  ])('rejects a signature that uses %s', async (_name, change) => {
    expect(await reasonFor(change)).toBe('weak-algorithm');
    expect(await reasonFor({ ...change, signed: 'response' })).toBe('weak-algorithm');
  });

  test('rejects an HMAC with the public certificate as the key', async () => {
    const good = provider.response(saying());
    expect(
      await reasonOf(
        read(
          good.replace(
            'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
            'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
          ),
        ),
      ),
    ).toBe('weak-algorithm');
  });

  test.each([
    [
      'a signature with an Object element',
      (xml: string) => xml.replace('</ds:Signature>', '<ds:Object/></ds:Signature>'),
    ],
    [
      'a signature with two references',
      (xml: string) => xml.replace('</ds:SignedInfo>', '<ds:Reference URI="#x"/></ds:SignedInfo>'),
    ],
    ['a signature that refers to the whole document', (xml: string) => xml.replace(/URI="#[^"]+"/, 'URI=""')],
    [
      'a second signature in the assertion',
      (xml: string) => xml.replace(/(<ds:Signature [^]*<\/ds:Signature>)/, '$1$1'),
    ],
    [
      'a signature in another namespace',
      (xml: string) => xml.replace('<samlp:Status>', '<x:Signature xmlns:x="urn:x"/><samlp:Status>'),
    ],
  ])('rejects a response with a misplaced signature: %s', async (_name, change) => {
    expect(await reasonOf(read(change(provider.response(saying()))))).toBe('misplaced-signature');
  });
});

describe('XML of a SAML response', () => {
  const good = () => provider.response(saying());
  test.each<[string, (xml: string) => string, RefusalReason]>([
    ['a DOCTYPE', (xml) => `<!DOCTYPE r [<!ENTITY e "x">]>${xml}`, 'forbidden-markup'],
    ['an external entity', (xml) => `<!DOCTYPE r SYSTEM "file:///etc/passwd">${xml}`, 'forbidden-markup'],
    [
      'a comment in the NameID',
      (xml) => xml.replace('ada@contoso.example', 'ada@contoso.example<!---->.evil.example'),
      'forbidden-markup',
    ],
    [
      'a CDATA section',
      (xml) => xml.replace('ada@contoso.example', '<![CDATA[ada@contoso.example]]>'),
      'forbidden-markup',
    ],
    ['a processing instruction', (xml) => xml.replace('ada@', 'ada<?x y?>@'), 'forbidden-markup'],
    ['an undeclared entity', (xml) => xml.replace('ada@', '&ada;@'), 'malformed'],
    ['an unclosed element', (xml) => xml.slice(0, -5), 'malformed'],
    ['text after the root element', (xml) => `${xml}<more/>`, 'malformed'],
    ['an encoding other than UTF-8', (xml) => `<?xml version="1.0" encoding="utf-16"?>${xml}`, 'forbidden-markup'],
    ['text that is not XML', () => 'hello', 'malformed'],
    [
      'another type of message',
      () => '<x:LogoutResponse xmlns:x="urn:oasis:names:tc:SAML:2.0:protocol" Version="2.0"/>',
      'not-a-response',
    ],
    ['a response in another namespace', () => '<Response Version="2.0"/>', 'not-a-response'],
    ['SAML 1', (xml) => xml.replace('Version="2.0"', 'Version="1.1"'), 'not-a-response'],
    [
      'a response of more than 256 KB',
      (xml) =>
        xml.replace('<samlp:Status>', `<samlp:Extensions>${'x'.repeat(MAX_BYTES)}</samlp:Extensions><samlp:Status>`),
      'too-large',
    ],
    [
      'many small elements',
      (xml) => xml.replace('<samlp:Status>', `${'<x/>'.repeat(6000)}<samlp:Status>`),
      'too-large',
    ],
    [
      'deep nesting',
      (xml) => xml.replace('<samlp:Status>', `${'<x>'.repeat(100)}${'</x>'.repeat(100)}<samlp:Status>`),
      'malformed',
    ],
    ['a failed sign-in', (xml) => xml.replace('status:Success', 'status:Responder'), 'status-not-success'],
  ])('rejects an invalid response: %s', async (_name, change, reason) => {
    expect(await reasonOf(read(change(good())))).toBe(reason);
  });

  test('rejects invalid base64 and invalid UTF-8', async () => {
    const idp = {
      entityId: provider.entityId,
      ssoUrl: provider.ssoUrl,
      certificates: [provider.certificatePem],
      signRequests: false,
    };
    expect(await reasonOf(verifiedAssertion('%%%', sp, idp))).toBe('malformed');
    expect(await reasonOf(verifiedAssertion('', sp, idp))).toBe('malformed');
    expect(await reasonOf(verifiedAssertion(Buffer.from([0x3c, 0xff, 0xfe]).toString('base64'), sp, idp))).toBe(
      'malformed',
    );
    expect(await reasonOf(verifiedAssertion('A'.repeat(400_000), sp, idp))).toBe('too-large');
  });

  test('rejects a comment even in signed text, because parsers treat comments differently', async () => {
    expect(await reasonFor({ nameId: 'ada@contoso.example<!-- -->' })).toBe('forbidden-markup');
  });
});

describe('intended recipient of a SAML response', () => {
  test.each<[string, string | RegExp, string, RefusalReason]>([
    ['a wrong destination', `Destination="${ACS}"`, 'Destination="https://evil.example/acs"', 'other-destination'],
    ['no destination', `Destination="${ACS}"`, '', 'other-destination'],
    ['a wrong audience', `<saml:Audience>${AUDIENCE}`, '<saml:Audience>https://other.example', 'other-audience'],
    ['no audience', /<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/g, '', 'other-audience'],
    ['a wrong recipient', `Recipient="${ACS}"`, 'Recipient="https://evil.example/acs"', 'other-recipient'],
    ['no recipient', `Recipient="${ACS}"`, '', 'other-recipient'],
    ['no bearer confirmation', 'cm:bearer', 'cm:sender-vouches', 'other-recipient'],
    [
      'the ID of another request in the confirmation',
      /(<saml:SubjectConfirmationData [^>]*)InResponseTo="_request"/g,
      '$1InResponseTo="_other"',
      'other-request',
    ],
    [
      'the ID of another request in the response',
      /InResponseTo="_request"><saml:Issuer>/g,
      'InResponseTo="_other"><saml:Issuer>',
      'other-request',
    ],
    ['two NameIDs', /(<saml:NameID .*<\/saml:NameID>)/g, '$1$1', 'no-subject'],
    ['an element inside the NameID', 'ada@contoso.example', 'ada<x/>@contoso.example', 'no-subject'],
    ['no NameID', /<saml:NameID .*<\/saml:NameID>/g, '', 'no-subject'],
    ['no authentication statement', /<saml:AuthnStatement .*<\/saml:AuthnStatement>/g, '', 'no-subject'],
  ])('rejects a response with %s', async (_name, from, to, reason) => {
    expect(await edited(from, to)).toBe(reason);
  });

  test('requires every audience restriction to match', async () => {
    const more =
      '<saml:AudienceRestriction><saml:Audience>https://other.example</saml:Audience></saml:AudienceRestriction></saml:Conditions>';
    expect(await edited('</saml:Conditions>', more)).toBe('other-audience');
  });

  test('rejects a response or an assertion with a different issuer', async () => {
    expect(await edited(/(<samlp:Response [^>]*>)<saml:Issuer>[^<]*/g, '$1<saml:Issuer>https://other.example')).toBe(
      'other-issuer',
    );
    expect(await reasonFor({ issuer: 'https://other.example' })).toBe('other-issuer');
    expect(await edited(/(<saml:Assertion [^>]*>)<saml:Issuer>[^<]*/g, '$1<saml:Issuer>https://other.example')).toBe(
      'other-issuer',
    );
  });
});

describe('validity period of a SAML response', () => {
  const later = (seconds: number) => ({ at: new Date(NOW.getTime() + seconds * 1000), requestId: REQUEST });
  test('tolerates a clock difference of one minute', async () => {
    expect(await reasonFor({}, later(-59))).toBe('taken');
    expect(await reasonFor({}, later(-61))).toBe('not-yet-valid');
    expect(await reasonFor({}, later(359))).toBe('taken');
    expect(await reasonFor({}, later(361))).toBe('expired');
  });

  test.each<[string, RegExp, string, RefusalReason]>([
    [
      'conditions that have expired',
      /(<saml:Conditions [^>]*)NotOnOrAfter="[^"]*"/g,
      '$1NotOnOrAfter="2026-11-20T11:58:00Z"',
      'expired',
    ],
    [
      'conditions that are not valid yet',
      /(<saml:Conditions )NotBefore="[^"]*"/g,
      '$1NotBefore="2026-11-20T12:02:00Z"',
      'not-yet-valid',
    ],
    [
      'an expired confirmation',
      /(<saml:SubjectConfirmationData )NotOnOrAfter="[^"]*"/g,
      '$1NotOnOrAfter="2026-11-20T11:58:00Z"',
      'expired',
    ],
    ['a confirmation without an expiration', /(<saml:SubjectConfirmationData )NotOnOrAfter="[^"]*"/g, '$1', 'expired'],
    [
      'an expired session',
      /<saml:AuthnStatement /g,
      '<saml:AuthnStatement SessionNotOnOrAfter="2026-11-20T11:58:00Z" ',
      'expired',
    ],
    [
      'an old assertion',
      /(<saml:Assertion [^>]*)IssueInstant="[^"]*"/g,
      '$1IssueInstant="2026-11-20T11:50:00Z"',
      'expired',
    ],
    [
      'an assertion from the future',
      /(<saml:Assertion [^>]*)IssueInstant="[^"]*"/g,
      '$1IssueInstant="2026-11-20T12:05:00Z"',
      'not-yet-valid',
    ],
    ['an invalid time', /(<saml:Assertion [^>]*)IssueInstant="[^"]*"/g, '$1IssueInstant="yesterday"', 'malformed'],
  ])('rejects a response with %s', async (_name, from, to, reason) => {
    // node-saml also detects some of these faults, and reports them as an invalid signature.
    expect([reason, 'signature-invalid']).toContain(await edited(from, to));
    const xml = provider.response(saying({ edit: (text) => text.replaceAll(from, to) }));
    const assertion =
      /<saml:Assertion [^]*<\/saml:Assertion>/
        .exec(xml)?.[0]
        .replace('<saml:Assertion ', '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ') ?? '';
    const expected = { idpEntityId: provider.entityId, audience: AUDIENCE, acsUrl: ACS, requestId: REQUEST, now: NOW };
    expect(synchronously(() => readAssertion(assertion, expected))).toBe(reason);
  });
});

describe('decrypted assertion', () => {
  const outer = { inResponseTo: REQUEST, encrypted: true, responseSigned: false };
  const assertion = '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_a"/>';

  test('rejects a decrypted element that contains an assertion but is not itself an assertion', () => {
    expect(synchronously(() => inspectDecrypted(`<x>${assertion}</x>`, outer))).toBe('misplaced-assertion');
    expect(synchronously(() => inspectDecrypted('<x/>', outer))).toBe('several-assertions');
    expect(synchronously(() => inspectDecrypted(`<!DOCTYPE x>${assertion}`, outer))).toBe('forbidden-markup');
  });

  test('requires a signature on the decrypted assertion or on the response', () => {
    expect(synchronously(() => inspectDecrypted(assertion, outer))).toBe('not-signed');
    expect(synchronously(() => inspectDecrypted(assertion, { ...outer, responseSigned: true }))).toBe('taken');
  });
});
