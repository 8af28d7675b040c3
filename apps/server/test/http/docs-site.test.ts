/** Tests the documentation at /docs without a browser. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers, redirect: 'manual' });

test('serves documentation pages by name and redirects to canonical URLs', async () => {
  for (const path of ['/docs/', '/docs/start', '/docs/start.html', '/docs/operate/settings'])
    expect((await get(path)).status, path).toBe(200);
  for (const [path, to] of [
    ['/docs', '/docs/'],
    ['/docs/start/', '/docs/start'],
  ] as const) {
    const { status, headers } = await get(path);
    expect([status, headers.get('location')], path).toEqual([308, to]);
  }
});

test('lets browsers cache assets, makes them revalidate pages, and returns 304 for unchanged pages', async () => {
  const page = await get('/docs/start', { 'accept-encoding': 'br' });
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const etag = page.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[0-9a-f]{32}-br"$/);
  const again = await get('/docs/start', { 'accept-encoding': 'br', 'if-none-match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await get('/docs/start', { 'accept-encoding': 'identity', 'if-none-match': etag })).status).toBe(200);
  const [, css = ''] = /href="(assets\/site-[^"]+\.css)"/.exec(await page.text()) ?? [];
  const asset = await get(`/docs/${css}`);
  expect(asset.headers.get('cache-control')).toContain('immutable');
  expect(asset.headers.get('content-type')).toBe('text/css; charset=utf-8');
});

test("uses the installation's URL in the examples of the documentation", async () => {
  const text = await (await get('/docs/integrate/no-code')).text();
  expect(text).toContain(`${app.url}/v1/api`);
  expect(text).not.toContain('sign.example.com');
});

test("serves the documentation as Markdown, and serves files for language models and Postman, with the installation's URL", async () => {
  const types = new Map([
    ['/docs/start/api.md', 'text/markdown; charset=utf-8'],
    ['/docs/llms.txt', 'text/plain; charset=utf-8'],
    ['/docs/llms-full.txt', 'text/plain; charset=utf-8'],
    ['/docs/countersign.postman_collection.json', 'application/json; charset=utf-8'],
  ]);
  for (const [path, type] of types) {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')], path).toEqual([200, type]);
    if (path !== '/docs/start/api.md') expect(await response.text(), path).toContain(app.url);
  }
  expect((await get('/llms.txt')).headers.get('location')).toBe('/docs/llms.txt');
});

test('allows only scripts of the documentation site, and returns a 404 page for unknown paths', async () => {
  const { headers } = await get('/docs/');
  expect(headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self'");
  for (const path of ['/docs/nothing', '/docs/assets', '/docs/start/nothing/'])
    expect((await get(path)).status, path).toBe(404);
  // These requests are already blocked by the firewall.
  expect((await get('/docs/%2e%2e/package.json')).status).toBe(403);
  expect(await (await get('/docs/deep/er/nothing')).text()).toContain('href="/docs/index.html"');
});

test('serves the API reference at its published URLs, including the URLs in API errors', async () => {
  for (const path of ['', '/errors', '/webhooks', '/graphql', '/graphql/Document', '/operations/getDocument'])
    expect((await get(`/docs/reference${path}`)).status, path).toBe(200);
  const { documentationUrl } = (await (await get('/api/documents/paginated')).json()) as { documentationUrl: string };
  const url = new URL(documentationUrl, app.url);
  const page = await (await get(url.pathname)).text();
  expect(page).toContain(`id="${url.hash.slice(1)}"`);
});

test("lets documentation pages send an API key only to the installation's sandbox, and counts page requests per IP address", async () => {
  const { headers } = await get('/docs/reference');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain(`connect-src ${app.url}/sandbox/;`);
  expect(headers.get('ratelimit-policy')).toContain('"open"');
  expect((await get('/docs/reference?q=%27%20OR%201=1--')).status).toBe(403);
});
