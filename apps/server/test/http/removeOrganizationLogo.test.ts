import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { administrative } from '../support/guards.ts';
import { logoUpload } from '../support/logo.ts';

const app = await startTestApp();
const path = '/api/organization/logo';

test("removes the organization's logo from all pages and documents, and accepts a repeated removal", async () => {
  const session = await app.session();
  expect((await session.send('PUT', path, logoUpload())).status).toBe(200);
  for (let time = 0; time < 2; time += 1) {
    expect((await session.send<'removeOrganizationLogo'>('DELETE', path)).body).toEqual({ success: true });
    expect(await app.sql('select 1 from organization_logos')).toEqual([]);
  }
  expect((await app.owner.get<'getOrganization'>('/api/organization')).body.organization.logo).toBeNull();
});

administrative(app, { method: 'DELETE', path });
