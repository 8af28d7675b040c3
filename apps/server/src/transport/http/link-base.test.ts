import { expect, test } from 'vitest';
import { linkBaseOf } from './link-base.ts';

test.each([
  ['http://localhost:3000', '127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://localhost:3000', 'localhost:8080', 'http://localhost:8080'],
  ['http://localhost:3000', '[::1]:3000', 'http://[::1]:3000'],
])(
  'uses the requested host in links from a loopback installation: %s reached as %s links to %s',
  (baseUrl, host, expected) => {
    expect(linkBaseOf(baseUrl, host)).toBe(expected);
  },
);

test.each([
  ['http://localhost:3000', undefined],
  ['http://localhost:3000', 'evil.example'],
  ['http://localhost:3000', '127.0.0.1.evil.example'],
  ['http://localhost:3000', 'localhost@evil.example'],
  ['http://localhost:3000', 'localhost/evil?x='],
  ['http://localhost:3000', '10.0.0.1:3000'],
  ['https://sign.example', 'localhost:3000'],
  ['http://sign.example', '127.0.0.1'],
])('links to the configured address %s if the requested host is %s', (baseUrl, host) => {
  expect(linkBaseOf(baseUrl, host)).toBe(baseUrl);
});
