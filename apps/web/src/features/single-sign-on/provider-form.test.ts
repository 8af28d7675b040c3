import { expect, test } from 'vitest';
import { faultsOf, initialValues, inputOf, type ProviderValues } from './provider-form.ts';

const values = (some: Partial<ProviderValues>): ProviderValues => ({ ...initialValues(null), ...some });
const pem = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`;

test('accepts SAML metadata or separate values, and keeps every certificate that is pasted', () => {
  expect(inputOf(values({ metadata_xml: '<x/>', entity_id: 'left over' }))).toMatchObject({
    protocol: 'saml',
    metadata_xml: '<x/>',
    role_mapping: null,
  });
  expect(inputOf(values({ metadata_xml: '<x/>' }))).not.toHaveProperty('entity_id');
  const parts = inputOf(
    values({
      by: 'parts',
      entity_id: ' e ',
      sso_url: 'https://idp.example/sso',
      certificate: `${pem('a')}\n${pem('b')}`,
    }),
  );
  expect(parts).toMatchObject({ entity_id: 'e', certificates: [pem('a'), pem('b')] });
  expect(parts).not.toHaveProperty('metadata_xml');
});

test('identifies a person by the NameID unless an attribute is named', () => {
  expect(inputOf(values({ metadata_xml: '<x/>' }))).toMatchObject({ subject_attribute: null, allow_passwords: false });
  expect(inputOf(values({ metadata_xml: '<x/>', subject_attribute: ' employee ' }))).toMatchObject({
    subject_attribute: 'employee',
  });
  expect(inputOf(values({ protocol: 'oidc', accept_unverified_email: true }))).toMatchObject({
    accept_unverified_email: true,
  });
});

test('keeps the stored OpenID Connect secret if the field is left empty, but requires a secret for a new provider', () => {
  const oidc = values({ protocol: 'oidc', issuer: 'https://idp.example', client_id: 'c' });
  expect(inputOf(oidc)).not.toHaveProperty('client_secret');
  expect(faultsOf(oidc, null)).toHaveProperty('client_secret');
});

test('reports exactly the missing values in the form for an identity provider', () => {
  expect(Object.keys(faultsOf(values({}), null))).toEqual(['metadata_xml']);
  expect(Object.keys(faultsOf(values({ by: 'parts', entity_id: 'e' }), null))).toEqual(['sso_url', 'certificate']);
  expect(Object.keys(faultsOf(values({ metadata_xml: '<x/>', role_attribute: 'groups' }), null))).toEqual([
    'role_admin',
  ]);
});
