/** Measures how soon entries are in the log while 500 changes per second are recorded. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tell } from '../../../../../scripts/soak-summary.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { Vault } from '../../platform/crypto/seal.ts';
import { type DatabaseFixture, openDatabaseFixture } from '../../platform/db/database.fixture.ts';
import { Recorder } from '../../platform/audit/recorder.ts';
import { UnitOfWork } from '../../platform/unit-of-work.ts';
import { Sequencer } from './sequencer.ts';

const PER_SECOND = 500;
const SECONDS = 10;
/** The number of changes in one transaction. An envelope, for example, records several changes at once. */
const TOGETHER = 5;
const PROBE_MS = 20;

const clock = { now: () => new Date() };
let fixture: DatabaseFixture;
beforeAll(async () => {
  fixture = await openDatabaseFixture();
});
afterAll(() => fixture.close());

test('sequences each entry within a second at 500 entries per second', { timeout: 120_000 }, async () => {
  const database = fixture.open(12);
  const tenantId = await fixture.addTenant();
  const sequencer = new Sequencer({ database, clock, log: { warn: () => {} } });
  const recorder = new Recorder({
    vault: new Vault(Buffer.alloc(32, 7)),
    reactions: [],
    wake: () => {},
    sequence: sequencer.wake,
  });
  const uow = new UnitOfWork({ database, clock, recorder });
  sequencer.start({ exclusive: false });
  const committed: number[] = [];
  const change = async () => {
    await uow.run(tenantId, async (tx) => {
      const stream = newId('document');
      const trail = await recorder.open(tx, tenantId, stream);
      for (let n = 0; n < TOGETHER; n += 1)
        await trail.record({
          action: 'document.viewed',
          actor: { kind: 'system', id: 'test' },
          target: { kind: 'document', id: stream },
          data: { n },
        });
    });
    const now = performance.now();
    for (let n = 0; n < TOGETHER; n += 1) committed.push(now);
  };

  const sizes: { at: number; size: number }[] = [];
  const total = PER_SECOND * SECONDS;
  const begun = performance.now();
  const changes: Promise<void>[] = [];
  for (let size = 0; size < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - begun) / 1000) * PER_SECOND));
    while (changes.length * TOGETHER < due) changes.push(change());
    const { rows } = await fixture.admin.query<{ size: string }>(
      'select size from transparency_logs where tenant_id = $1',
      [tenantId],
    );
    size = Number(rows[0]?.size ?? 0);
    sizes.push({ at: performance.now(), size });
    await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
  }
  await Promise.all(changes);
  await sequencer.stop();

  const waits = committed
    .toSorted((one, other) => one - other)
    .map((at, index) => (sizes.find(({ size }) => size > index)?.at ?? Infinity) - at)
    .toSorted((one, other) => one - other);
  const [median, most] = [waits[Math.floor(waits.length / 2)] ?? 0, waits.at(-1) ?? 0];
  const rate = total / (((committed.at(-1) ?? 0) - begun) / 1000);
  tell(
    `audit log: ${rate.toFixed(0)} changes per second in the log after ${median.toFixed(0)} ms, at most ${most.toFixed(0)} ms`,
  );
  expect(rate).toBeGreaterThan(PER_SECOND * 0.9);
  expect(most).toBeLessThan(1000);
});
