import { expect, test } from 'vitest';
import { packagesToInstall } from './outside-tools.ts';

const without =
  (...absent: string[]) =>
  (names: readonly string[]): boolean =>
    names.some((name) => !absent.includes(name));

test('marks a missing program as required if it has no substitute', () => {
  expect(packagesToInstall(false, without('qpdf'))).toEqual({ required: ['qpdf'], quicker: [] });
});

test('recommends the faster headless shell, but does not require it if Chromium is installed', () => {
  expect(packagesToInstall(false, without('chromium-headless-shell'))).toEqual({
    required: [],
    quicker: ['chromium-headless-shell'],
  });
});

test('requires Chromium and its headless shell if no browser is installed', () => {
  const browsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  expect(packagesToInstall(false, without(...browsers)).required).toEqual(['chromium', 'chromium-headless-shell']);
});

test('requires the programs for soak tests only in soak runs', () => {
  expect(packagesToInstall(false, without('nginx', '/usr/sbin/nginx')).required).toEqual([]);
  expect(packagesToInstall(true, without('nginx', '/usr/sbin/nginx')).required).toEqual(['nginx']);
});
