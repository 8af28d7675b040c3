import { expect, test } from 'vitest';
import { ApiError } from '@countersign/client';
import { expectProver, provideProof, withProof } from './step-up.ts';

/** An operation that is refused until the person has proved their identity. */
function sensitive() {
  const done = { proved: 0, tries: 0 };
  const action = async (): Promise<string> => {
    done.tries += 1;
    if (done.proved === 0) throw new ApiError({ status: 403, code: 'STEP_UP_REQUIRED', message: 'Prove it.' });
    return 'done';
  };
  return { done, action, prove: async () => void (done.proved += 1) };
}

test('waits for the dialog if a proof of identity is requested before the dialog is loaded', async () => {
  const { done, action, prove } = sensitive();
  const forget = expectProver();
  const both = Promise.all([withProof(action), withProof(action)]);
  await expect.poll(() => done.tries).toBe(2);
  const remove = provideProof(prove);
  expect(await both).toEqual(['done', 'done']);
  expect(done.proved, 'all waiting requests share one confirmation').toBe(1);
  remove();
  forget();
});

test("throws the server's error if there is no dialog for the proof of identity", async () => {
  await expect(withProof(sensitive().action)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
});
