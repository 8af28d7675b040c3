import { expect, test } from 'vitest';
import { isOrigin } from './embedding.ts';

test.each([
  'https://app.example.com',
  'https://app.example.com:8443',
  'http://localhost:3000',
  'http://127.0.0.1:8080',
])('accepts %s as an origin', (origin) => expect(isOrigin(origin)).toBe(true));

test.each([
  'http://app.example.com',
  'https://app.example.com/',
  'https://app.example.com/sign',
  'https://App.example.com',
  'https://app.example.com:443',
  'https://*.example.com',
  "https://app.example.com; script-src 'unsafe-inline'",
  'https://app.example.com;script-src',
  'https://a,b.example.com',
  'app.example.com',
  'null',
  '*',
])('rejects %s as an origin', (text) => expect(isOrigin(text)).toBe(false));
