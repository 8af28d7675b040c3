import { expect, test } from 'vitest';
import { Secret } from '../../platform/secret.ts';
import { databaseEncryption } from './settings-checks.ts';

const stateOf = (url: string, directUrl?: string) =>
  databaseEncryption({
    publicUrl: undefined,
    masterKey: undefined,
    fileEncryption: true,
    smtpUrl: undefined,
    registration: 'invite',
    trustedProxies: [],
    webhookAllow: [],
    logLevel: 'info',
    database: {
      kind: 'external',
      url: new Secret(url),
      ...(directUrl !== undefined && { directUrl: new Secret(directUrl) }),
    },
  }).status;

test.each([
  'postgres://app@localhost/sign',
  'postgres://app@127.0.0.1:5433/sign',
  'postgres://app@localhost/sign?host=/run/postgresql',
  'postgres://app@db.example.com/sign?sslmode=verify-full',
  'postgres://app@db.example.com/sign?sslmode=require',
])('treats a database connection to %s as confidential', (url) => {
  expect(stateOf(url)).toBe('healthy');
});

test.each([
  'postgres://app@db.example.com/sign',
  'postgres://app@db.example.com/sign?sslmode=prefer',
  'postgres://app@10.0.0.3/sign?sslmode=disable',
  'postgres://app@localhost/sign?host=db.example.com',
])('warns about a database at %s, because others on the network can read the connection', (url) => {
  expect(stateOf(url)).toBe('degraded');
});

test('warns about a database on another machine behind a pooler on the same machine', () => {
  const pooler = 'postgres://app@localhost:6432/sign';
  expect(stateOf(pooler, 'postgres://app@db.example.com/sign')).toBe('degraded');
  expect(stateOf(pooler, 'postgres://app@db.example.com/sign?sslmode=verify-full')).toBe('healthy');
});
