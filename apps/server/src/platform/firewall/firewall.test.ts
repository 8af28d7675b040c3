import { operations } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { CleanHeaders } from './clean-headers.ts';
import { DEFAULT_FIREWALL, Firewall, type FirewallEvent, type HttpParts } from './firewall.ts';

const ID = 'doc_01m7w2y7m0et68hw1yxjhn58t0';
const operation = operations.getDocumentStatus;

function detecting() {
  const found: string[] = [];
  const firewall = new Firewall({
    ...DEFAULT_FIREWALL,
    mode: 'detect',
    onFinding: ({ ruleId, field }: FirewallEvent) => void found.push(`${ruleId} in ${field}`),
    countBlocked: () => Promise.resolve(),
  });
  const check = (parts: Partial<HttpParts>) =>
    firewall.checkRequest(
      { path: `/api/documents/${ID}/status`, params: { id: ID }, query: '', headers: [], ...parts },
      { address: '192.0.2.1', operation },
    );
  return { check, found };
}

describe('caching of firewall results', () => {
  test('does not inspect allowed headers a second time, and blocks blocked headers every time', () => {
    const { check, found } = detecting();
    for (const referer of ['https://example.com/a', "https://example.com/?a=' or 1=1 --", 'https://example.com/a'])
      for (let times = 0; times < 2; times += 1) void check({ headers: ['Referer', referer] });
    expect(found).toEqual(['sql-breakout in header.referer', 'sql-breakout in header.referer']);
  });

  test('accepts a correctly formatted ID in a path, and inspects any other text', () => {
    const { check, found } = detecting();
    void check({});
    void check({ path: `/api/documents/${ID}%27%20or%201=1--/status`, params: { id: `${ID}' or 1=1--` } });
    void check({ path: '/api/documents/$(id)/status', params: { id: '$(id)' } });
    expect(found).toEqual(['sql-breakout in path', 'command-substitution in path']);
  });

  test("accepts credentials in Countersign's format, and inspects values that only start like a credential", () => {
    const { check, found } = detecting();
    void check({
      headers: ['Authorization', 'Bearer sk_live_abc-DEF', 'Cookie', 'countersign_session=a-b_c; cs_scheme=dark'],
    });
    void check({ headers: ['Authorization', "Bearer sk' or 1=1 --"] });
    void check({ headers: ['Cookie', 'countersign_session=a; x=<script>alert(1)</script>'] });
    expect(found).toEqual(['sql-breakout in header.authorization', 'script-tag in header.cookie']);
  });
});

describe('inspection of a large body', () => {
  const rows = Array.from({ length: 8000 }, (_, n) => ({
    Note: `Offer ${n}; see <annex> & call (us)`,
    'Buyer.name': `O'Brien ${n}`,
  }));
  const firewall = new Firewall({ ...DEFAULT_FIREWALL, onFinding: () => {}, countBlocked: () => Promise.resolve() });
  const inspect = (more: object, gone?: AbortSignal) =>
    firewall.checkValues(
      operations.checkBulkSend,
      { body: { rows: [...rows, ...rows, ...rows, more] } },
      { address: '192.0.2.1', ...(gone && { gone: () => gone }) },
    );

  test('inspects a large body to the end, in steps that let other work run', async () => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await inspect({ Note: 'An honest end' });
    isDone = true;
    expect(turns).toBeGreaterThan(1);
    await expect(inspect({ Note: '<script>alert(1)</script>' })).rejects.toMatchObject({
      code: 'REQUEST_BLOCKED',
      details: { ruleId: 'script-tag', field: 'body.rows' },
    });
  });

  test('stops inspecting a body when the client disconnects', async () => {
    await expect(inspect({ Note: '<script>alert(1)</script>' }, AbortSignal.abort())).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });
});

test('never caches headers that contain a secret, and caches a limited number of headers', () => {
  const clean = new CleanHeaders();
  for (const name of ['Authorization', 'cookie', 'X-API-Key']) clean.add(name, 'secret');
  for (const name of ['Authorization', 'cookie', 'X-API-Key']) expect(clean.has(name, 'secret'), name).toBe(false);
  clean.add('Accept', 'text/html');
  expect(clean.has('Accept', 'text/html')).toBe(true);
  clean.add('Accept', 'x'.repeat(1000));
  expect(clean.has('Accept', 'x'.repeat(1000))).toBe(false);
  for (let n = 0; n < 2000; n += 1) clean.add('Referer', `https://example.com/${n}`);
  expect(clean.has('Accept', 'text/html'), 'the list of known headers is empty again').toBe(false);
  expect(clean.has('Referer', 'https://example.com/1999')).toBe(true);
});
