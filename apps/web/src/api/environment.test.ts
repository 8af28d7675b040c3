import { afterEach, expect, test, vi } from 'vitest';
import * as api from '@countersign/client/operations';
import { baseOf, environmentOf } from './environment.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('selects the environment only by the complete first segment of the path', () => {
  for (const path of ['/sandbox', '/sandbox/', '/sandbox/documents']) expect(environmentOf(path)).toBe('sandbox');
  for (const path of ['/', '/documents', '/sandboxes', '/documents/sandbox']) expect(environmentOf(path)).toBe('live');
  expect([baseOf('live'), baseOf('sandbox')]).toEqual(['', '/sandbox']);
});

test('keeps the documents and API keys of the sandbox separate, but shares people and organizations with the live environment', async () => {
  vi.stubGlobal('location', { pathname: '/sandbox/documents' });
  const { urlOf } = await import('./client.ts');
  expect(urlOf(api.listDocuments, { query: {} })).toBe('/sandbox/api/documents/paginated');
  expect(urlOf(api.listApiKeys, {})).toBe('/sandbox/api/settings/api-keys');
  expect(urlOf(api.getSession, {})).toBe('/api/auth/session');
  expect(urlOf(api.listMembers, { query: {} })).toBe('/api/organization/members');
});
