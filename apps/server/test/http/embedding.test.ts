/** Tests which origins may embed our pages in a frame. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';

const app = await startTestApp();
const other = await app.otherTenant();
const ORIGINS = ['https://app.example.com', 'http://localhost:3000'];

type Who = { key: typeof app.key; owner: typeof app.owner };
const allow = (who: Who, origins: unknown) =>
  who.owner.send('PATCH', '/api/organization', { body: { settings: { allowed_origins: origins } } });
const linkOf = async (who: Who): Promise<URL> => {
  const { id, signers } = await app.sent({ by: who.key });
  const { body } = await who.key.post<'issueSigningLink'>(`/api/documents/${id}/signers/${signers[0]?.id}/link`, {});
  return new URL(body.url);
};
const framersOf = async (path: string, caller = app.anyone): Promise<string | undefined> => {
  const answer = await caller.get(path);
  return /frame-ancestors ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
};
const session = (link: URL, embed = link.searchParams.get('embed')) =>
  app.anyone.post<'openSigningSession'>('/api/signing/session', {
    token: app.secret(link.hash.slice(1)),
    ...(embed !== null && { embed }),
  });

test('forbids framing if the organization allows no origins, and includes no organization in signing links', async () => {
  const link = await linkOf(app);
  expect(link.search).toBe('');
  expect(await framersOf(link.pathname)).toBe("'none'");
});

test('lets only the allowed origins frame the signing page of an embedded link', async () => {
  const allowed = await allow(app, ORIGINS);
  expect(allowed.status, allowed.text).toBe(200);
  const link = await linkOf(app);
  expect(await framersOf(link.pathname + link.search)).toBe(ORIGINS.join(' '));
  expect(await framersOf('/sign'), 'the signing page of an e-mailed link').toBe("'none'");
  expect(await framersOf(`/sign?embed=${other.tenantId}`)).toBe("'none'");
  expect(await framersOf('/sign?embed=ten_00000000000000000000000000'), 'unknown').toBe("'none'");
  expect(await framersOf("/sign?embed=ten_1';script-src"), 'malformed').toBe("'none'");
  expect(await framersOf('/verify')).toBe("'none'");
  expect((await session(link)).status).toBe(200);
});

test('rejects a signing link in a frame that only another organization allows', async () => {
  await allow(other, ['https://other.example.com']);
  const link = await linkOf(app);
  expect(await framersOf(`/sign?embed=${other.tenantId}`)).toBe('https://other.example.com');
  expectError(await session(link, other.tenantId), 'INVALID_LINK');
  expect((await session(link)).status).toBe(200);
});

test("lets the organization's allowed origins frame the preparation page for members who are signed in", async () => {
  await allow(app, ORIGINS);
  expect(await framersOf('/documents/new', await app.session())).toBe(ORIGINS.join(' '));
  expect(await framersOf('/settings', await app.session())).toBe("'none'");
  expect(await framersOf('/documents/new'), 'the page of a signed-out user').toBe("'none'");
});

test('rejects an invalid origin and names its position in the list', async () => {
  expectInvalid(await allow(app, ['https://app.example.com', 'https://a;script-src *']), 'settings.allowed_origins[1]');
});
