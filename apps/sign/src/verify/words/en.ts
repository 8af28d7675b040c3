import type { Words } from './words.ts';

export const words: Words = {
  locale: 'en',
  direction: 'ltr',
  title: 'Check a signed PDF',
  lead: 'Who signed it, when, and what has been changed since. Works with signed PDFs of any vendor.',
  choose: 'Choose a PDF',
  drop: 'or drop it anywhere on this page',
  limit: 'At most 50 MB.',
  privacy: 'The file is sent to this server to be checked. Nothing of it is kept.',
  checking: (file) => `Checking ${file} …`,
  another: 'Check another file',
  print: 'Print report',
  verdicts: {
    unchanged: (count) =>
      `${count === 1 ? 'The signature is valid.' : `All ${count} signatures are valid.`} The document has not been changed since.`,
    permitted: (count) =>
      `${count === 1 ? 'The signature is valid.' : `All ${count} signatures are valid.`} What has been added since is permitted by them.`,
    certified: () => 'The sender has certified this document. Nobody has signed it yet.',
    unconfirmed: (count) =>
      count === 1 ? 'The signature could not be confirmed.' : 'Not every signature could be confirmed.',
    invalid: (count) =>
      count === 1
        ? 'Do not rely on this document: its signature is not valid.'
        : 'Do not rely on this document: not all of its signatures are valid.',
    unsigned: () => 'This document carries no signature.',
    unreadable: () => 'No signature could be read from this file.',
  },
  caution:
    'This report says who signed and what was changed. It does not say whether what the document states is true.',
  size: 'Size',
  fingerprint: 'Fingerprint (SHA-256)',
  checkedAt: 'Checked',
  problems: 'Why',
  signatures: 'Signatures',
  kinds: {
    signer: 'Signature',
    foreign: 'Signature',
    certification: 'Certified by the sender',
    'archive-timestamp': 'Time-stamp over the whole document',
  },
  states: { valid: 'Valid', unconfirmed: 'Not confirmed', invalid: 'Not valid' },
  timeProved: 'time proved by a time-stamp',
  timeClaimed: 'time claimed by the signer alone',
  trustedBy: 'Trusted on the word of',
  history: 'How the file came to be',
  version: (number) => `Version ${number}`,
  revisions: {
    original: 'The document as it was written',
    certification: 'Certified by the sender',
    signature: 'Signed',
    timestamp: 'Time-stamped',
    'validation-data': 'Evidence added for later checks',
    update: 'Changed',
  },
  details: 'Technical details',
  field: 'Field',
  certificate: 'Certificate',
  issuer: 'Issued by',
  serial: 'Serial number',
  validity: 'Validity',
  level: 'Level',
  timeStamp: 'Time-stamp',
  revocation: 'Revocation',
  revocations: { good: 'not revoked', revoked: 'revoked', unknown: 'unknown' },
  changesSince: 'Added after this signature',
  notes: 'Worth knowing',
  judgement: 'Judgement (EN 319 102-1)',
  faults: {
    size: 'This file is larger than 50 MB.',
    type: 'This is not a PDF. Choose the signed PDF itself, not a scan or a picture of it.',
    unreadable: 'This file is too complex or damaged to be checked safely.',
    busy: 'Many files are being checked at the moment. Wait a minute and try again.',
    offline: 'The server could not be reached. Check your connection and try again.',
    other: 'Something went wrong on our side, so nothing can be said about this file. Try again.',
  },
};
