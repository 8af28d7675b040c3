/** Checks that a response or metadata file costs little to process before its origin is verified. */
import { ExclusiveCanonicalization } from 'xml-crypto';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { SamlProvider, type Saying, type Signed } from '../../../../test/support/saml-provider.ts';
import { SsoRefusal } from '../refusal.ts';
import { judgeResponse } from './judge.ts';
import { readIdpMetadata } from './metadata.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const ACS = 'https://sign.example/api/auth/saml/org_1/acs';
const AUDIENCE = 'https://sign.example/api/auth/saml/org_1/metadata';
let provider: SamlProvider;
let stranger: SamlProvider;
beforeAll(async () => {
  [provider, stranger] = await Promise.all([
    SamlProvider.create('https://idp.example'),
    SamlProvider.create('https://idp.example'),
  ]);
});
afterEach(() => vi.restoreAllMocks());

const advice = (content: string) => (xml: string) =>
  xml.replace('</saml:Subject>', `</saml:Subject><saml:Advice>${content}</saml:Advice>`);
const many = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => one(i)).join('');

function answer(by: SamlProvider, edit: Saying['edit'] = (xml) => xml, signed: Signed = 'assertion'): string {
  const saying = { acsUrl: ACS, audience: AUDIENCE, requestId: '_request', nameId: 'ada@contoso.example', now: NOW };
  return Buffer.from(by.response({ ...saying, signed, edit })).toString('base64');
}
function judge(encoded: string): Promise<string> {
  const sp = { entityId: AUDIENCE, acsUrl: ACS, keyPem: stranger.keyPem, certificatePem: stranger.certificatePem };
  const { entityId, ssoUrl, certificatePem } = provider;
  const idp = { entityId, ssoUrl, certificates: [certificatePem], signRequests: false };
  return judgeResponse(encoded, { sp, idp, requestId: '_request', now: NOW }).then(
    () => 'taken',
    (error: unknown) => (error instanceof SsoRefusal ? error.reason : String(error)),
  );
}

describe('processing cost of a SAML response', () => {
  test.each(['assertion', 'response', 'both'] as const)(
    'rejects a response signed with an unknown key after canonicalizing only its SignedInfo: %s signed',
    async (signed) => {
      const encoded = answer(stranger, advice(many(1500, (i) => `<a b="${i}"/>`)), signed);
      const canonicalized = vi.spyOn(ExclusiveCanonicalization.prototype, 'process');
      expect(await judge(encoded)).toBe('signature-invalid');
      expect([...new Set(canonicalized.mock.calls.map(([node]) => node.nodeName))]).toEqual(['ds:SignedInfo']);
    },
  );

  test('requires a configured key for both signatures of a response that is signed twice', async () => {
    const saying = { acsUrl: ACS, audience: AUDIENCE, requestId: '_request', nameId: 'ada@contoso.example', now: NOW };
    const inner = provider.response({ ...saying, signed: 'assertion' });
    const forged = stranger.sign(inner, 'Response');
    expect(await judge(Buffer.from(forged).toString('base64'))).toBe('signature-invalid');
  });

  test.each<[string, string]>([
    ['elements', many(2100, () => '<a/>')],
    ['attributes on one element', `<a ${many(40, (i) => `b${i}="" `)}/>`],
    ['attributes in total', many(300, () => `<a ${many(30, (i) => `b${i}="" `)}/>`)],
    ['prefixes on one element', `<a ${many(40, (i) => `xmlns:b${i}="x" `)}/>`],
    ['prefixes, one per element', many(40, (i) => `<b${i}:a xmlns:b${i}="x"/>`)],
    ['long prefixes that begin with the same characters', many(40, (i) => `<a xmlns:${'b'.repeat(300)}${i}="x"/>`)],
  ])(
    'rejects a response with too many %s before parsing the response, regardless of its signature',
    async (_what, content) => {
      expect(await judge(answer(provider, advice(content)))).toBe('too-large');
    },
  );

  test('accepts a response with several hundred groups', async () => {
    const xsi = 'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
    const groups = many(500, (i) => `<saml:AttributeValue ${xsi} xsi:type="xs:string">g${i}</saml:AttributeValue>`);
    const statement = `<saml:AttributeStatement><saml:Attribute Name="groups">${groups}</saml:Attribute></saml:AttributeStatement>`;
    const encoded = answer(provider, (xml) =>
      xml.replace('</saml:AuthnStatement>', `</saml:AuthnStatement>${statement}`),
    );
    expect(await judge(encoded)).toBe('taken');
  });

  // Without the limits, each of these inputs would exceed the time limit of a test, because the cost grows with the
  // square of the length.
  test.each<[string, string, (xml: string) => string]>([
    [
      'at the end of an issuer',
      'other-issuer',
      (xml) => xml.replace('<saml:Issuer>', `<saml:Issuer>x${' '.repeat(250_000)}`),
    ],
    [
      'in a signature value',
      'signature-invalid',
      (xml) => xml.replace('<ds:SignatureValue>', `<ds:SignatureValue>A${' '.repeat(250_000)}`),
    ],
    ['in a tag', 'taken', (xml) => xml.replace('<samlp:Status>', `<samlp:Status${' '.repeat(250_000)}>`)],
  ])('processes white space %s in linear time', async (_where, reason, change) => {
    const xml = change(Buffer.from(answer(provider), 'base64').toString());
    expect(await judge(Buffer.from(xml).toString('base64'))).toBe(reason);
  });
});

describe('provider metadata', () => {
  test('ignores comments in provider metadata', () => {
    const commented = provider.metadata().replace('<md:IDPSSODescriptor', '<!-- <x> --><!----><md:IDPSSODescriptor');
    expect(readIdpMetadata(commented).entityId).toBe('https://idp.example');
  });

  test.each([
    ['65,000 unclosed comments', '<!--'.repeat(65_000)],
    ['an unclosed comment', `<a/><!-- ${'-'.repeat(250_000)}`],
    ['a nested comment', `<!-- ${'<!--'.repeat(60_000)} --><a/>`],
  ])('rejects metadata with %s immediately', (_what, text) => {
    expect(() => readIdpMetadata(text)).toThrow(/DOCTYPE|does not describe|not XML/);
  });
});
