import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const report = { title: 'Wrong recipient', description: 'A contract went to a namesake.', severity: 'medium' };
const { body } = await app.owner.post<'reportIncident'>('/api/security/incidents', report);
const path = `/api/security/incidents/${body.incident.id}`;

test('returns the incident as it was reported', async () => {
  expect((await app.owner.get<'getIncident'>(path)).body).toEqual({ incident: body.incident });
});

test('returns the same 404 for an unknown incident and an incident of another organization', async () => {
  const unknown = `inc_${'0'.repeat(26)}`;
  expectError(await app.owner.get(`/api/security/incidents/${unknown}`), 'INCIDENT_NOT_FOUND', { incidentId: unknown });
  const { owner } = await app.otherTenant();
  expectError(await owner.get(path), 'INCIDENT_NOT_FOUND', { incidentId: body.incident.id });
});

needsCredential(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET', 'PATCH']);
