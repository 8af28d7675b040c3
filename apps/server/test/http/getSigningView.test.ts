import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { opensWithOwnLinkOnly } from '../support/recipient-refusals.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const { signers } = await app.sent();
const { caller, view, token } = await app.recipient(signers[0]?.email ?? '');
const path = `/api/signing/${signers[0]?.id}`;

describe('200', () => {
  test("accepts the session's bearer token and the signing link, and returns the same view to both", async () => {
    for (const by of [caller, app.anyone.with({ bearer: token })]) {
      const { status, body } = await by.both('GET', path);
      expect({ status, body }).toEqual({ status: 200, body: { view } });
    }
  });
});

opensWithOwnLinkOnly(app, (id) => ({ method: 'GET', path: `/api/signing/${id}` }));
refusesOtherMethods(app, path, ['GET']);
