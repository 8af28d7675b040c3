import { describe, expect, test } from 'vitest';
import { organizationSettingsInput, readSettings, SETTING_BOUNDS } from './settings.ts';

test('uses the default value of each setting that is not specified', () => {
  expect(readSettings({ active_content: 'keep' })).toMatchObject({
    active_content: 'keep',
    password_min_length: 12,
    session_idle_minutes: 30,
    document_retention_days: 2555,
    audit_retention_days: 3650,
    user_data_retention_days: 30,
    default_expiration_days: 30,
    default_reminders: null,
    allowed_networks: [],
  });
});

test.each(Object.entries(SETTING_BOUNDS))(
  'has a minimum and a maximum for the setting %s',
  (name, { min, max, initial }) => {
    const fits = (value: number) => organizationSettingsInput.safeParse({ [name]: value }).success;
    expect([min - 1, min, initial, max, max + 1].map(fits)).toEqual([false, true, true, true, false]);
  },
);

describe('setting for allowed networks', () => {
  const fits = (network: string) => organizationSettingsInput.safeParse({ allowed_networks: [network] }).success;
  test.each(['203.0.113.7', '203.0.113.0/24', '2001:db8::1', '2001:db8::/32', '0.0.0.0/0', ' 10.0.0.0/8 '])(
    'accepts the network %s',
    (network) => expect(fits(network)).toBe(true),
  );
  test.each([
    '',
    'office',
    '203.0.113.0/33',
    '203.0.113.256',
    '2001:db8::/129',
    '203.0.113',
    '10.0.0.0/8, 10.1.0.0/16',
  ])('refuses the network "%s"', (network) => expect(fits(network)).toBe(false));
});

describe('registration number of an organization', () => {
  const fits = (text: string) => organizationSettingsInput.safeParse({ organization_identifier: text }).success;
  test.each([
    'VATBE-0876866142',
    'NTRGB-12345678',
    'NTRDE-HRB 12345',
    'PSDPL-PFSA-1234567890',
    'LEIXG-529900T8BM49AURSDO55',
    'EI:SE-5567971433',
  ])('accepts the registration number %s', (text) => expect(fits(text)).toBe(true));
  test.each([
    '',
    'org_0001',
    '12345678',
    'DE123456789',
    'VAT-123456789',
    'VATde-123456789',
    'PSDPL-1234567890',
    'LEIDE-529900T8BM49AURSDO55',
    'LEIXG-529900T8BM49AURSDO56',
    `VATBE-${'1'.repeat(60)}`,
  ])('rejects the registration number "%s"', (text) => expect(fits(text)).toBe(false));
});
