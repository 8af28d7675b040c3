/** Tests access codes that are saved in a draft. Only their hashes are stored, and the codes are never shown again. */
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { makeTemplate, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const CODE = '7319';
const pathOf = (id: string) => `/api/documents/${id}`;
const patch = (id: string, body: object) => app.key.send<'updateDocument'>('PATCH', pathOf(id), { body });
const stored = async (id: string) =>
  (await app.sql<{ planned: string }>('select planned::text as planned from documents where id = $1', [id]))[0]
    ?.planned;

async function planned() {
  const person = app.person();
  const { id } = await app.draft();
  const answer = await patch(id, { signers: [{ ...person, accessCode: CODE }] });
  expect(answer.status, answer.text).toBe(200);
  return { id, person, answer };
}

describe('a planned access code', () => {
  test('never returns a planned access code, but reports that a code is set', async () => {
    const { id, person, answer } = await planned();
    const reader = (await app.makeKey({ scopes: ['documents:read'] })).caller;
    for (const { text } of [answer, await reader.get(pathOf(id)), await (await app.session()).get(pathOf(id))]) {
      expect(text).not.toContain(CODE);
      expect(text).not.toContain('argon2');
      expect(text).toContain('"hasAccessCode":true');
    }
    expect(answer.body.document.planned?.signers).toEqual([{ ...person, role: 'signer', hasAccessCode: true }]);
  });

  test('stores a planned access code only as an argon2id hash', async () => {
    const { id } = await planned();
    expect(await stored(id)).toMatch(/"accessCodeHash": "\$argon2id\$/);
    expect(await stored(id)).not.toContain(CODE);
    expect(app.lines.join('\n')).not.toContain(`"${CODE}"`);
  });

  test('requires the planned access code after the draft is sent', async () => {
    const { id, person } = await planned();
    expect((await app.key.post(`${pathOf(id)}/send-for-signing`, {})).status).toBe(200);
    const token = await app.link(person.email);
    const open = (accessCode: string) => app.anyone.post('/api/signing/session', { token, accessCode });
    expect((await open('0000')).status).toBe(403);
    expect((await open(CODE)).status).toBe(200);
  });

  test('keeps a planned access code if the request repeats the recipients unchanged', async () => {
    const { id, person, answer } = await planned();
    const before = await stored(id);
    const again = await patch(id, { signers: answer.body.document.planned?.signers });
    expect(again.status, again.text).toBe(200);
    expect(await stored(id)).toBe(before);
    expect((await patch(id, { signers: [person] })).text).not.toContain('hasAccessCode');
  });

  test('rejects a recipient whose access code is marked as stored if no code is stored', async () => {
    const { id } = await planned();
    const signers = [{ ...app.person(), hasAccessCode: true }];
    expectInvalid(await patch(id, { signers }), 'signers[0].hasAccessCode');
  });

  test('hashes planned access codes, and never returns them, in drafts created from a template', async () => {
    const key = await templateKey(app);
    const template = await makeTemplate(key);
    const signers = [
      { ...app.person(), role: 'Tenant', accessCode: CODE },
      { ...app.person(), role: 'Landlord' },
    ];
    const body = { signers, send: false };
    const answer = await key.post<'useTemplate'>(`/api/templates/${template.id}/use`, body);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.text).not.toContain(CODE);
    expect(await stored(answer.body.document.id)).toMatch(/\$argon2id\$/);
  });
});
