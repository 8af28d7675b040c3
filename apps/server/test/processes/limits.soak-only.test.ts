/**
 * Uses one key under load in four processes that share only the database, while some of them are killed. A killed
 * process may have counted a request without responding. The check for wrong rejections treats such requests as
 * accepted.
 */
import type { AnswerOf, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { tell } from '../../../../scripts/soak-summary.ts';
import { kill, openInstallation, type Process } from '../support/processes.ts';

const PROCESSES = 4;
const AT_ONCE = 4;
const limit = 5000;
const kills = 12;

const installation = await openInstallation({ LOAD_SHEDDING: 'off' });

test(
  'accepts no more requests than the limit across four processes, and rejects no requests until 95% of the limit is used',
  { timeout: 600_000 },
  async () => {
    const first = await installation.web();
    const owner = await installation.setUp(first);
    const { apiKey } = await owner.json<AnswerOf<(typeof operations)['createApiKey']>>(
      'POST',
      '/api/settings/api-keys',
      { name: 'shared', rateLimit: limit, scopes: ['documents:read'] },
    );
    const others = Array.from({ length: PROCESSES - 1 }, () => installation.web());
    const count = { passed: 0, refused: 0, broken: 0, underWay: 0, atFirstRefusal: Number.POSITIVE_INFINITY };
    const retryAfter: number[] = [];
    const living = new Set<Process>([first, ...(await Promise.all(others))]);
    const headers = { authorization: `Bearer ${apiKey.key}` };
    const ask = async ({ url }: Process): Promise<void> => {
      count.underWay += 1;
      try {
        const answer = await fetch(`${url}/api/documents/paginated`, { headers });
        await answer.arrayBuffer();
        if (answer.status === 429) {
          count.refused += 1;
          count.atFirstRefusal = Math.min(count.atFirstRefusal, count.passed + count.broken + count.underWay - 1);
          retryAfter.push(Number(answer.headers.get('retry-after')));
        } else if (answer.status !== 503) {
          // A 503 means that the request was rejected because of load, before anything was counted.
          expect(answer.status).toBe(200);
          count.passed += 1;
        }
      } catch (error) {
        if (error instanceof TypeError) count.broken += 1;
        else throw error;
      }
      count.underWay -= 1;
    };
    const enough = AT_ONCE * PROCESSES * 5;
    const load = async (process: Process): Promise<void> => {
      while (living.has(process) && count.refused < enough) await ask(process);
    };
    const loads = [...living].flatMap((process) => Array.from({ length: AT_ONCE }, () => load(process)));
    const killing = async (): Promise<void> => {
      for (let killed = 1; killed <= kills; killed += 1) {
        // A process is killed each time a further share of the limit is used up, regardless of the elapsed time.
        const share = (limit * killed) / (kills + 1);
        while (count.passed + count.broken < share && count.refused === 0) await ask(first);
        const [victim] = [...living].slice(1);
        if (!victim) return;
        living.delete(victim);
        await kill(victim);
        const next = await installation.web();
        living.add(next);
        loads.push(...Array.from({ length: AT_ONCE }, () => load(next)));
      }
    };
    await killing();
    await Promise.all(loads);
    tell(
      `limits: ${kills} kills, ${count.passed} of ${limit} passed, ${count.broken} broken off, first refusal at ${count.atFirstRefusal}`,
    );
    expect(count.passed).toBeLessThanOrEqual(limit * 1.02);
    expect(count.atFirstRefusal).toBeGreaterThanOrEqual(limit * 0.95);
    for (const seconds of retryAfter) expect(seconds).toBeGreaterThan(3000);
    const [row] = await installation.sql<{ requests: number }>(
      'select coalesce(sum(requests), 0)::int as requests from api_key_usage where key_id = $1',
      [apiKey.id],
    );
    expect(
      row?.requests,
      'usage may be slightly low after a process was killed, but never too high',
    ).toBeLessThanOrEqual(count.passed + count.broken);
  },
);
