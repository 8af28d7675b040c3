/**
 * Mutations of an identity provider's response (test/support/saml-mutants.ts). Each must be refused, or result in the
 * same sign-in. Harmless changes are listed here. `npm run soak` tries all of them. Other runs try only a sample, from
 * every eleventh to every twenty-ninth mutation.
 */
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Attacker, mutants } from '../../../../test/support/saml-mutants.ts';
import { encryptAssertion, SamlProvider } from '../../../../test/support/saml-provider.ts';
import { SsoRefusal } from '../refusal.ts';
import type { ReadAssertion } from './assertion.ts';
import { judgeResponse } from './judge.ts';
import type { IdentityProvider, ServiceProvider } from './service-provider.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const ACS = 'https://sign.example/api/auth/saml/org_1/acs';
const REQUEST = '_request';
const isFull = process.env['SOAK'] === 'full';

type Base = 'assertion' | 'response' | 'both' | 'encrypted';
type Harmless = { why: string; kind: RegExp; at: RegExp; of: readonly Base[] };
const ALL: readonly Base[] = ['assertion', 'response', 'both', 'encrypted'];
/** The kinds of responses in which only the assertion is signed, not the response around it. */
const OPEN: readonly Base[] = ['assertion', 'encrypted'];

const HARMLESS: readonly Harmless[] = [
  {
    why: 'the same characters, written otherwise',
    kind: /^value: the first character as a |^attribute in single quotes$/,
    at: /./,
    of: ALL,
  },
  {
    why: 'the same bytes, written otherwise',
    kind: /^bytes: (declared as UTF-8|a byte order mark|white space around)$|^base64: (in lines|without padding|with more padding)$/,
    at: /^Response$/,
    of: ALL,
  },
  {
    why: 'a prefix that nothing signed uses (exclusive canonicalization leaves it out)',
    kind: /^prefix (declared|of SAML declared for something else)$/,
    at: /./,
    of: ALL,
  },
  {
    why: 'what a signature says about its key: ours is the one in the settings',
    kind: /^element doubled in KeyInfo$/,
    at: /./,
    of: ['assertion', 'response', 'both'],
  },
  {
    why: 'the frame of a signature, which it does not sign',
    kind: /^(attribute (added|I[Dd] added|id added|xml:id added)|(language|base address|type) added|(text|white space) before|element of another prefix|value: another attribute of the same tag)$/,
    at: /\/Signature(\/SignedInfo|\/SignatureValue|\/@xmlns:ds)?$/,
    of: ['assertion', 'response', 'both'],
  },
  {
    why: 'the place of a signature among the children of what it signs',
    kind: /^element behind the next one$|^element moved, (first|last) in Response(\/Assertion)?$/,
    at: /\/(Signature|Issuer)$/,
    of: ['assertion', 'response', 'both'],
  },
  {
    why: 'white space in base64, and the padding behind it',
    kind: /^value: (a space before|a space behind|a line break behind|a line break in the middle|a carriage return in the middle|cut by one)$/,
    at: /\/SignatureValue$/,
    of: ['assertion', 'response', 'both'],
  },
  { why: 'one of two signatures', kind: /^element removed$/, at: /^Response\/Signature$/, of: ['both'] },
  {
    why: 'of a response that is not signed: what is compared with what we know, or not read at all',
    kind: /./,
    at: /^Response(\/@[\w:]+|\/Issuer|\/Status|\/Status\/StatusCode(\/@Value)?)?$/,
    of: OPEN,
  },
  {
    why: 'copies that nobody reads, around a signed assertion',
    kind: /^element doubled (behind the end|in Extensions)$/,
    at: /./,
    of: OPEN,
  },
  {
    why: 'the place of the assertion in a response',
    kind: /^(element moved, |text |white space )/,
    at: /^Response\/\w+$/,
    of: OPEN,
  },
  {
    why: 'how a sealed assertion is sealed: what is inside is signed',
    kind: /^(element|attribute|value|white|text|language|base address|type|id of)/,
    at: /^Response\/EncryptedAssertion/,
    of: ['encrypted'],
  },
  { why: 'a bit of an attribute that is not read', kind: /^a bit turned$/, at: /./, of: OPEN },
];

let provider: SamlProvider;
let attacker: Attacker;
let sp: ServiceProvider;
let idp: IdentityProvider;
beforeAll(async () => {
  const create = (name: string) => SamlProvider.create(`https://${name}.example`);
  const [own, stranger] = await Promise.all([create('sign'), create('evil')]);
  provider = await create('idp');
  const { entityId, ssoUrl, certificatePem } = provider;
  sp = {
    entityId: ACS.replace(/acs$/, 'metadata'),
    acsUrl: ACS,
    keyPem: own.keyPem,
    certificatePem: own.certificatePem,
  };
  idp = { entityId, ssoUrl, certificates: [certificatePem], signRequests: false };
  attacker = {
    victim: 'eva@contoso.example',
    keyPem: stranger.keyPem,
    certificatePem: stranger.certificatePem,
    providerCertificatePem: certificatePem,
  };
});

function answerOf(base: Base): string {
  const xml = provider.response({
    acsUrl: ACS,
    audience: sp.entityId,
    requestId: REQUEST,
    nameId: 'ada@contoso.example',
    now: NOW,
    signed: base === 'encrypted' ? 'assertion' : base,
    attributes: { displayName: 'Ada', groups: ['users', 'signers'] },
    assertionId: '_a1',
  });
  return base === 'encrypted' ? encryptAssertion(xml, sp.certificatePem) : xml;
}

/** Returns the resulting sign-in, or the reason for refusal. Any other error is a defect. */
async function judge(encoded: string): Promise<ReadAssertion | string> {
  try {
    return await judgeResponse(encoded, { sp, idp, requestId: REQUEST, now: NOW });
  } catch (error) {
    if (error instanceof SsoRefusal) return error.reason;
    throw error;
  }
}

describe('modified SAML responses', () => {
  test.each<[Base, number, number]>([
    ['assertion', 13, 350],
    ['response', 29, 140],
    ['both', 17, 380],
    ['encrypted', 11, 150],
  ])(
    'rejects every modification of a response, or signs in the same person: %s',
    { timeout: 300_000 },
    async (base, each, atLeast) => {
      const xml = answerOf(base);
      const good = await judge(Buffer.from(xml).toString('base64'));
      expect(good).toMatchObject({ nameId: 'ada@contoso.example' });
      const rules = HARMLESS.filter(({ of }) => of.includes(base));
      const used = new Set<Harmless>();
      const harmful: string[] = [];
      const unknown: string[] = [];
      let count = 0;
      let tried = 0;
      for (const { kind, at, encoded } of mutants(xml, attacker)) {
        count += 1;
        const mutant = isFull || count % each === 0 ? encoded() : undefined;
        if (mutant === undefined) continue;
        tried += 1;
        const outcome = await judge(mutant);
        if (typeof outcome === 'string') continue;
        if (!isDeepStrictEqual(outcome, good)) harmful.push(`${kind}: ${at}`);
        const rule = rules.find((one) => one.kind.test(kind) && one.at.test(at));
        if (rule) used.add(rule);
        else unknown.push(`${kind}: ${at}`);
      }
      expect(harmful, 'modified responses that sign in another person').toEqual([]);
      expect(unknown, 'modified responses that are accepted but not expected').toEqual([]);
      expect(tried).toBeGreaterThan(atLeast);
      // A rule that no accepted mutation matches anymore must be removed from the list.
      if (isFull) expect(rules.filter((rule) => !used.has(rule)).map(({ why }) => why)).toEqual([]);
    },
  );
});
