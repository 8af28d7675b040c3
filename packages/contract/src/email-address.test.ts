import { describe, expect, test } from 'vitest';
import { addressFault, addressKey, domainOf } from './email-address.ts';

test.each([
  ['Ada.Lovelace@Contoso.EXAMPLE', 'ada.lovelace@contoso.example'],
  ['ADA+x@contoso.example', 'ada+x@contoso.example'],
  // The letter "ü" is encoded as one character and as two.
  ['J\u00FCrgen@x.example', 'j\u00FCrgen@x.example'],
  ['Ju\u0308rgen@x.example', 'j\u00FCrgen@x.example'],
  // The same domain is written in Unicode, in ASCII and in capital letters (IDNA 2008).
  ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
  ['anna@XN--BCHER-KVA.example', 'anna@xn--bcher-kva.example'],
  ['anna@BÜCHER.example', 'anna@xn--bcher-kva.example'],
  // IDNA 2003 would map ß to ss and give fass.example. Its mappings are not applied.
  ['anna@faß.example', 'anna@xn--fa-hia.example'],
  // A Turkish dotted capital I is different from an i.
  ['\u0130@x.example', 'i\u0307@x.example'],
])('treats the address %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test('compares the domain of an address as DNS does', () => {
  expect(domainOf('a@B.Example')).toBe('b.example');
  expect(domainOf('a@\u212A.example')).toBe('\u212A.example');
});

describe('addresses that could be mistaken for others', () => {
  test.each([
    ['KELVIN SIGN for k', '\u212Aim@x.example'],
    ['LONG S for s', 'ka\u017Fe@x.example'],
    ['full-width letters', '\uFF4Bim@x.example'],
    ['a ligature', 'o\uFB03ce@x.example'],
    ['a zero-width space', 'ki\u200Bm@x.example'],
    ['a soft hyphen', 'ki\u00ADm@x.example'],
    ['a variation selector', 'kim\uFE0F@x.example'],
    ['a bidirectional override', '\u202Emik@x.example'],
    ['an isolate', 'kim\u2069@x.example'],
    ['a Cyrillic letter among Latin letters', 'p\u0430ul@x.example'],
    ['Cyrillic letters that all look Latin', '\u0440\u0430\u0443@x.example'],
    ['a dotless i', 'k\u0131m@x.example'],
    ['a domain with KELVIN SIGN', 'a@\u212Aim.example'],
    ['a domain in another script', 'a@\u0440\u0430\u0443.example'],
    ['a domain that mixes scripts', 'a@b\u0430nk.example'],
    ['a domain with a symbol', 'a@\u2665.example'],
    ['a domain with an emoji', 'a@\ud83d\ude00.example'],
    ['a domain with a soft hyphen', 'a@b\u00ADank.example'],
    ['a full-width full stop in the domain', 'a@evil\uFF0Eexample'],
  ])('rejects an address that could be mistaken for another: %s', (_what, address) => {
    expect(addressFault(address)).toMatch(/^must /);
  });
});

test.each([
  'kim@x.example',
  'jürgen@x.example',
  'ünï@x.example',
  'дмитрий@x.example',
  '山田@x.example',
  'γιώργος@x.example',
  'ירון@x.example',
  'anna@bücher.example',
  'anna@例え.example',
  'анна@почта.example',
  'anna@παράδειγμα.example',
])('accepts an address in one script: %s', (address) => {
  expect(addressFault(address)).toBeUndefined();
});
