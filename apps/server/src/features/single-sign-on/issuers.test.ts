import { describe, expect, test } from 'vitest';
import { issuerFault, sharedIssuer } from './issuers.ts';

const TENANT = '2f1f2a38-6d2c-4a3e-9a44-0f6f3e0d7c11';

describe('issuers shared by many organizations', () => {
  test.each([
    'https://login.microsoftonline.com/common/v2.0',
    'https://login.microsoftonline.com/Common/v2.0/',
    'https://login.microsoftonline.com//common/v2.0',
    'https://LOGIN.microsoftonline.com./organizations/v2.0',
    'https://login.microsoftonline.com/consumers/v2.0',
    'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    'https://login.microsoftonline.com/',
    'https://login.microsoftonline.us/common/v2.0',
    'https://login.partner.microsoftonline.cn/organizations/v2.0',
    'https://sts.windows.net/common/',
    'https://login.microsoftonline.com/%63ommon/v2.0',
    'https://login.microsoftonline.com/{tenantid}/v2.0',
    'https://login.microsoftonline.com/%7Btenantid%7D/v2.0',
    'https://idp.example/{tenant}',
    'https://accounts.google.com',
    'https://gitlab.com/',
  ])('rejects the shared issuer %s', (issuer) => {
    expect(sharedIssuer(issuer)).toMatch(/must be the issuer of your own|contains a placeholder/);
  });

  test('rejects a shared issuer and states the correct value in the message', () => {
    expect(sharedIssuer('https://login.microsoftonline.com/common/v2.0')).toContain(
      'enter https://login.microsoftonline.com/TENANT-ID/v2.0',
    );
  });
});

test.each([
  `https://login.microsoftonline.com/${TENANT}/v2.0`,
  `https://sts.windows.net/${TENANT}/`,
  'https://contoso.okta.com',
  'https://idp.example/common',
  'https://gitlab.contoso.example',
])('accepts the issuer of one organization: %s', (issuer) => {
  expect(sharedIssuer(issuer)).toBeUndefined();
});

describe('discovered issuer', () => {
  const own = `https://login.microsoftonline.com/${TENANT}/v2.0`;
  test('accepts a discovered issuer that equals the configured one', () => {
    expect(issuerFault(own, own)).toBeUndefined();
    expect(issuerFault('https://idp.example', 'https://idp.example/')).toBeUndefined();
  });

  test.each([
    ['https://login.microsoftonline.com/contoso.example/v2.0', own, `enter this value`],
    [own, 'https://login.microsoftonline.com/{tenantid}/v2.0', 'placeholder'],
    ['https://login.microsoftonline.com/common/v2.0', 'https://login.microsoftonline.com/common/v2.0', 'TENANT-ID'],
    [own, 'nothing', 'enter this value'],
  ])('rejects the configured issuer %s if its metadata names %s', (configured, discovered, words) => {
    expect(issuerFault(configured, discovered)).toContain(words);
  });
});
