import { expect, test } from 'vitest';
import { runConsole } from '../../src/main/console.ts';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
const lines: string[] = [];
const io = {
  out: (text: string) => void lines.push(`out ${text}`),
  err: (text: string) => void lines.push(`err ${text}`),
};
const run = (...args: string[]) => runConsole(app.config, ['revoke-certificate', ...args], io, app.clock);
const organization = app.tenant.organizationId;
const declared = ['--reason', 'key_compromise', '--since', 'issuance', '--note', 'The mailbox was taken over'];
const verify = async (id: string) => (await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body;

test('revokes a certificate as of its date of issue after confirmation, and announces the revocation', async () => {
  const { id, signers } = await app.completed();
  const [signer] = signers;
  const ids = [organization, id, signer?.id ?? ''];
  expect(await run(...ids, ...declared)).toBe(1);
  expect(lines.at(-1)).toContain('Nothing was changed. Repeat the command with --yes');
  expect((await verify(id)).signatures[0]?.revokedAt).toBeNull();

  expect(await run(...ids, ...declared, '--yes'), lines.join('\n')).toBe(0);
  expect(await verify(id)).toMatchObject({
    isValid: true,
    signatures: [{ isValid: true, revocation: 'revoked', revokedAt: expect.any(String) }],
  });
  app.services.runner.wake('mail');
  await app.mailId(signer?.email ?? '', 'certificate-revoked');
  const trail = (await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body;
  expect(trail.isValid).toBe(true);
  expect(trail.entries.find(({ action }) => action === 'certificate.revoked')).toMatchObject({
    actor: { kind: 'system', id: 'console' },
    context: { reason: 'key_compromise' },
  });
  expect(await run(...ids, ...declared, '--yes')).toBe(1);
});

test('requires a note for a backdated revocation, and names an unknown signer or organization', async () => {
  const { id, signers } = await app.completed();
  const signer = signers[0]?.id ?? '';
  expect(await run(organization, id, signer, '--reason', 'superseded', '--since', 'issuance', '--yes')).toBe(1);
  expect(lines.at(-1)).toMatch(/^err --note is required with a date in the past/);
  const stranger = newId('signer');
  expect(await run(organization, id, stranger, ...declared, '--yes')).toBe(1);
  expect(lines.at(-1)).toContain(`No certificate was issued for signer ${stranger}`);
  expect(await run(newId('organization'), id, signer, ...declared, '--yes')).toBe(1);
  expect(lines.at(-1)).toContain('There is no organization');
  expect((await verify(id)).signatures[0]?.revokedAt).toBeNull();
});

test.each([
  [[]],
  [[organization, 'doc_1', 'sgn_1', ...declared]],
  [[organization, newId('document'), newId('signer')]],
  [[organization, newId('document'), newId('signer'), '--reason', 'none']],
  [[organization, newId('document'), newId('signer'), '--reason', 'superseded', '--since', 'yesterday']],
])('prints the usage for %j', async (args) => {
  expect(await run(...args)).toBe(64);
  expect(lines.at(-1)).toContain('Usage: npm start -- revoke-certificate');
});
