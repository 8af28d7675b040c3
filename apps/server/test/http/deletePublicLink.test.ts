import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { confirm, linksPath, OPEN, publicLink, visitor } from '../support/public-links.ts';
import { needsCredential, needsScope } from '../support/refusals.ts';
import { hidesTemplates, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);

test('returns 200, invalidates the public link and its pending codes, and records the deletion', async () => {
  const { path, template, token } = await publicLink(app, {}, { by: key });
  const waiting = await visitor(app, token);
  const answer = await key.send('DELETE', path);
  expect(answer.status, answer.text).toBe(200);
  expectError(await app.anyone.post(OPEN, { token }), 'INVALID_LINK');
  expectError(await confirm(app, waiting), 'PUBLIC_LINK_CODE_EXPIRED');
  const { entries } = (await app.owner.get<'listAuditLog'>('/api/audit?pageSize=100')).body;
  expect(entries.find(({ target }) => target.id === template.id)).toMatchObject({
    action: 'template.link-deleted',
    summary: 'Public link deleted (0 documents created)',
  });
});

test('returns 404 for a public link that was already deleted', async () => {
  const { path, link } = await publicLink(app, {}, { by: key });
  await key.send('DELETE', path);
  expectError(await key.send('DELETE', path), 'PUBLIC_LINK_NOT_FOUND', { linkId: link.id });
});

test('deletes the public links of a template when the template is permanently deleted', async () => {
  const { template, link } = await publicLink(app, {}, { by: key });
  await key.send('DELETE', `/api/templates/${template.id}`);
  app.clock.advance({ hours: 24 * 31 });
  await app.cron.post('/api/cron/data-retention');
  expect(await app.sql('select id from public_links where id = $1', [link.id])).toEqual([]);
});

describe('access', () => {
  const sample = { method: 'DELETE', path: `${linksPath(newId('template'))}/${newId('publicLink')}` };
  needsCredential(app, sample);
  needsScope(app, 'templates', sample);
});
hidesTemplates(app, key, (id) => ({ method: 'DELETE', path: `${linksPath(id)}/${newId('publicLink')}` }));
