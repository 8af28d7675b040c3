import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { opensWithOwnLinkOnly } from '../support/recipient-refusals.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const sent = await app.sent({ pages: 2 });
const { caller } = await app.recipient(sent.signers[0]?.email ?? '');
const pathOf = (page: number | string): string => `/api/signing/${sent.signers[0]?.id}/pages/${page}/text`;

describe('200', () => {
  test('returns each piece of text with its position in points from the top left corner', async () => {
    const { status, body } = await caller.both('GET', pathOf(2));
    expect(status).toBe(200);
    // The text is drawn at 72, 760 from the lower left corner of a page of 595 x 842, in 14 points.
    const near = (value: number) => expect.closeTo(value, -1);
    expect(body).toEqual({
      page: 2,
      width: 595,
      height: 842,
      lines: [
        { text: 'Page 2', x: near(72), y: near(842 - 760 - 12), width: expect.any(Number), height: expect.any(Number) },
      ],
    });
  });
});

describe('404', () => {
  test('rejects a page beyond the last page', async () => {
    expectError(await caller.both('GET', pathOf(4)), 'NOT_FOUND', { pages: 3 });
  });
  test.each(['0', 'x', '9999999'])('rejects the page number %s', async (page) => {
    expectError(await caller.both('GET', pathOf(page)), 'NOT_FOUND');
  });
});

opensWithOwnLinkOnly(app, (id) => ({ method: 'GET', path: `/api/signing/${id}/pages/1/text` }));
refusesOtherMethods(app, pathOf(1), ['GET']);
