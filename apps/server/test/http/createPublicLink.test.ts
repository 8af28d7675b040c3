import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { linkFor, linksPath, publicLink } from '../support/public-links.ts';
import { needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { hidesTemplates, LEASE, makeTemplate, NOTICE, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const notice = await makeTemplate(key, NOTICE);
const lease = await makeTemplate(key);
const path = linksPath(notice.id);
const landlord = { role: 'landlord', ...app.person() };

describe('201', () => {
  test("returns the public link's URL, QR code and default settings, and records the link as a security event", async () => {
    const { status, body, text } = await key.post<'createPublicLink'>(path, { role: 'reader' });
    expect(status, text).toBe(201);
    expect(body.publicLink).toMatchObject({
      template_id: notice.id,
      url: expect.stringMatching(/\/start#[\w-]{70,}$/),
      qr_code: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      status: 'active',
      problem: null,
      role: 'reader',
      signers: [],
      paused: false,
      daily_limit: 50,
      expires_at: null,
      documents: 0,
      documents_of_day: 0,
    });
    app.secret(new URL(body.publicLink.url).hash.slice(1));
    const { entries } = (await app.owner.get<'listAuditLog'>('/api/audit?action=template.link-created')).body;
    expect(entries.find(({ action }) => action === 'template.link-created')).toMatchObject({
      target: { kind: 'template', id: notice.id },
      summary: 'Public link created (at most 50 documents a day)',
    });
    const { events } = (await app.owner.get<'listSecurityEvents'>('/api/admin/security/events')).body;
    expect(events.find(({ kind }) => kind === 'template.link-created')).toMatchObject({ severity: 'medium' });
  });

  test('sets the signers of the other roles, a daily limit and an expiration for a public link', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
    const body = { role: 'Tenant', signers: [landlord], dailyLimit: 3, expiresAt };
    const { link } = await linkFor(app, key, lease.id, body);
    expect(link).toMatchObject({ signers: [landlord], daily_limit: 3, expires_at: expiresAt, status: 'active' });
  });
});

describe('409', () => {
  test('allows at most twenty public links for a template, even if more are created simultaneously', async () => {
    const template = await makeTemplate(key, NOTICE);
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => key.post(linksPath(template.id), { role: 'Reader' })),
    );
    expect(statusesOf(answers)).toEqual([...Array.from({ length: 20 }, () => 201), 409, 409]);
    expectError(await key.post(linksPath(template.id), { role: 'Reader' }), 'TOO_MANY_PUBLIC_LINKS', {
      templateId: template.id,
    });
  });
});

describe('422', () => {
  test.each([
    ['a missing role for the visitor', {}, 'role'],
    ['an unknown role for the visitor', { role: 'Notary' }, 'role'],
    ['a role for the visitor that does not sign', { role: 'Agent', signers: [landlord] }, 'role'],
    ['another role without a recipient', { role: 'Tenant' }, 'signers'],
    [
      "a named recipient in the visitor's role",
      { role: 'Tenant', signers: [{ ...landlord, role: 'tenant' }] },
      'signers[0].role',
    ],
    ['an access code', { role: 'Tenant', signers: [{ ...landlord, accessCode: '123456' }] }, 'signers[0]'],
    [
      'an expiration in the past',
      { role: 'Tenant', signers: [landlord], expiresAt: '2020-01-01T00:00:00.000Z' },
      'expiresAt',
    ],
    ['a daily limit of 0', { role: 'Tenant', signers: [landlord], dailyLimit: 0 }, 'dailyLimit'],
  ])('rejects an invalid public link: %s', async (_, body, field) => {
    const answer = await key.post(linksPath(lease.id), body);
    expect(answer.status, answer.text).toBe(422);
    expect(answer.text).toContain(`"field":"${field}`);
  });

  test('rejects a public link for a role that does not sign first, or that requires recipient authentication', async () => {
    const ordered = await makeTemplate(key, { ...LEASE, signingOrder: 'sequential' });
    const tenant = { role: 'Tenant', ...app.person() };
    expectInvalid(await key.post(linksPath(ordered.id), { role: 'Landlord', signers: [tenant] }), 'role');
    await linkFor(app, key, ordered.id, { role: 'Tenant', signers: [landlord] });
    const guarded = await makeTemplate(key, { ...NOTICE, roles: [{ name: 'Reader', requireTwoFactor: 'account' }] });
    expectInvalid(await key.post(linksPath(guarded.id), { role: 'Reader' }), 'role');
  });
});

describe('503', () => {
  test("creates no public link if no mail server is configured, except for the operator's organization", async () => {
    const other = await startTestApp({ isMailOwnersOnly: true });
    const { owner } = await other.otherTenant();
    const template = await makeTemplate(owner, NOTICE);
    const answer = await owner.post(linksPath(template.id), { role: 'Reader' }, { mayFail: true });
    expectError(answer, 'MAIL_NOT_CONFIGURED');
    await publicLink(other);
  });
});

needsCredential(app, { method: 'POST', path, body: { role: 'Reader' } });
needsScope(app, 'templates', { method: 'POST', path, body: { role: 'Reader' } });
hidesTemplates(app, key, (id) => ({ method: 'POST', path: linksPath(id), body: { role: 'Reader' } }));
refusesOtherMethods(app, path, ['GET', 'POST']);
