import { describe, expect, it } from 'vitest';
import type { Identity } from './authority.ts';
import { explicit, sequence, tlv } from './der.ts';
import { emailNameConstraints, mailboxAltName } from './extensions.ts';
import { encodeName, type NameFields } from './names.ts';
import { Oid } from './oids.ts';
import { validatePath } from './path.ts';
import { CA_PROFILE, certificatePem, issue, LEAF_PROFILE, testPki, withFiles } from './test-kit.ts';

const now = new Date();
const pki = await testPki(now);
const validate = (leaf: Identity) =>
  validatePath({
    leaf: leaf.certificate,
    intermediates: leaf.chain,
    anchors: [pki.root.certificate],
    at: now,
    purpose: 'document-signing',
  });
const codes = (result: ReturnType<typeof validatePath>) => result.problems.map(({ code }) => code);

const otherwiseConstrained = (base: Uint8Array, name: NameFields, alternative: Uint8Array | undefined) => async () => {
  const constraints = { oid: Oid.nameConstraints, critical: true, value: sequence(tlv(0xa0, sequence(base))) };
  const ca = await issue(pki.root, { name: { commonName: 'Other CA' }, extensions: [...CA_PROFILE, constraints] });
  const names = alternative ? [{ oid: Oid.subjectAltName, critical: false, value: sequence(alternative) }] : [];
  return issue(ca, { name, extensions: [...LEAF_PROFILE, ...names] });
};
const directory = (name: NameFields) => explicit(4, encodeName(name));
const dns = (name: string) => tlv(0x82, Buffer.from(name));
const uri = (name: string) => tlv(0x86, Buffer.from(name));
const LEAF = { commonName: 'Leaf' };

const nameCases: readonly (readonly [string, () => Promise<Identity>, readonly string[]])[] = [
  ['the e-mail is in the permitted domain', () => constrained(['example.org'], [], 'a@example.org'), []],
  [
    'the e-mail is only in a subdomain of the permitted domain',
    () => constrained(['.example.org'], [], 'a@example.org'),
    ['name_constraints'],
  ],
  ['the e-mail is in a permitted subdomain', () => constrained(['.example.org'], [], 'a@mail.example.org'), []],
  ['the e-mail is the only permitted mailbox', () => constrained(['a@example.org'], [], 'a@EXAMPLE.org'), []],
  ['the e-mail is another mailbox', () => constrained(['a@example.org'], [], 'b@example.org'), ['name_constraints']],
  ['the e-mail is excluded', () => constrained([], ['example.org'], 'a@example.org'), ['name_constraints']],
  [
    'the e-mail is permitted and excluded',
    () => constrained(['example.org'], ['a@example.org'], 'a@example.org'),
    ['name_constraints'],
  ],

  [
    'the directory name is below the permitted one',
    otherwiseConstrained(directory({ organization: 'Acme' }), { organization: 'ACME', commonName: 'A' }, undefined),
    [],
  ],
  [
    'the directory name is not below the permitted one',
    otherwiseConstrained(directory({ organization: 'Acme' }), { organization: 'Acme Ltd', commonName: 'A' }, undefined),
    ['name_constraints'],
  ],
  [
    'a second directory name is not permitted',
    otherwiseConstrained(
      directory({ organization: 'Acme' }),
      { organization: 'Acme' },
      directory({ organization: 'Evil' }),
    ),
    ['name_constraints'],
  ],
  ['the host is below the permitted domain', otherwiseConstrained(dns('example.org'), LEAF, dns('a.EXAMPLE.org')), []],
  [
    'the host name only has the same ending as the permitted domain',
    otherwiseConstrained(dns('example.org'), LEAF, dns('badexample.org')),
    ['name_constraints'],
  ],
  [
    'the address is on the permitted host',
    otherwiseConstrained(uri('example.org'), LEAF, uri('https://example.org/a')),
    [],
  ],
  [
    'the address is on another host',
    otherwiseConstrained(uri('example.org'), LEAF, uri('https://example.com/example.org')),
    ['name_constraints'],
  ],
];

async function constrained(
  permitted: readonly string[],
  excluded: readonly string[],
  email: string,
): Promise<Identity> {
  const ca = await issue(pki.root, {
    name: { commonName: 'Constrained CA' },
    extensions: [...CA_PROFILE, emailNameConstraints(permitted, excluded)],
  });
  return issue(ca, { extensions: [...LEAF_PROFILE, mailboxAltName({ address: email, ascii: true }, false)] });
}

describe('name constraints', () => {
  it.each(nameCases)('applies name constraints: %s', async (_, make, expected) => {
    const leaf = await make();
    expect(codes(validate(leaf))).toEqual(expected);
    const files = {
      'root.pem': certificatePem(pki.root.certificate),
      'chain.pem': certificatePem(...leaf.chain),
      'leaf.pem': certificatePem(leaf.certificate),
    };
    await withFiles(files, (openssl) => {
      expect(openssl('verify', '-CAfile', 'root.pem', '-untrusted', 'chain.pem', 'leaf.pem').ok).toBe(
        expected.length === 0,
      );
    });
  });

  it('applies the constraints to the address in the subject if the certificate has no alternative name', async () => {
    const ca = await issue(pki.root, {
      name: { commonName: 'CA' },
      extensions: [...CA_PROFILE, emailNameConstraints(['example.org'])],
    });
    expect(validate(await issue(ca, { name: { emailAddress: 'a@example.org' } })).valid).toBe(true);
    expect(codes(validate(await issue(ca, { name: { emailAddress: 'a@example.com' } })))).toEqual(['name_constraints']);
  });

  it('rejects a kind of name that cannot be compared', async () => {
    const ip = tlv(0x87, Buffer.from([10, 0, 0, 1]));
    const leaf = await otherwiseConstrained(tlv(0x87, Buffer.from([10, 0, 0, 0, 255, 0, 0, 0])), LEAF, ip)();
    expect(codes(validate(leaf))).toEqual(['name_constraints']);
  });
});
