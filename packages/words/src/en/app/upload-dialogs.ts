import { figuresIn } from '../../figures.ts';

const { number } = figuresIn('en');

export const uploadDialogs = {
  passwordDialog: {
    enterPasswordOfPdf: 'Enter the password of this PDF',
    usedOnceToOpenFile:
      'The password is used once to open the file and is not stored. Recipients do not need a password.',
    upload: 'Upload',
  },
  uploadDialog: {
    kb: (bytes: number): string => `${number(bytes)} kB`,
    mb: (bytes: string): string => `${bytes} MB`,
    uploading: 'Uploading',
    uploadProgress: 'Upload progress',
    sent: 'Sent. The server checks the PDF …',
    sentText: (percent: number): string => `${number(percent)} % sent`,
  },
  choosePdf: {
    pdfFile: 'PDF file',
  },
  newDocumentPage: {
    choosePdf: 'Choose the PDF',
    storedUnchangedByteForByte: 'It is stored unchanged, byte for byte.',
    addRecipients: 'Add recipients',
    namesEMailAddressesOrder: 'Names, e-mail addresses, order and fields.',
    send: 'Send',
    eachSignerGetsLink: 'Each signer gets a link by e-mail. You can follow the progress.',
    dropPdf: 'Drop a PDF here',
    orAnywhereInWindow: 'or anywhere in this window. At most 50 MB.',
    nextSteps: 'Next steps',
  },
};
