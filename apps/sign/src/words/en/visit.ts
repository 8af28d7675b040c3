/** Before and beside the document: the letter, the code, other ways than signing, and every way a visit can end early. */
import { figuresIn } from '../figures.ts';

const { counted } = figuresIn('en');

export const visit = {
  brand: 'Countersign',
  language: 'Language',
  opening: 'Opening the document…',
  openingNote:
    'You can read the whole document before you decide. Opening it signs nothing, and you can close this page at any time.',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  tryAgain: 'Try again',

  asksToSign: (who: string) => `${who} asks you to sign`,
  asksToApprove: (who: string) => `${who} asks you to approve`,
  asTheSigner: (name: string) => `For ${name}`,
  messageFrom: (name: string) => `Message from ${name}`,
  document: 'Document',
  pageCount: counted({ one: '# page', other: '# pages' }),
  signBy: 'Sign by',
  lastDay: 'today is the last day',
  daysLeft: counted({ one: '# day left', other: '# days left' }),
  noEndDate: 'No end date',
  alsoSigning: 'Also signing',
  reviewDocument: 'Review document',
  nothingYet: 'Read it first. Nothing is signed until you press “Sign document” at the end. You need no account.',
  nothingYetApprover:
    'Read it first. Nothing is approved until you press “Approve document” at the end. You need no account.',
  notForYou: 'Not meant for you, or would you rather sign on paper?',
  writeTo: (name: string) => `Write to ${name}`,

  codeTitle: 'Enter your access code',
  codeText: (sender: string) =>
    `${sender} protected this document with a code and told it to you by another way than this e-mail.`,
  codeLabel: 'Access code',
  codeWrong: counted({
    one: 'That is not the code. # try is left.',
    other: 'That is not the code. # tries are left.',
  }),
  codeOpen: 'Open the document',
  codeMissing: 'No code?',

  turnTitle: 'It is not your turn yet',
  turnText: (sender: string) =>
    `Others sign before you. You will get an e-mail as soon as it is your turn. With questions, write to ${sender}.`,
  readMeanwhile: 'Read the document',
  checkAgain: 'Check again',
  readingTurn: 'To read only: it is not your turn yet',
  readingCopy: 'Your copy: nothing to sign here',

  otherwise: 'Not signing?',
  declineTitle: 'Decline to sign',
  declineText: (sender: string) =>
    `This ends the document for everybody and cannot be taken back. ${sender} and the others are told your reason.`,
  declineReason: 'Reason',
  declineMissing: 'Please say why, in a few words.',
  decline: 'Decline',
  forwardTitle: 'Somebody else should sign',
  forwardText: (sender: string) =>
    `They get a link of their own and sign in your place. Your link ends, and ${sender} is told.`,
  forwardName: 'Their name',
  forwardEmail: 'Their e-mail address',
  forwardRefused: 'The document cannot be forwarded to this address.',
  forward: 'Forward',
  otherwiseFaults: {
    offline: { title: 'No connection', text: 'No answer came. Check your connection and try again.' },
    unavailable: { title: 'Not possible at the moment', text: 'Nothing was changed. Try again shortly.' },
    other: { title: 'That did not work', text: 'Nothing was changed.' },
  },

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
    replaced: {
      title: 'The sender changed this document',
      what: 'This link leads to an earlier version and no longer works.',
      kept: 'Nothing was signed with this link.',
      todo: 'Open the document with the link in our newest e-mail about it. If you have no such e-mail, ask the sender.',
    },
    removed: {
      title: 'You are no longer a recipient',
      what: 'The sender removed you from the recipients of this document. Your link no longer works.',
      kept: 'There is nothing left for you to do.',
      todo: 'If that surprises you, ask the sender.',
    },
    voided: {
      title: 'This document was voided',
      what: 'The sender has voided it. It can no longer be read or signed.',
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
      title: 'You have forwarded it',
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
  askSubject: (title: string) => `About “${title}”`,

  tryShortly: 'Try again shortly.',
  trySeconds: counted({ one: 'Try again in # second.', other: 'Try again in # seconds.' }),
  requestId: (id: string) => `If you ask for help, quote ${id}.`,

  sessionWarning: (left: string) => `This page closes in ${left}`,
  sessionKept: 'To protect you, it is put away when nobody uses it.',
  stay: 'Keep it open',
};
