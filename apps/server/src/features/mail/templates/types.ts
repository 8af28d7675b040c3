import type { Speech } from '../language.ts';

/** The output of a template. `subject` is one line of at most 150 characters, and `html` is a complete document. */
export type MailContent = { readonly subject: string; readonly text: string; readonly html: string };

export type Brand = {
  readonly organization: string;
  readonly productName: 'Countersign';
  /** True in the sandbox. The top of the e-mail then states that it is a test. */
  readonly isTest?: boolean;
};

/** The link of the e-mail's only button: an absolute http(s) URL. */
export type Linked = { readonly link: string };

export type Person = { readonly name: string; readonly email: string };

/** The input for every e-mail about a document. Names, titles and messages are user input of any length and script. */
export type MailInput = {
  readonly brand: Brand;
  readonly speech: Speech;
  readonly recipient: Person;
  readonly sender: Person;
  readonly documentTitle: string;
};
