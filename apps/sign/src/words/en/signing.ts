/** The last step and what comes after it: consent, what can go wrong with sending, the receipt. */
import type { SignerStatus } from '@countersign/contract';

export const signing = {
  consentTitle: 'Sign the document',
  approveTitle: 'Approve the document',
  signatureOf: (name: string) => `Signature of ${name}`,
  whatHappens: (title: string, sender: string) =>
    `When you press “Sign document”, “${title}” is signed in your name with a digital signature and a trusted time-stamp. ${sender} is told. It cannot be taken back here afterwards.`,
  whatHappensApprove: (title: string, sender: string) =>
    `When you press “Approve document”, your approval of “${title}” is recorded with a digital signature and a trusted time-stamp. ${sender} is told. It cannot be taken back here afterwards.`,
  consentLabel: 'I agree',
  consentNeeded: 'Please tick the box to go on: without your consent this cannot be signed electronically.',
  signDocument: 'Sign document',
  approveDocument: 'Approve document',
  signing: 'Signing…',
  approving: 'Approving…',
  signingNote: 'Making the signature and its time-stamp. Please keep this page open.',
  ratherNot: 'Do not agree? Close this page, nothing is signed. For paper, write to:',

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

  signedTitle: 'You have signed',
  approvedTitle: 'You have approved',
  thanks: (name: string) => `Thank you, ${name}.`,
  signedAt: 'When',
  signedAs: 'Who',
  receiptTitle: 'Your receipt',
  receiptNote: 'Keep this receipt. With it you can prove which file you were shown and which file you signed.',
  receiptShown: 'File that you were shown (SHA-256)',
  receiptSigned: 'File that you signed (SHA-256)',
  receiptTrail: (n: number) => `Audit trail after your signature, entry ${n} (SHA-256)`,
  receiptDownload: 'Download receipt',
  fingerprint: 'Fingerprint',
  fingerprintNote: 'SHA-256 of the document as it was sent',
  fingerprintNoteFinished: 'SHA-256 of the finished document',
  copy: 'Copy',
  copied: 'Copied',
  verifyNote:
    'You can verify this document any time: the finished file carries every signature and time-stamp inside, and PDF readers that check signatures show them.',
  waitingFor: 'Who signs',
  signerStates: {
    waiting: 'Waiting for their turn',
    'pending-signature': 'Not signed yet',
    signed: 'Signed',
    declined: 'Declined',
    notified: 'Gets a copy',
  } satisfies Record<SignerStatus, string>,
  everyoneSigned: 'Everyone has signed',
  downloadReadyText: 'The document is finished and sealed. Keep a copy.',
  downloadWaiting: 'Not everyone has signed yet',
  downloadWaitingText: (email: string) =>
    `You will get the finished document by e-mail at ${email}. You can close this page.`,
  downloadSealingText: 'The finished document is being sealed. This takes a moment.',
  download: 'Download document',
  downloading: 'Downloading…',
  downloadFailed: 'The download did not work. Check your connection and try again.',
  downloadLater: 'This page no longer looks for news. Open the link in your e-mail again to see how things stand.',
};
