import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp({ fresh: true });

describe('200', () => {
  test('reports that setup is needed until an owner exists', async () => {
    const before = await app.anyone.both('GET', '/api/setup');
    expect({ status: before.status, body: before.body }).toEqual({
      status: 200,
      body: { needed: true, registration: 'invite' },
    });
    await app.anyone.post('/api/setup', { token: app.setupToken, ...OWNER });
    const after = await app.anyone.both('GET', '/api/setup');
    expect({ status: after.status, body: after.body }).toEqual({
      status: 200,
      body: { needed: false, registration: 'invite' },
    });
  });
});

refusesOtherMethods(app, '/api/setup', ['GET', 'POST']);
