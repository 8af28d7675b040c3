/**
 * Measures the current speed of this machine by the time that `@libpdf/core` takes for a signature. Changes to
 * Countersign do not affect this time. Targets in milliseconds were set on a machine that takes `GOAL_MS`.
 */
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { makeSigner } from '../packages/pades/test/kit.ts';
import { openOffice, sendOut, SIGNERS } from './engine-documents.ts';
import { signWithLibpdf } from './libpdf.ts';
import { median, report, setYardstick } from './report.ts';

const GOAL_MS = 5.7;
const [WARM, ROUNDS] = [30, 60];

/**
 * Prints the machine's speed, and uses it as the reference for the figures reported from then on. `when` names the
 * point in the run at which it was measured. This takes about a second.
 */
export async function measureMachine(when: string): Promise<void> {
  const office = await openOffice();
  const { file } = await sendOut(office, samplePdf(), 1);
  const signer = await makeSigner(office.authority, 'ada@bench.example', 'p256', { options: {}, now: office.now });
  const times: number[] = [];
  for (let round = -WARM; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await signWithLibpdf(office, file, SIGNERS[0], signer);
    if (round >= 0) times.push(performance.now() - begun);
  }
  const took = median(times);
  report(`this machine ${when}: @libpdf/core signs one page`, took, 'ms', {
    beside: `${(took / GOAL_MS).toFixed(2)} times the machine of the goals (${GOAL_MS} ms)`,
  });
  setYardstick(took);
}
