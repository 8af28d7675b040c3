/**
 * Password rules (NIST SP 800-63B §3.1.1.2): a minimum length, and no passwords that guessing programs try first. The
 * lists ship with the server, so neither the password nor a part of its hash leaves it. They take up half a megabyte of
 * memory, so they are loaded only when the first password is chosen.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { invalid, ValidationError } from '../../platform/errors.ts';

export const DEFAULT_MIN_LENGTH = 12;
/**
 * Password hashing is slow, so even an attacker who has a hash cannot make this many guesses within hours. 10^10 is the
 * estimator's own threshold for "very unguessable".
 */
const MIN_GUESSES_LOG10 = 10;
const PRODUCT = ['countersign', 'sign', 'signature', 'password'];

let estimator: Promise<ZxcvbnFactory> | undefined;

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  // Estimation takes longer for longer passwords, and nobody can guess long passwords anyway.
  return new Factory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs, maxLength: 100 });
}

export type PasswordContext = { minLength: number; name: string; email: string; organizations: readonly string[] };

/**
 * Throws a ValidationError that states what to change. `field` is the name of the password field in the caller's input.
 */
export async function refuseWeakPassword(
  password: string,
  context: PasswordContext,
  field = 'password',
): Promise<void> {
  const text = password.normalize('NFKC');
  // Counts characters as people see them. An emoji counts as one character, not as two.
  const length = [...text].length;
  if (length < context.minLength)
    throw new ValidationError({
      field,
      message: `must have at least ${context.minLength} characters`,
      code: 'password_too_short',
      limit: context.minLength,
    });
  estimator ??= loadEstimator();
  const words = contextWords(context);
  const { guessesLog10, sequence } = (await estimator).check(text, words);
  if (guessesLog10 >= MIN_GUESSES_LOG10) return;
  const own = sequence.some((match) => match['dictionaryName'] === 'userInputs');
  throw own
    ? invalid(
        field,
        'is easy to guess, because it contains your name, your e-mail address, your organization or the name of this service. Use four unrelated words instead.',
        'password_contains_context',
      )
    : invalid(
        field,
        'is easy to guess, because it consists of common passwords. Use four unrelated words instead.',
        'password_too_common',
      );
}

/**
 * Words that an attacker who knows the person would try: the name, the address and the organizations, and the words in
 * them.
 */
function contextWords({ name, email, organizations }: PasswordContext): string[] {
  const whole = [name, email, ...organizations];
  const parts = whole.flatMap((value) => value.split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length > 2);
  return [...whole, ...parts, ...PRODUCT].filter((word) => word !== '');
}
