/**
 * Which passwords are taken (NIST SP 800-63B §3.1.1.2): length, and none that guessing programs try first. The lists are part of
 * the installation, so no password and no part of its hash leaves it. They are loaded on first use: half a megabyte that a
 * server needs only when somebody chooses a password.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { invalid } from '../../platform/errors.ts';

export const DEFAULT_MIN_LENGTH = 12;
/** Guesses below this are hours for whoever has the hash; 10^10 is the estimator's own bound for "very unguessable". */
const MIN_GUESSES_LOG10 = 10;
const PRODUCT = ['countersign', 'sign', 'signature', 'password'];

let estimator: Promise<ZxcvbnFactory> | undefined;

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  // Estimating takes time with length; beyond 100 characters nobody guesses.
  return new Factory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs, maxLength: 100 });
}

export type PasswordContext = { minLength: number; name: string; email: string; organizations: readonly string[] };

/** Throws ValidationError that says what to do. `field` is how the caller named the password. */
export async function refuseWeakPassword(
  password: string,
  context: PasswordContext,
  field = 'password',
): Promise<void> {
  const text = password.normalize('NFKC');
  // As people count: an emoji is one character, not two.
  const length = [...text].length;
  if (length < context.minLength)
    throw invalid(field, `must have at least ${context.minLength} characters`, 'password_too_short');
  estimator ??= loadEstimator();
  const words = contextWords(context);
  const { guessesLog10, sequence } = (await estimator).check(text, words);
  if (guessesLog10 >= MIN_GUESSES_LOG10) return;
  const own = sequence.some((match) => match['dictionaryName'] === 'userInputs');
  throw own
    ? invalid(
        field,
        'is easy to guess: it contains your name, your address, your organization or ours. Use four unrelated words instead.',
        'password_contains_context',
      )
    : invalid(
        field,
        'is easy to guess, because it consists of common passwords. Use four unrelated words instead.',
        'password_too_common',
      );
}

/** What somebody who knows the person tries: whole values and their words. */
function contextWords({ name, email, organizations }: PasswordContext): string[] {
  const whole = [name, email, ...organizations];
  const parts = whole.flatMap((value) => value.split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length > 2);
  return [...whole, ...parts, ...PRODUCT].filter((word) => word !== '');
}
