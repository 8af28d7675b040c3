/** What every template does first: what people typed becomes fit to print. */
import { cut, oneLine } from './text.ts';
import type { MailInput, Person } from './types.ts';

const NAME_LENGTH = 60;
const TITLE_LENGTH = 200;
const SUBJECT_LENGTH = 150;

/** Cleaned and of bounded length; a person without a name is called by the address. */
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

/** What a person is called in a sentence. */
export function nameOf({ name, email }: Person): string {
  return name === '' ? email : name;
}

/**
 * A link of ours is always absolute and http(s). Anything else is a defect: better no mail than one whose button runs a
 * script or leads nowhere.
 */
export function assertLink(link: string): string {
  if (!/^https?:\/\/[^\s<>"']+$/.test(link) || !URL.canParse(link))
    throw new Error('A mail needs an absolute http(s) link.');
  return link;
}

/**
 * One line of at most 150 characters; the title gives way, so that the verb stays readable. Without isolates around the title: several mail programs show them as boxes in a subject, and a control that turns text about has
 * no place in a header. The quotes around the title keep it apart.
 */
export function makeSubject(build: (title: string) => string, title: string): string {
  const room = SUBJECT_LENGTH - build('').length;
  return cut(build(cut(title, Math.min(room, 80))), SUBJECT_LENGTH);
}

/** A subject that the sender wrote, or undefined where nothing is left of it. */
export function ownSubject(subject: string | null): string | undefined {
  const line = cut(oneLine(subject ?? ''), SUBJECT_LENGTH);
  return line === '' ? undefined : line;
}
