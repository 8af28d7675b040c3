/**
 * The questions that the user must answer before recipients are contacted. The strings in a question come from the
 * model or from other people, so each string is quoted on a separate line and cannot imitate another line.
 */
import { z } from 'zod';
import { harmless, numberText } from '../../terminal.ts';

const LONGEST_MESSAGE = 500;

/** Formats a recipient so that the name cannot be read as another address. */
export const person = {
  name: z
    .string()
    .min(1)
    .max(120)
    .refine(
      (name) => !/[<>,]/.test(name) && harmless(name) === name,
      'must not contain <, >, commas or control characters',
    ),
  email: z
    .string()
    .max(254)
    .regex(/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/u, 'must be an e-mail address')
    .refine((email) => harmless(email) === email, 'must be an e-mail address'),
};

interface Recipient {
  readonly name: string;
  readonly email: string;
  readonly role?: string | undefined;
}
interface Question {
  /** The ID of the document or template, or the path of the file. */
  readonly source: string;
  /** The title of the stored document, or the name of the template. */
  readonly stored: string | undefined;
  readonly people: readonly Recipient[];
  readonly message: string | undefined;
}

export function sendQuestion(question: Question & { place: string; title: string | undefined }): string {
  const { source, stored, place, title, people, message } = question;
  return lines(
    `Send ${named(source, stored)} for signing in ${place}?`,
    ...(title === undefined ? [] : [`Title: ${quoted(title)}`]),
    ...recipients(people),
    ...messageLine(message),
  );
}

export function remindQuestion({ source, stored, people, message }: Question): string {
  return lines(`Send a reminder for ${named(source, stored)}?`, ...recipients(people), ...messageLine(message));
}

const lines = (...texts: readonly string[]): string => texts.join('\n');

/** Escapes quotes, line breaks, control characters and direction marks. */
const quoted = (text: string): string => harmless(JSON.stringify(text));

const named = (source: string, stored: string | undefined): string =>
  stored === undefined ? quoted(source) : `${quoted(stored)} (${source})`;

function recipients(people: readonly Recipient[]): string[] {
  if (people.length === 0) return ['Recipients: none'];
  return [
    `Recipients (${people.length}):`,
    ...people.map(
      ({ name, email, role }) =>
        `- ${quoted(name)} <${harmless(email)}>${role === undefined ? '' : `, role ${quoted(role)}`}`,
    ),
  ];
}

function messageLine(message: string | undefined): string[] {
  if (message === undefined) return ['Message: none'];
  const characters = [...message];
  if (characters.length <= LONGEST_MESSAGE) return [`Message: ${quoted(message)}`];
  const shown = characters.slice(0, LONGEST_MESSAGE).join('');
  return [`Message (the first ${LONGEST_MESSAGE} of ${numberText(characters.length)} characters): ${quoted(shown)}`];
}
