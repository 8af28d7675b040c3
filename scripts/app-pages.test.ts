import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addressesIn, listPages } from './app-pages.ts';

test('joins the paths of nested routes, with parameters as the server writes them', () => {
  const router = `
    const rootRoute = createRootRoute({});
    const frameRoute = createRoute({ getParentRoute: () => rootRoute, id: 'frame' });
    const homeRoute = createRoute({ getParentRoute: () => frameRoute, path: '/' });
    const settingsRoute = createRoute({ getParentRoute: () => frameRoute, path: '/settings' });
    const settingsHomeRoute = createRoute({ getParentRoute: () => settingsRoute, path: '/' });
    const webhookRoute = createRoute({ getParentRoute: () => settingsRoute, path: 'webhooks/$id' });`;
  expect(addressesIn(router)).toEqual(['/', '/settings', '/settings/webhooks/:id']);
});

test('finds the path of every page of the app', () => {
  const router = readFileSync(new URL('../apps/web/src/app/router.tsx', import.meta.url), 'utf8');
  const addresses = addressesIn(router);
  // The frame's route is excluded because it has no path. Two routes share /settings, so one of them is excluded too.
  expect(addresses).toHaveLength((router.match(/createRoute\(\{/g) ?? []).length - 2);
  expect(addresses).toEqual(expect.arrayContaining(['/', '/login', '/documents/:id/send', '/settings/members/import']));
});

test('fails if a heading is listed for a URL that has no page', () => {
  const plugin = listPages(() => '', { '/documents': 'Documents' });
  expect(() => plugin.generateBundle.call({ emitFile: () => undefined })).toThrow('no page, at /documents');
});
