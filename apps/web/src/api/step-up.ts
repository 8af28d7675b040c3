/**
 * Sensitive operations require a proof of identity from within the last ten minutes. The page asks for the proof only
 * when the server requires it.
 */
import { isCode } from '@countersign/client';

/** Thrown if the person closed the dialog. No message is shown, because this is not an error. */
export class GivenUp extends Error {}

type Prover = () => Promise<void>;
let prover: Prover | undefined;
let asked: Promise<void> | undefined;
let isExpected = false;
const waiting: (() => void)[] = [];

/**
 * Called by a page that loads its dialog after the first render, so that requests for a proof wait for the dialog.
 * Returns an undo function.
 */
export function expectProver(): () => void {
  isExpected = true;
  return () => {
    isExpected = false;
  };
}

/** Called by the dialog when it is mounted. Returns an undo function. */
export function provideProof(prove: Prover): () => void {
  prover = prove;
  for (const goOn of waiting.splice(0)) goOn();
  return () => {
    if (prover === prove) prover = undefined;
  };
}

/**
 * Runs an action. If the server requires a proof of identity, asks for it once for all waiting actions, and then reruns
 * them.
 */
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
