import { verifyDocument } from '@countersign/pades';
import { afterAll, expect, test } from 'vitest';

import { completed, sealed } from '../../../../../packages/pades/test/documents.ts';
import { after, makeAuthority, makeSigner, SIGNED_AT } from '../../../../../packages/pades/test/kit.ts';
import { testPool } from './test-pool.fixture.ts';

const pool = testPool();

afterAll(() => pool.close());

test('validates a document in the worker with the same result as in the main thread', async () => {
  const authority = await makeAuthority();
  const ann = await makeSigner(authority, 'ann@example.org');
  const bob = await makeSigner(authority, 'bob@example.org');
  const { file } = await sealed(authority, await completed(authority, ann, bob));
  const options = { anchors: [authority.root.certificate.der], now: after(SIGNED_AT, 1).toISOString() };
  const report = await pool.verify({ parts: [{ bytes: file }] }, options);
  expect(report.isValid).toBe(true);
  expect(report).toEqual(await verifyDocument(file, options));
});
