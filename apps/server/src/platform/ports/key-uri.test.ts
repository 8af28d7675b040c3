import { describe, expect, test } from 'vitest';
import { parseKeyUri } from './key-uri.ts';

describe('address of a key', () => {
  test.each([
    ['file:/etc/countersign/ca.p12', { kind: 'file', path: '/etc/countersign/ca.p12', pss: false }],
    ['file:///etc/my%20keys/ca.p12?scheme=pss', { kind: 'file', path: '/etc/my keys/ca.p12', pss: true }],
    [
      'pkcs11:token=My%20token;object=issuing;id=%01%ffa?module-path=/usr/lib/libsofthsm2.so&scheme=pss',
      {
        kind: 'pkcs11',
        modulePath: '/usr/lib/libsofthsm2.so',
        token: 'My token',
        serial: undefined,
        object: 'issuing',
        id: Buffer.from([1, 0xff, 0x61]),
        pss: true,
      },
    ],
    [
      'awskms:arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab',
      {
        kind: 'awskms',
        keyId: 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab',
        region: 'eu-central-1',
        pss: false,
      },
    ],
    [
      'awskms:alias/issuing?region=us-east-1',
      { kind: 'awskms', keyId: 'alias/issuing', region: 'us-east-1', pss: false },
    ],
  ])('accepts the key address %s', (text, expected) => expect(parseKeyUri(text)).toEqual(expected));

  test.each([
    ['', /must begin with/],
    ['https://keys.example/ca', /must begin with/],
    ['file:ca.p12', /full path/],
    ['file:/a%zz', /escape/],
    ['file:/a.p12?scheme=raw', /scheme/],
    ['pkcs11:token=a;object=b', /library/],
    ['pkcs11:token=a;object=b?module-path=lib.so', /library/],
    ['pkcs11:object=b?module-path=/lib.so', /token/],
    ['pkcs11:token=a?module-path=/lib.so', /specify the key/],
    ['pkcs11:token=a;object=b?module-path=/lib.so&pin-value=1234', /must not contain the PIN/],
    ['pkcs11:token=a;object=b;pin-value=1234?module-path=/lib.so', /must not contain the PIN/],
    ['awskms:alias/x', /region/],
    ['awskms:arn:aws:s3:::bucket', /is not the ARN/],
    ['awskms:?region=eu-central-1', /must specify a KMS key/],
  ])('refuses the key address %j with a message that does not repeat the address', (text, message) => {
    expect(() => parseKeyUri(text)).toThrow(message);
    try {
      parseKeyUri(text);
    } catch (error) {
      expect(String(error)).not.toContain('1234');
    }
  });
});
