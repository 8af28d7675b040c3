import { generateKeyPairSync, sign } from 'node:crypto';

import { buildCertificate, encodeName, signingKey } from '@countersign/pki';
import { beforeAll, describe, expect, it } from 'vitest';

import { identity, later, listXml, NOW, signXml } from '../test/make-list.ts';
import type { Signer } from '../test/make-list.ts';
import { readTrustLists } from './index.ts';

let lotlSigner: Signer;
let signerA: Signer;
let signerB: Signer;
let caA: Signer;
let caB: Signer;
let lotl: Buffer;
let listA: Buffer;
let listB: Buffer;

beforeAll(async () => {
  [lotlSigner, signerA, signerB, caA, caB] = await Promise.all([
    identity('LOTL'),
    identity('Scheme AA'),
    identity('Scheme BB'),
    identity('CA of AA'),
    identity('CA of BB'),
  ]);
  const pointers = [
    { territory: 'AA', signer: signerA },
    { territory: 'BB', signer: signerB },
  ];
  lotl = signXml(listXml({ territory: 'EU', pointers }), lotlSigner);
  listA = signXml(
    listXml({
      territory: 'AA',
      services: [
        { certificate: caA.certificate.der, statuses: [['granted', later(-400)]], uses: ['ForeSignatures'] },
        { type: 'TSA/QTST', certificate: caA.certificate.der, statuses: [['granted', later(-400)]] },
        { type: 'Certstatus/OCSP/QC', certificate: caA.certificate.der, statuses: [['granted', later(-400)]] },
      ],
    }),
    signerA,
  );
  listB = signXml(
    listXml({
      territory: 'BB',
      services: [
        {
          certificate: caB.certificate.der,
          statuses: [
            ['withdrawn', later(-30)],
            ['granted', later(-400)],
          ],
        },
      ],
    }),
    signerB,
  );
});

const read = (...files: [name: string, bytes: Buffer][]) =>
  readTrustLists(
    files.map(([name, bytes]) => ({ name, bytes })),
    { signers: [lotlSigner.certificate.der], now: NOW },
  );
const withA = (bytes: Buffer) => read(['lotl.xml', lotl], ['aa.xml', bytes]);
const edited = (bytes: Buffer, from: string | RegExp, to: string): Buffer => {
  const text = bytes.toString();
  const changed = text.replace(from, () => to);
  if (changed === text) throw new Error('The text was not changed.');
  return Buffer.from(changed);
};

describe('readTrustLists', () => {
  it('reads the services of lists whose signers are named in the list of trusted lists', () => {
    const { services, lists, refused } = read(['aa.xml', listA], ['bb.xml', listB], ['lotl.xml', lotl]);
    expect(refused).toEqual([]);
    expect(
      lists.map(({ file, territory, isListOfLists, isOutdated }) => ({ file, territory, isListOfLists, isOutdated })),
    ).toEqual([
      { file: 'aa.xml', territory: 'AA', isListOfLists: false, isOutdated: false },
      { file: 'bb.xml', territory: 'BB', isListOfLists: false, isOutdated: false },
      { file: 'lotl.xml', territory: 'EU', isListOfLists: true, isOutdated: false },
    ]);
    expect(
      services.map(({ source, purpose, periods, qualified }) => ({ source, purpose, periods, qualified })),
    ).toEqual([
      {
        source: 'EU trusted list: Supervisor of AA (AA), Provider of AA, CA/QC granted',
        purpose: 'document-signing',
        periods: [{ from: later(-400).toISOString(), to: later(90).toISOString() }],
        qualified: ['signature'],
      },
      {
        source: 'EU trusted list: Supervisor of AA (AA), Provider of AA, TSA/QTST granted',
        purpose: 'time-stamping',
        periods: [{ from: later(-400).toISOString(), to: later(90).toISOString() }],
        qualified: [],
      },
      {
        source: `EU trusted list: Supervisor of BB (BB), Provider of BB, CA/QC granted until ${later(-30).toISOString().slice(0, 10)}, since then withdrawn`,
        purpose: 'document-signing',
        periods: [{ from: later(-400).toISOString(), to: later(-30).toISOString() }],
        qualified: [],
      },
    ]);
  });

  it('reports an outdated list, whose statements end at NextUpdate', () => {
    const old = signXml(
      listXml({
        territory: 'AA',
        nextUpdate: later(-1),
        services: [{ certificate: caA.certificate.der, statuses: [['granted', later(-400)]] }],
      }),
      signerA,
    );
    const { lists, services } = withA(old);
    expect(lists[1]).toMatchObject({ isOutdated: true });
    expect(services[0]?.periods).toEqual([{ from: later(-400).toISOString(), to: later(-1).toISOString() }]);
  });

  it('reports no qualified status for a service with conditions that are not evaluated', () => {
    const service = { certificate: caA.certificate.der, statuses: [['granted', later(-400)]] as const };
    const list = listXml({
      territory: 'AA',
      services: [{ ...service, uses: ['ForeSignatures'], isConditional: true }],
    });
    expect(withA(signXml(list, signerA)).services[0]?.qualified).toEqual([]);
  });

  it('accepts a single list with a separate signer', () => {
    const { services, refused } = readTrustLists([{ name: 'aa.xml', bytes: listA }], {
      signers: [signerA.certificate.der],
      now: NOW,
    });
    expect(refused).toEqual([]);
    expect(services).toHaveLength(2);
  });
});

it('accepts ECDSA signatures, which XML encodes as r followed by s', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = signingKey(privateKey);
  const certificate = await buildCertificate({
    subject: encodeName({ commonName: 'Scheme AA, new key' }),
    subjectPublicKeySpki: publicKey.export({ format: 'der', type: 'spki' }),
    issuer: { self: key },
    notBefore: later(-1),
    notAfter: later(1),
    extensions: [],
  });
  const unsigned = signXml(listXml({ territory: 'AA' }), signerA, {}).toString();
  const text = unsigned
    .replace('xmldsig-more#rsa-sha256', 'xmldsig-more#ecdsa-sha256')
    .replace(/<ds:KeyInfo>[^]*<\/ds:KeyInfo>/, '');
  const info = /<ds:SignedInfo>[^]*<\/ds:SignedInfo>/.exec(text)?.[0] ?? '';
  const canonical = info
    .replace('<ds:SignedInfo>', '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">')
    .replaceAll(/<([\w:]+)([^>]*)\/>/g, '<$1$2></$1>');
  const value = sign('sha256', Buffer.from(canonical), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const signed = text.replace(/<ds:SignatureValue>[^<]*/, `<ds:SignatureValue>${value.toString('base64')}`);
  const { lists, refused } = readTrustLists([{ name: 'aa.xml', bytes: Buffer.from(signed) }], {
    signers: [certificate.der],
    now: NOW,
  });
  expect(refused).toEqual([]);
  expect(lists).toHaveLength(1);
});

describe('rejected trust lists', () => {
  const codeOf = (bytes: Buffer): string | undefined => {
    const { refused, services } = withA(bytes);
    expect(services).toEqual([]);
    return refused.find(({ file }) => file === 'aa.xml')?.code;
  };

  it('rejects a list without any signature', () => {
    expect(codeOf(Buffer.from(listXml({ territory: 'AA' })))).toBe('not_signed');
  });
  it('rejects a list in which a service was changed', () => {
    expect(codeOf(edited(listA, 'Svcstatus/granted', 'Svcstatus/withdrawn'))).toBe('signature_invalid');
  });
  it('rejects a list in which a certificate was replaced', () => {
    const [a, b] = [caA, caB].map(({ certificate }) => certificate.der.toString('base64'));
    expect(codeOf(edited(listA, a ?? '', b ?? ''))).toBe('signature_invalid');
  });
  it('rejects a list whose signature value was changed', () => {
    expect(codeOf(edited(listA, /<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA'))).toBe('signature_invalid');
  });
  it('rejects a list with a second signature', () => {
    const text = listA.toString();
    const signature = /<ds:Signature [^]*<\/ds:Signature>/.exec(text)?.[0] ?? '';
    expect(codeOf(edited(listA, signature, signature + signature))).toBe('several_signatures');
  });
  it('rejects a list that was inserted into another list', () => {
    const inner = listA.toString().replace(/^<\?xml[^>]*\?>\s*/, '');
    const outer = listXml({
      territory: 'AA',
      services: [{ certificate: caB.certificate.der, statuses: [['granted', later(-400)]] }],
    });
    expect(codeOf(Buffer.from(outer.replace('</TrustServiceStatusList>', `${inner}</TrustServiceStatusList>`)))).toBe(
      'not_signed',
    );
  });
  it('rejects a list whose signature was moved from another list', () => {
    const signature = /<ds:Signature [^]*<\/ds:Signature>/.exec(listA.toString())?.[0] ?? '';
    const other = listXml({
      territory: 'AA',
      services: [{ certificate: caB.certificate.der, statuses: [['granted', later(-400)]] }],
    });
    expect(
      codeOf(Buffer.from(other.replace('</TrustServiceStatusList>', `${signature}</TrustServiceStatusList>`))),
    ).toBe('signature_invalid');
  });
  it('rejects a list if only a part of it was signed', () => {
    const xml = listXml({ territory: 'AA' }).replace('<SchemeInformation>', '<SchemeInformation Id="part">');
    expect(codeOf(signXml(xml, signerA, { xpath: "//*[@Id='part']" }))).toBe('partly_signed');
  });
  it('rejects a list signed by the signer of another territory', () => {
    expect(codeOf(signXml(listXml({ territory: 'AA' }), signerB))).toBe('other_signer');
  });
  it('rejects a list signed by a signer that no list names, even if the signature is valid', async () => {
    expect(codeOf(signXml(listXml({ territory: 'AA' }), await identity('Mallory')))).toBe('other_signer');
  });
  it("rejects a list signed by another key, even if the signature contains the correct signer's certificate", async () => {
    const mallory = await identity('Mallory');
    const dressed = { ...mallory, certificatePem: signerA.certificatePem };
    expect(codeOf(signXml(listXml({ territory: 'AA' }), dressed))).toBe('signature_invalid');
  });
  it('rejects a list that claims to be the list of trusted lists without the correct signature', () => {
    const own = listXml({ territory: 'AA', pointers: [{ territory: 'AA', signer: signerA }] });
    expect(codeOf(signXml(own, signerA))).toBe('other_signer');
  });
  it('rejects a list signed with SHA-1', () => {
    const options = { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' };
    expect(codeOf(signXml(listXml({ territory: 'AA' }), signerA, options))).toBe('weak_algorithm');
    const digest = 'http://www.w3.org/2000/09/xmldsig#sha1';
    expect(codeOf(signXml(listXml({ territory: 'AA' }), signerA, { digest }))).toBe('weak_algorithm');
  });
  it.each([
    ['a DOCTYPE', '<!DOCTYPE x [<!ENTITY e "granted">]>', 'doctype'],
    ['a doctype in lower case', '<!doctype x>', 'doctype'],
  ])('rejects a list with %s', (_, what, code) => {
    expect(codeOf(edited(listA, '?>', `?>${what}`))).toBe(code);
  });
  it.each([
    ['not XML', Buffer.from('hello'), 'not_xml'],
    ['truncated', Buffer.from('<a><b></a>'), 'not_xml'],
    ['not UTF-8', Buffer.from([0xff, 0xfe, 0x3c, 0x00]), 'not_xml'],
  ])('rejects a list that is %s', (_, bytes, code) => {
    expect(codeOf(bytes)).toBe(code);
  });
  it('rejects a document of another kind, even if its signature is valid', () => {
    expect(codeOf(signXml('<Other xmlns="urn:x">TrustServiceStatusList</Other>', signerA))).toBe('not_a_list');
  });
});
