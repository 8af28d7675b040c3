/** The first step of every template: cleans user input for display. */
import { cut, oneLine } from './text.ts';
import type { MailInput, Person } from './types.ts';

const NAME_LENGTH = 60;
const TITLE_LENGTH = 200;
const SUBJECT_LENGTH = 150;

/**
 * Cleans the values of an e-mail and limits their length. A person without a name is referred to by their e-mail
 * address.
 */
export function prepare<T extends MailInput>(input: T): T {
  return {
    ...input,
    brand: { ...input.brand, organization: cut(oneLine(input.brand.organization), NAME_LENGTH) },
    recipient: preparePerson(input.recipient),
    sender: preparePerson(input.sender),
    documentTitle: cut(oneLine(input.documentTitle), TITLE_LENGTH),
  };
}

export function preparePerson(person: Person): Person {
  const email = oneLine(person.email);
  return { email, name: cut(oneLine(person.name), NAME_LENGTH) || email };
}

export function nameOf({ name, email }: Person): string {
  return name === '' ? email : name;
}

/**
 * Throws unless a link is absolute and http(s). Our links always are, so anything else is a defect. Sending no e-mail
 * is better than a button that runs a script or has no target.
 */
export function assertLink(link: string): string {
  if (!/^https?:\/\/[^\s<>"']+$/.test(link) || !URL.canParse(link))
    throw new Error('An e-mail needs an absolute http(s) link.');
  return link;
}

/**
 * Returns one line of at most 150 characters. The title is shortened, so that the verb stays readable. The title is
 * quoted rather than isolated, because several mail programs show isolates as boxes in a subject, and bidirectional
 * controls do not belong in a header.
 */
export function makeSubject(build: (title: string) => string, title: string): string {
  const room = SUBJECT_LENGTH - build('').length;
  return cut(build(cut(title, Math.min(room, 80))), SUBJECT_LENGTH);
}

/** Undefined if nothing remains after cleaning. */
export function ownSubject(subject: string | null): string | undefined {
  const line = cut(oneLine(subject ?? ''), SUBJECT_LENGTH);
  return line === '' ? undefined : line;
}
