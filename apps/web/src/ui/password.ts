import { m } from './part-texts.ts';
/**
 * Only the length matters (NIST SP 800-63B §5.1.1.2). The minimum is 12 characters unless an organization requires
 * more. There are no rules about kinds of characters.
 */
export const PASSWORD_MIN = 12;
const LONG = 20;

export type PasswordState = { enough: boolean; part: number; text: string };

/**
 * Returns how close a new password is to the minimum length, counted in visible characters rather than UTF-16 code
 * units.
 */
export function judgePassword(password: string, min: number = PASSWORD_MIN): PasswordState {
  const length = Array.from(password).length;
  const long = Math.max(LONG, min);
  const part = Math.min(1, length / long);
  if (length === 0) return { enough: false, part, text: m.password.atLeastCharacters(min) };
  if (length < min) return { enough: false, part, text: m.password.ofAtLeastCharacters(length, min) };
  return {
    enough: true,
    part,
    text: length < long ? m.password.characters(length) : m.password.charactersStrong(length),
  };
}
