/** The text of the signing page. If a language lacks an entry or has an unknown entry, compilation fails. */
import type { Language } from '@countersign/contract/languages';
import type { page } from './en/sign.ts';

export type FieldName = { label: string; required: boolean; done: boolean; page: number; value: string };

type InPersonPage = { title: string; text: string };

export type AttachmentWords = {
  choose: string;
  other: string;
  hint: string;
  sending: (file: string) => string;
  remove: string;
  tooLarge: string;
  offline: string;
  failed: string;
  /** Shown when retrying with the same file would not help. */
  refused: (file: string) => string;
};

export type HandWords = {
  legend: string;
  /** The alt text for a handwriting style. */
  style: (number: number) => string;
  /** Shown if no handwriting style contains the letters in the name. */
  plain: string;
};

export type InPersonWords = {
  code: InPersonPage & { label: string; open: string; wrong: (left: number) => string };
  /** The ways in which the visit can end. In each case, the person returns the device. */
  ends: Record<'signed' | 'declined' | 'expired' | 'locked' | 'ended', InPersonPage>;
  handBack: string;
  /** Shown two minutes before the session ends. The session cannot be extended. */
  closes: (left: string) => string;
  closesWhy: string;
};

export type PackageWords = {
  /** Shown above the list. `count` is at least two. */
  heading: (count: number) => string;
  position: (at: number, of: number) => string;
  text: string;
  signed: string;
  here: string;
  /** The states of the other documents that the person can sign in this visit. */
  standing: Record<'declined-by-you' | 'declined' | 'voided' | 'expired' | 'waiting' | 'open' | 'nothing', string>;
  next: (title: string) => string;
  left: (count: number) => string;
  allDone: (count: number) => string;
  /** Shown at the end of a visit in which at least one document was not signed. */
  summary: (signed: number, of: number) => string;
  failed: string;
  /** Shown above the next document if nobody can sign the previous document anymore. */
  after: Record<'expired' | 'voided' | 'declined' | 'you-declined', (title: string) => string>;
};

export type RoleWords = {
  /** Shown above the list of roles. `count` is at least two. */
  heading: (count: number) => string;
  position: (at: number, of: number) => string;
  text: string;
  left: (count: number) => string;
  allDone: (count: number) => string;
  failed: string;
  /** Shown in the list after the name of an approver. */
  approver: string;
};

export type SavedSignatureWords = {
  /** The label of the tab for the saved signature, beside the tabs for drawing, typing and uploading. */
  tab: string;
  picture: string;
  why: string;
  save: string;
  replaces: string;
  failed: string;
};

export type SecondStepWords = {
  title: string;
  text: (sender: string, address: string) => string;
  send: string;
  sent: (address: string) => string;
  label: string;
  open: string;
  wrong: (left: number) => string;
  again: string;
  tooMany: string;
  failed: string;
  account: (sender: string) => string;
  signIn: string;
};

/** Text for the public-link page. Text about codes is in `secondStep`. */
export type PublicLinkWords = {
  title: (title: string) => string;
  text: (organization: string) => string;
  name: string;
  nameMissing: string;
  email: string;
  send: string;
  codeTitle: string;
  proceed: string;
  preparing: string;
  over: string;
  other: string;
  closed: Record<
    'paused' | 'expired' | 'limit-reached' | 'unusable' | 'no-link',
    { title: string; text: (organization: string) => string }
  >;
};

export type SignWords = typeof page & {
  /** Text for fields that accept a file. */
  attachments: AttachmentWords;
  /** Text for the handwriting styles of typed signatures. */
  hands: HandWords;
  /** Text for signing on a device that the sender handed over. */
  inPerson: InPersonWords;
  /** Text for signing several documents in one visit. */
  package: PackageWords;
  /** Text for photos taken with the device's camera. */
  photo: { take: string };
  /** Text for a visitor with several roles in a document. */
  roles: RoleWords;
  /** Text for the signature stored in the signer's account. */
  savedSignature: SavedSignatureWords;
  /** Text for recipient authentication. */
  secondStep: SecondStepWords;
  /** Text for the public-link page. */
  publicLink: PublicLinkWords;
};

/** English is part of the page. Every other language is a separate file that the browser fetches when needed. */
export const SIGN_WORDS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ sign: SignWords }>>> = {
  de: () => import('./de/sign.ts'),
  fr: () => import('./fr/sign.ts'),
  es: () => import('./es/sign.ts'),
  it: () => import('./it/sign.ts'),
  pt: () => import('./pt/sign.ts'),
  nl: () => import('./nl/sign.ts'),
  pl: () => import('./pl/sign.ts'),
  ja: () => import('./ja/sign.ts'),
  hi: () => import('./hi/sign.ts'),
  ar: () => import('./ar/sign.ts'),
  he: () => import('./he/sign.ts'),
};
