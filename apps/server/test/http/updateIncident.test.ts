import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';

const app = await startTestApp();
const { caller: admin } = await app.makeKey({ scopes: ['admin'] });
const report = async () => {
  const body = { title: 'Key in a public repository', description: 'Found by a colleague.', severity: 'critical' };
  const answer = await admin.post<'reportIncident'>('/api/security/incidents', body);
  return answer.body.incident.id;
};
const id = await report();
const path = `/api/security/incidents/${id}`;
const change = (body: object, at = path) => admin.send<'updateIncident'>('PATCH', at, { body, mayFail: true });

describe('200', () => {
  test('records each change in the timeline of the incident, with its author', async () => {
    app.clock.advance({ hours: 1 });
    const first = await change({ status: 'contained', affectedPeople: 3, note: 'Key revoked.' });
    expect(first.status, first.text).toBe(200);
    app.clock.advance({ hours: 1 });
    const notified = app.clock.now().toISOString();
    const { body } = await change({ authorityNotifiedAt: notified });
    expect(body.incident).toMatchObject({
      status: 'contained',
      affected_people: 3,
      authority_notified_at: notified,
      timeline: [
        { changes: ['status', 'affectedPeople'], note: 'Key revoked.', by: { kind: 'api-key', name: 'test' } },
        { at: notified, changes: ['authorityNotifiedAt'], note: null },
      ],
    });
  });

  test('records when an incident was closed, and removes that time when the incident is reopened', async () => {
    expect((await change({ status: 'closed' })).body.incident.closed_at).toBe(app.clock.now().toISOString());
    expect((await change({ status: 'open', affectedPeople: null })).body.incident).toMatchObject({
      closed_at: null,
      affected_people: null,
    });
  });

  test('keeps all changes when many arrive concurrently', async () => {
    const other = await report();
    const notes = Array.from({ length: 8 }, (_, n) => `note ${n}`);
    await Promise.all(notes.map((note) => change({ note }, `/api/security/incidents/${other}`)));
    const { body } = await admin.get<'getIncident'>(`/api/security/incidents/${other}`);
    expect(body.incident.timeline.map(({ note }) => String(note)).toSorted((a, b) => a.localeCompare(b))).toEqual(
      notes,
    );
  });
});

test('returns 422 for a request without changes and for a time in the future', async () => {
  expectInvalid(await change({}), 'body');
  expectInvalid(await change({ peopleNotifiedAt: '2999-01-01T00:00:00.000Z' }), 'peopleNotifiedAt');
});

test('rejects an incident of another organization with 404', async () => {
  const { owner } = await app.otherTenant();
  expectError(await owner.send('PATCH', path, { body: { note: 'x' } }), 'INCIDENT_NOT_FOUND', { incidentId: id });
});

needsCredential(app, { method: 'PATCH', path, body: { note: 'x' } });
