import type { Template } from '@countersign/contract';
import { expect, test } from 'vitest';
import { faultOf, guess, NOTHING, targetsOf } from './columns.ts';
import { decodeCsv, previewCsv } from './csv.ts';

const template = {
  roles: [
    { name: 'Tenant', role: 'signer' },
    { name: 'Agent', role: 'cc' },
  ],
  fields: [
    { kind: 'signature', label: 'Here' },
    { kind: 'text', key: 'town', label: 'Town' },
  ],
} as unknown as Template;
const alone = { ...template, roles: template.roles.slice(0, 1) };

test('maps columns to people and to fields that can have a value', () => {
  expect(targetsOf(template).map(({ value }) => value)).toEqual([
    'Tenant.email',
    'Tenant.name',
    'Tenant.requireTwoFactor',
    'Tenant.secondEmail',
    'Agent.email',
    'Agent.name',
    'Agent.requireTwoFactor',
    'Agent.secondEmail',
    'town',
    'document.title',
  ]);
});

test('recognizes columns by their names, and assigns "email" and "name" to the role of a template with only one role', () => {
  expect(guess(['Tenant e-mail', 'TOWN', 'note', 'tenant_email'], template)).toEqual({
    'Tenant e-mail': 'Tenant.email',
    TOWN: 'town',
    note: NOTHING,
    tenant_email: NOTHING,
  });
  expect(guess(['title'], template)).toEqual({ title: 'document.title' });
  expect(guess(['E-Mail', 'Name', 'Second e-mail'], alone)).toEqual({
    'E-Mail': 'Tenant.email',
    Name: 'Tenant.name',
    'Second e-mail': 'Tenant.secondEmail',
  });
  expect(guess(['Tenant.secondEmail'], template)).toEqual({ 'Tenant.secondEmail': 'Tenant.secondEmail' });
});

test('reports columns that are missing or mapped twice', () => {
  expect(faultOf({ a: 'Tenant.name' }, template)).toMatch(/e-mail addresses for Tenant/);
  expect(faultOf({ a: 'Tenant.email', b: 'Tenant.email' }, template)).toMatch(/^More than one column/);
  expect(faultOf({ a: 'Tenant.email', b: NOTHING, c: NOTHING }, template)).toBeNull();
  const stepped = { ...alone, roles: [{ name: 'Tenant', role: 'signer', requireTwoFactor: 'email-code' }] } as Template;
  expect(faultOf({ a: 'Tenant.email' }, stepped)).toMatch(/second e-mail addresses for Tenant/);
  expect(faultOf({ a: 'Tenant.email', b: 'Tenant.secondEmail' }, stepped)).toBeNull();
});

test('previews a CSV file with quotes, line breaks in quotes or other delimiters, and counts its rows', () => {
  expect(previewCsv('\uFEFFa;b\r\n"x;""y""\nz";2\r\n\r\n3;4\n', 1)).toEqual({
    columns: ['a', 'b'],
    rows: [['x;"y"\nz', '2']],
    count: 2,
  });
  expect(previewCsv('a,b', 5)).toBeNull();
  expect(previewCsv('', 5)).toBeNull();
});

test('reads spreadsheet files the same way as the server', () => {
  const latin1 = new TextEncoder()
    .encode('sep=;\na;b\n\u00f6;2\n')
    .filter((byte) => byte !== 0xc3)
    .map((byte) => (byte === 0xb6 ? 0xf6 : byte));
  const { text, encoding } = decodeCsv(latin1);
  expect(encoding).toBe('windows-1252');
  expect(previewCsv(text, 5)).toEqual({ columns: ['a', 'b'], rows: [['\u00f6', '2']], count: 1 });
  const utf16 = new Uint8Array(Uint16Array.from(Array.from('\ufeffa,b\n1,2', (letter) => letter.charCodeAt(0))).buffer);
  expect(decodeCsv(utf16)).toEqual({ text: 'a,b\n1,2', encoding: 'utf-16le' });
});
