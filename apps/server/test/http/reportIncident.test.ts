import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/security/incidents';
const REPORT = { title: 'Laptop lost', description: 'In a train, not encrypted.', severity: 'high' };

describe('201', () => {
  test('lets any member report an incident, starts the 72-hour deadline, and records the report in the audit log', async () => {
    const { caller, userId } = await app.member('member');
    const { status, body, text } = await caller.post<'reportIncident'>(path, {
      ...REPORT,
      affectedData: 'names and addresses',
      affectedPeople: 120,
    });
    expect(status, text).toBe(201);
    const now = app.clock.now();
    expect(body).toEqual({
      success: true,
      incident: {
        id: expect.stringMatching(/^inc_/),
        ...REPORT,
        status: 'open',
        affected_data: 'names and addresses',
        affected_people: 120,
        reported_by: { kind: 'user', id: userId, name: expect.stringMatching(/\S/) },
        reported_at: now.toISOString(),
        aware_at: now.toISOString(),
        notify_by: new Date(now.getTime() + 72 * 3_600_000).toISOString(),
        authority_notified_at: null,
        people_notified_at: null,
        closed_at: null,
        timeline: [],
      },
    });
    const { body: log } = await app.owner.get<'listAuditLog'>('/api/audit?action=incident.reported');
    expect(log.entries).toMatchObject([{ target: { kind: 'incident', id: body.incident.id }, actor: { id: userId } }]);
  });

  test('counts the 72 hours of an incident from the time it was discovered', async () => {
    const awareAt = new Date(app.clock.now().getTime() - 3_600_000).toISOString();
    const { body } = await app.owner.post<'reportIncident'>(path, { ...REPORT, awareAt });
    expect(body.incident).toMatchObject({ aware_at: awareAt });
    expect(Date.parse(body.incident.notify_by) - Date.parse(awareAt)).toBe(72 * 3_600_000);
  });
});

test.each([
  ['title', { title: '' }],
  ['description', { description: '   ' }],
  ['severity', { severity: 'terrible' }],
  ['affectedPeople', { affectedPeople: -1 }],
  ['awareAt', { awareAt: '2999-01-01T00:00:00.000Z' }],
  ['colour', { colour: 'red' }],
])('rejects an invalid %s with 422', async (field, wrong) => {
  expectInvalid(await app.owner.post(path, { ...REPORT, ...wrong }, { mayFail: true }), field);
});

needsCredential(app, { method: 'POST', path, body: REPORT });
countsRequests(app, { method: 'POST', path, body: REPORT });
refusesOtherMethods(app, path, ['GET', 'POST']);
