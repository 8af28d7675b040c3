import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { logoUpload } from '../support/logo.ts';
import { OPEN, publicLink } from '../support/public-links.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { NOTICE } from '../support/templates.ts';

const app = await startTestApp();
const open = (token: string) => app.anyone.post<'openPublicLink'>(OPEN, { token });

describe('200', () => {
  test('shows the title of the document and the organization, but nothing about members', async () => {
    const { token, link } = await publicLink(app);
    const { status, body, text } = await open(token);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      status: 'active',
      title: NOTICE.name,
      organization: OWNER.organization,
      logo: null,
    });
    expect(text).not.toContain(link.owner.id);
    expect(text).not.toContain(OWNER.email);
  });

  test("shows the organization's logo on the page of a public link", async () => {
    const { token } = await publicLink(app);
    const set = await (await app.session()).send('PUT', '/api/organization/logo', logoUpload());
    expect(set.status, set.text).toBe(200);
    expect((await open(token)).body.logo).toMatch(/^data:image\/png;base64,/);
  });

  test('opens public links in the sandbox, where they expire by the sandbox clock', async () => {
    const session = await app.session();
    const expiresAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    const { token } = await publicLink(app, { expiresAt }, { by: session, prefix: '/sandbox' });
    expect((await open(token)).body.status).toBe('active');
    await session.post('/sandbox/api/sandbox/clock/advance', { seconds: 3601 });
    expect((await open(token)).body.status).toBe('expired');
  });

  test('reports that the template of a public link is not available', async () => {
    const { key, token, template } = await publicLink(app);
    await key.send('DELETE', `/api/templates/${template.id}`);
    expect((await open(token)).body).toMatchObject({ status: 'unusable', title: null });
  });
});

test('returns 401 for a token that belongs to no public link', async () => {
  const { token } = await publicLink(app);
  for (const other of ['nonsense', app.strayLink(), `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`])
    expectError(await open(other), 'INVALID_LINK');
});

test('422: rejects a public link without a token', async () => {
  expectInvalid(await app.anyone.post(OPEN, {}), 'token');
});

refusesOtherMethods(app, OPEN, ['POST']);
