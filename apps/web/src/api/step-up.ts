/** Sensitive operations ask for a proof of the last ten minutes. The page asks for it where the server wants it, and only there. */
import { isCode } from '@countersign/client';

/** Thrown where the person closed the dialog. Nothing is wrong, so nothing is said. */
export class GivenUp extends Error {}

type Prover = () => Promise<void>;
let prover: Prover | undefined;
let asked: Promise<void> | undefined;
let isExpected = false;
const waiting: (() => void)[] = [];

/** Of a page whose dialog comes after its first picture: whoever is asked for a proof before waits for it. Answers with how it is taken back. */
export function expectProver(): () => void {
  isExpected = true;
  return () => {
    isExpected = false;
  };
}

/** Of the dialog, while it is on the page. Answers with how it is taken back. */
export function provideProof(prove: Prover): () => void {
  prover = prove;
  for (const goOn of waiting.splice(0)) goOn();
  return () => {
    if (prover === prove) prover = undefined;
  };
}

/** Runs an action; where the server asks for a proof, it is asked for once for all who wait, and the action runs again. */
export async function withProof<T>(
  action: () => Promise<T>,
  asking: 'STEP_UP_REQUIRED' | 'SIGNER_STEP_REQUIRED' = 'STEP_UP_REQUIRED',
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!isCode(error, asking)) throw error;
    if (prover === undefined && isExpected) await new Promise<void>((resolve) => waiting.push(resolve));
    if (prover === undefined) throw error;
    asked ??= prover().finally(() => (asked = undefined));
    await asked;
    return action();
  }
}
