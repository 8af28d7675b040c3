/** Reads the audit log as an outsider does, using only responses of the API. */
import {
  openCheckpoint,
  parseVerifierKey,
  rootOf,
  type VerifiedCheckpoint,
  type VerifierKey,
} from '@countersign/audit-log/tlog';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';

export type OpenedLog = { checkpoint: VerifiedCheckpoint; keys: VerifierKey[]; tiles: string };

/** Returns the newest checkpoint, whose signature has been verified. */
export async function openLog(caller: Caller): Promise<OpenedLog> {
  const { status, body, text } = await caller.get<'getAuditCheckpoint'>('/api/audit/checkpoint');
  expect(status, text).toBe(200);
  const keys = body.verifierKeys.map(parseVerifierKey);
  const checkpoint = await openCheckpoint(body.checkpoint, { logs: keys });
  expect([checkpoint.origin, checkpoint.size]).toEqual([body.origin, body.size]);
  expect(Buffer.from(checkpoint.root).toString('base64')).toBe(body.root);
  return { checkpoint, keys, tiles: body.tiles };
}

/** Returns the leaf hashes from the database, in log order. */
export async function leavesOf(app: TestApp, tenantId: string): Promise<Buffer[]> {
  const runs = await app.sql<{ hashes: Buffer }>(
    'select hashes from log_runs where tenant_id = $1 order by first_index',
    [tenantId],
  );
  const all = Buffer.concat(runs.map(({ hashes }) => hashes));
  return Array.from({ length: all.length / 32 }, (_, at) => all.subarray(at * 32, at * 32 + 32));
}

/** Returns the root of the first `size` leaves. */
export const rootOfFirst = async (app: TestApp, tenantId: string, size: number): Promise<Buffer> =>
  Buffer.from(rootOf((await leavesOf(app, tenantId)).slice(0, size)));
