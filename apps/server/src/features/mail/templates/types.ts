import type { Speech } from '../language.ts';

/** What a template makes. `subject` is one line of at most 150 characters; `html` is a whole document. */
export type MailContent = { readonly subject: string; readonly text: string; readonly html: string };

export type Brand = {
  /** The organization that the mail speaks for. */
  readonly organization: string;
  readonly productName: 'Countersign';
  /** Sandbox: said at the top of the mail. */
  readonly isTest?: boolean;
};

/** Where a mail's one button leads: an absolute http(s) address. */
export type Linked = { readonly link: string };

export type Person = { readonly name: string; readonly email: string };

/** What every mail about a document needs. Names, titles and messages are what people typed, in any length and script. */
export type MailInput = {
  readonly brand: Brand;
  readonly speech: Speech;
  readonly recipient: Person;
  readonly sender: Person;
  readonly documentTitle: string;
};
