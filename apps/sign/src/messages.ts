/**
 * Every word of the page, as a table keyed by language. A further language is one more object of the same shape:
 * a missing or surplus entry does not compile. Entries with figures or names in them are functions, because word
 * order and plurals are a language's own business.
 */
import type { FieldKind, SignerStatus } from '@countersign/contract';

type Step = { title: string; text: string };

export type Messages = {
  /** BCP 47; goes into <html lang> and into every date. */
  locale: string;
  direction: 'ltr' | 'rtl';
  opening: string;
  brand: string;
  close: string;
  cancel: string;
  tryAgain: string;
  copy: string;
  copied: string;

  asksToSign: (who: string) => string;
  asksToApprove: (who: string) => string;
  asTheSigner: (name: string) => string;
  messageFrom: (name: string) => string;
  from: string;
  document: string;
  pageCount: (pages: number) => string;
  signBy: string;
  daysLeft: (days: number) => string;
  noEndDate: string;
  alsoSigning: string;
  reviewDocument: string;
  nothingYet: string;
  nothingYetApprover: string;
  notForYou: string;
  writeTo: (name: string) => string;

  page: (page: number, of: number) => string;
  pageLoading: string;
  pageFailed: string;
  pageWithoutText: string;
  zoomIn: string;
  zoomOut: string;
  zoom: (percent: number) => string;
  zoomLabel: string;

  kinds: Record<FieldKind, string>;
  flags: Record<FieldKind, string>;
  optional: string;
  onPage: (page: number) => string;
  done: string;
  open: string;
  toDo: string;
  optionalParts: string;
  fieldName: (parts: { label: string; required: boolean; done: boolean; page: number; value: string }) => string;
  faults: Record<'required' | 'email' | 'date' | 'number', string> &
    Record<'short' | 'long' | 'min' | 'max' | 'decimals', (limit: number) => string>;
  choose: string;

  progress: (done: number, total: number) => string;
  progressNothing: string;
  allDone: string;
  next: string;
  upNext: (label: string, page: number) => string;
  barRegion: string;
  start: string;
  /** What the main button says at a place for one. */
  here: Record<'signature' | 'initials', { make: string; place: string }>;
  changeSignature: string;
  finish: string;
  nextUp: (label: string, page: number) => string;
  everythingDone: string;
  documentRegion: string;

  marks: Record<'signature' | 'initials', { title: string; once: string; typeLabel: string; use: string }>;
  draw: string;
  type: string;
  upload: string;
  waysToSign: string;
  drawHint: string;
  drawSurface: string;
  undo: string;
  clear: string;
  typeHint: string;
  typePreview: string;
  uploadChoose: string;
  uploadOther: string;
  uploadHint: string;
  uploadPreview: string;
  uploadFaults: Record<'type' | 'unreadable' | 'size', string>;
  signatureOf: (name: string) => string;

  consentTitle: string;
  approveTitle: string;
  consentLabel: string;
  whatHappens: (title: string, sender: string) => string;
  whatHappensApprove: (title: string, sender: string) => string;
  signDocument: string;
  approveDocument: string;
  signing: string;
  approving: string;
  signingNote: string;
  consentNeeded: string;
  backToDocument: string;
  ratherNot: string;

  sendFaults: { offline: Step; unavailable: Step; invalid: Step; other: Step };
  /** `seconds` is null where the service named no time. */
  waitSeconds: (seconds: number | null) => string;
  requestId: (id: string) => string;

  signedTitle: string;
  approvedTitle: string;
  thanks: (name: string) => string;
  signedAt: string;
  signedAs: string;
  fingerprint: string;
  fingerprintNote: string;
  verifyNote: string;
  waitingFor: string;
  signerStates: Record<SignerStatus, string>;
  downloadReady: string;
  downloadReadyText: string;
  downloadWaiting: string;
  downloadWaitingText: (email: string) => string;
  downloadSealing: string;
  downloadSealingText: string;
  download: string;
  downloading: string;
  downloadFailed: string;
  downloadLater: string;

  turnTitle: string;
  turnText: (sender: string) => string;
  readMeanwhile: string;
  checkAgain: string;
  readingTurn: string;
  readingCopy: string;
  back: string;

  stopped: Record<
    | 'no-link'
    | 'session-ended'
    | 'wrong-link'
    | 'expired'
    | 'voided'
    | 'unreadable'
    | 'declined'
    | 'you-declined'
    | 'you-forwarded'
    | 'locked'
    | 'offline'
    | 'unavailable'
    | 'other',
    { title: string; what: string; kept: string; todo: string }
  >;
  askSender: (name: string) => string;
  askSubject: (title: string) => string;

  /** Instead of signing. */
  otherwise: string;
  declineWay: string;
  declineTitle: string;
  declineText: (sender: string) => string;
  declineReason: string;
  declineMissing: string;
  decline: string;
  forwardWay: string;
  forwardTitle: string;
  forwardText: (sender: string) => string;
  forwardName: string;
  forwardEmail: string;
  forward: string;
  otherwiseFaults: Record<'offline' | 'unavailable' | 'other', Step>;

  codeTitle: string;
  codeText: (sender: string) => string;
  codeLabel: string;
  codeWrong: (left: number) => string;
  codeOpen: string;
  codeMissing: string;

  sessionWarning: (left: string) => string;
  sessionKept: string;
  stay: string;
};

const en: Messages = {
  locale: 'en',
  direction: 'ltr',
  opening: 'Opening the document…',
  brand: 'Countersign',
  close: 'Close',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  copy: 'Copy',
  copied: 'Copied',

  asksToSign: (who) => `${who} asks you to sign`,
  asksToApprove: (who) => `${who} asks you to approve`,
  asTheSigner: (name) => `For ${name}`,
  messageFrom: (name) => `Message from ${name}`,
  from: 'From',
  document: 'Document',
  pageCount: (pages) => (pages === 1 ? '1 page' : `${pages} pages`),
  signBy: 'Sign by',
  daysLeft: (days) => (days <= 0 ? 'today is the last day' : days === 1 ? '1 day left' : `${days} days left`),
  noEndDate: 'No end date',
  alsoSigning: 'Also signing',
  reviewDocument: 'Review document',
  nothingYet: 'Read it first. Nothing is signed until you press “Sign document” at the end. You need no account.',
  nothingYetApprover:
    'Read it first. Nothing is approved until you press “Approve document” at the end. You need no account.',
  notForYou: 'Not meant for you, or would you rather sign on paper?',
  writeTo: (name) => `Write to ${name}`,

  page: (page, of) => `Page ${page} of ${of}`,
  pageLoading: 'Loading…',
  pageFailed: 'This page could not be loaded.',
  pageWithoutText:
    'This page is a picture without text that could be read aloud. Ask the sender for a copy that can be.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoom: (percent) => `${percent} %`,
  zoomLabel: 'Zoom',

  kinds: {
    signature: 'Signature',
    initials: 'Initials',
    company: 'Company',
    'job-title': 'Job title',
    number: 'Number',
    radio: 'Choice',
    dropdown: 'Choice',
    name: 'Name',
    email: 'E-mail address',
    date: 'Date',
    text: 'Text',
    checkbox: 'Checkbox',
    attachment: 'File',
  },
  // No longer than these: they stand in the margin beside the page.
  flags: {
    signature: 'Sign',
    initials: 'Initial',
    name: 'Name',
    email: 'E-mail',
    date: 'Date',
    company: 'Fill in',
    'job-title': 'Fill in',
    text: 'Fill in',
    number: 'Fill in',
    checkbox: 'Tick',
    radio: 'Pick',
    dropdown: 'Pick',
    attachment: 'File',
  },
  optional: 'optional',
  onPage: (page) => `Page\u00a0${page}`,
  done: 'done',
  open: 'to do',
  toDo: 'What to do',
  optionalParts: 'If you like',
  fieldName: ({ label, required, done, page, value }) =>
    [
      label,
      required ? 'required' : 'optional',
      done ? `done${value === '' ? '' : `: ${value}`}` : 'not done yet',
      `page ${page}`,
    ].join(', '),
  faults: {
    required: 'This has to be filled in.',
    email: 'Enter an e-mail address such as name@example.com.',
    date: 'Enter a date.',
    number: 'Enter a number with figures and a decimal point only, such as 1250 or 99.50.',
    short: (limit) => `This is too short: at least ${limit} characters.`,
    long: (limit) => `This is too long: at most ${limit} characters.`,
    min: (limit) => `Enter a number of at least ${limit}.`,
    max: (limit) => `Enter a number of at most ${limit}.`,
    decimals: (limit) => (limit === 0 ? 'Enter a whole number.' : `Enter at most ${limit} decimals.`),
  },
  choose: 'Choose…',

  progress: (done, total) => `${done} of ${total} done`,
  progressNothing: 'Nothing to fill in',
  allDone: 'All done',
  next: 'Next',
  upNext: (label, page) => `Next: ${label} · page\u00a0${page}`,
  barRegion: 'Next step',
  start: 'Start',
  here: {
    signature: { make: 'Sign here', place: 'Put signature here' },
    initials: { make: 'Initial here', place: 'Put initials here' },
  },
  changeSignature: 'Change',
  finish: 'Finish',
  nextUp: (label, page) => `Next: ${label}, page ${page}.`,
  everythingDone: 'Everything is done. You can finish now.',
  documentRegion: 'The document',

  marks: {
    signature: {
      title: 'Your signature',
      once: 'Make it once. It is used for every place you sign in this document.',
      typeLabel: 'Your name',
      use: 'Use signature',
    },
    initials: {
      title: 'Your initials',
      once: 'Make them once. They are used for every place you initial in this document.',
      typeLabel: 'Your initials',
      use: 'Use initials',
    },
  },
  draw: 'Draw',
  type: 'Type',
  upload: 'Upload',
  waysToSign: 'Ways to sign',
  drawHint: 'Use your finger, a pen or the mouse.',
  drawSurface: 'Surface to draw your signature on. If you cannot draw, choose Type.',
  undo: 'Undo',
  clear: 'Clear',
  typeHint: 'This is how it will look:',
  typePreview: 'Preview of your signature',
  uploadChoose: 'Choose a picture',
  uploadOther: 'Choose another',
  uploadHint: 'A photo or scan of your signature: PNG or JPEG. It is made smaller on your device before it is sent.',
  uploadPreview: 'The picture you chose',
  uploadFaults: {
    type: 'That is not a PNG or JPEG picture. Choose another file.',
    unreadable: 'That picture could not be read. Choose another file.',
    size: 'That picture stays too large even when made smaller. Crop it to the signature and try again.',
  },
  signatureOf: (name) => `Signature of ${name}`,

  consentTitle: 'Sign the document',
  approveTitle: 'Approve the document',
  consentLabel: 'I agree',
  whatHappens: (title, sender) =>
    `When you press “Sign document”, “${title}” is signed in your name with a digital signature and a trusted time-stamp. ${sender} is told. It cannot be taken back here afterwards.`,
  whatHappensApprove: (title, sender) =>
    `When you press “Approve document”, your approval of “${title}” is recorded with a digital signature and a trusted time-stamp. ${sender} is told. It cannot be taken back here afterwards.`,
  signDocument: 'Sign document',
  approveDocument: 'Approve document',
  signing: 'Signing…',
  approving: 'Approving…',
  signingNote: 'Making the signature and its time-stamp. Please keep this page open.',
  consentNeeded: 'Please tick the box to go on: without your consent this cannot be signed electronically.',
  backToDocument: 'Back',
  ratherNot: 'Do not agree? Close this page, nothing is signed. For paper, write to',

  sendFaults: {
    offline: {
      title: 'No connection',
      text: 'No answer came. What you entered is kept on this page. Check your connection and try again; you cannot sign twice by accident.',
    },
    unavailable: {
      title: 'Not possible at the moment',
      text: 'Nothing was signed, and what you entered is kept on this page.',
    },
    invalid: { title: 'Something has to be corrected', text: 'Nothing was signed, and what you entered is kept.' },
    other: { title: 'That did not work', text: 'Nothing was signed, and what you entered is kept on this page.' },
  },
  waitSeconds: (seconds) =>
    seconds === null
      ? 'Try again shortly.'
      : seconds <= 1
        ? 'Try again in a second.'
        : `Try again in ${seconds} seconds.`,
  requestId: (id) => `If you ask for help, quote ${id}.`,

  signedTitle: 'You have signed',
  approvedTitle: 'You have approved',
  thanks: (name) => `Thank you, ${name}.`,
  signedAt: 'When',
  signedAs: 'Who',
  fingerprint: 'Fingerprint',
  fingerprintNote: 'SHA-256 of the document as it was sent',
  verifyNote:
    'You can verify this document any time: the finished file carries every signature and time-stamp inside, and PDF readers that check signatures show them.',
  waitingFor: 'Who signs',
  signerStates: {
    waiting: 'Waiting for their turn',
    'pending-signature': 'Not signed yet',
    signed: 'Signed',
    declined: 'Declined',
    notified: 'Gets a copy',
  },
  downloadReady: 'Everyone has signed',
  downloadReadyText: 'The document is finished and sealed. Keep a copy.',
  downloadWaiting: 'Not everyone has signed yet',
  downloadWaitingText: (email) => `You will get the finished document by e-mail at ${email}. You can close this page.`,
  downloadSealing: 'Everyone has signed',
  downloadSealingText: 'The finished document is being sealed. This takes a moment.',
  download: 'Download document',
  downloading: 'Downloading…',
  downloadFailed: 'The download did not work. Check your connection and try again.',
  downloadLater: 'This page no longer looks for news. Open the link in your e-mail again to see how things stand.',

  turnTitle: 'It is not your turn yet',
  turnText: (sender) =>
    `Others sign before you. You will get an e-mail as soon as it is your turn. With questions, write to ${sender}.`,
  readMeanwhile: 'Read the document',
  checkAgain: 'Check again',
  readingTurn: 'To read only: it is not your turn yet',
  readingCopy: 'Your copy: nothing to sign here',
  back: 'Back',

  stopped: {
    'no-link': {
      title: 'Open the link in your e-mail',
      what: 'This page opens from the personal link in your invitation, and it was opened without one.',
      kept: '',
      todo: 'Go back to the e-mail and open its link again.',
    },
    'session-ended': {
      title: 'This page was closed to protect you',
      what: 'For half an hour nothing happened here, so the document was put away.',
      kept: 'Nothing was signed. What you entered is still in this tab.',
      todo: 'Open the link in your e-mail again to go on.',
    },
    'wrong-link': {
      title: 'This link does not work',
      what: 'The link is incomplete, or a newer one has replaced it.',
      kept: 'Nothing was signed.',
      todo: 'Open the link in the newest e-mail about this document. If that does not work either, ask the person who sent it for a new one.',
    },
    expired: {
      title: 'The time to sign has passed',
      what: 'This document could be signed until a certain day, and that day is over.',
      kept: 'Nothing was signed by you.',
      todo: 'If it should still be signed, ask for it to be sent again.',
    },
    voided: {
      title: 'This document was withdrawn',
      what: 'The sender has withdrawn it. It can no longer be read or signed.',
      kept: 'You need not do anything.',
      todo: 'If that surprises you, ask the sender.',
    },
    unreadable: {
      title: 'This link has run out',
      what: 'Finished documents can be read here for 30 days, and these days are over.',
      kept: 'The signatures stay valid.',
      todo: 'Ask the sender for a copy.',
    },
    declined: {
      title: 'This document was closed',
      what: 'Somebody declined to sign it, so it will not be finished.',
      kept: 'You need not do anything.',
      todo: 'With questions, ask the sender.',
    },
    'you-declined': {
      title: 'You have declined',
      what: 'This document will not be completed. The sender and the others have been told, with your reason.',
      kept: 'Nothing was signed by you.',
      todo: '',
    },
    'you-forwarded': {
      title: 'You have passed it on',
      what: 'The other person gets a link of their own by e-mail. Yours no longer works.',
      kept: 'Nothing was signed by you. The sender has been told.',
      todo: '',
    },
    locked: {
      title: 'This document is locked',
      what: 'Wrong codes were entered five times.',
      kept: 'Nothing of the document was shown.',
      todo: 'The sender has been told and can send you a new link.',
    },
    offline: {
      title: 'No connection',
      what: 'The document could not be fetched because no answer came.',
      kept: 'Nothing is lost.',
      todo: 'Check your connection and try again.',
    },
    unavailable: {
      title: 'Not available at the moment',
      what: 'The service cannot show the document right now.',
      kept: 'Nothing was changed.',
      todo: '',
    },
    other: {
      title: 'That did not work',
      what: 'The document could not be opened.',
      kept: 'Nothing was changed.',
      todo: 'Try again. If it stays like this, ask the person who sent you the link.',
    },
  },
  askSender: (name) => `Write to ${name}`,
  askSubject: (title) => `About “${title}”`,

  otherwise: 'Not signing?',
  declineWay: 'Decline to sign',
  declineTitle: 'Decline to sign',
  declineText: (sender) =>
    `This ends the document for everybody and cannot be taken back. ${sender} and the others are told your reason.`,
  declineReason: 'Reason',
  declineMissing: 'Please say why, in a few words.',
  decline: 'Decline',
  forwardWay: 'Somebody else should sign',
  forwardTitle: 'Somebody else should sign',
  forwardText: (sender) =>
    `They get a link of their own and sign in your place. Your link ends, and ${sender} is told.`,
  forwardName: 'Their name',
  forwardEmail: 'Their e-mail address',
  forward: 'Pass on',
  otherwiseFaults: {
    offline: { title: 'No connection', text: 'No answer came. Check your connection and try again.' },
    unavailable: { title: 'Not possible at the moment', text: 'Nothing was changed. Try again shortly.' },
    other: { title: 'That did not work', text: 'Nothing was changed.' },
  },

  codeTitle: 'Enter your access code',
  codeText: (sender) =>
    `${sender} protected this document with a code and told it to you by another way than this e-mail.`,
  codeLabel: 'Access code',
  codeWrong: (left) => `That is not the code. ${left === 1 ? 'One try is left.' : `${left} tries are left.`}`,
  codeOpen: 'Open the document',
  codeMissing: 'No code?',

  sessionWarning: (left) => `This page closes in ${left}`,
  sessionKept: 'To protect you, it is put away when nobody uses it.',
  stay: 'Keep it open',
};

/** Keyed by language, in the order of preference where a visitor names several. */
export const languages: Record<string, Messages> = { en };

/** The table for the first language of `wanted` (as in navigator.languages) that there is, else English. */
export function messagesFor(wanted: readonly string[]): Messages {
  const tags = wanted.flatMap((tag) => [tag, tag.split('-')[0] ?? tag]);
  const found = tags.find((tag) => Object.hasOwn(languages, tag));
  return languages[found ?? 'en'] ?? en;
}
