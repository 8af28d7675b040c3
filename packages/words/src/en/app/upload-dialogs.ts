import { figuresIn } from '../../figures.ts';

const { number, counted } = figuresIn('en');

export const uploadDialogs = {
  passwordDialog: {
    enterPasswordOfPdf: 'Enter the password for this PDF',
    usedOnceToOpenFile:
      'The password is used once to open the file and is not stored. Recipients do not need a password.',
    upload: 'Upload',
  },
  uploadDialog: {
    kb: (bytes: number): string => `${number(bytes)} kB`,
    mb: (bytes: string): string => `${bytes} MB`,
    uploading: 'Uploading',
    uploadingOf: (index: number, all: number): string => `Uploading file ${number(index)} of ${number(all)}`,
    uploadProgress: 'Upload progress',
    sent: 'Uploaded. Checking the PDF …',
    sentText: (percent: number): string => `${number(percent)}% sent`,
  },
  severalFiles: {
    uploaded: counted({ one: '1 file uploaded', other: '# files uploaded' }),
    refused: counted({ one: '1 file was not uploaded', other: '# files were not uploaded' }),
    why: (name: string, why: string): string => `${name}: ${why}.`,
    tooMany: 'Too many files',
    limit: (filesCount: number, most: number): string =>
      `You chose ${number(filesCount)} files. The limit is ${number(most)} at a time. Nothing was uploaded.`,
    needsPassword: 'Protected by a password. Upload this file separately',
    notTried: 'Not attempted',
    canceled: 'Canceled',
    choose: 'If you send the documents together, recipients get one e-mail and sign all of them in one visit.',
    separately: counted({ one: 'Open draft', other: 'Keep as separate drafts' }),
    together: 'Send together',
    close: 'Close',
  },
  choosePdf: {
    pdfFile: 'PDF file',
  },
  newDocumentPage: {
    choosePdf: 'Choose the PDF',
    storedUnchangedByteForByte: 'The file is stored unchanged, byte for byte.',
    addRecipients: 'Add recipients',
    namesEMailAddressesOrder: 'Names, e-mail addresses, order and fields.',
    send: 'Send',
    eachSignerGetsLink: 'Each signer gets a link by e-mail. You can follow the progress.',
    dropPdf: 'Drop PDFs here',
    orAnywhereInWindow: 'or anywhere in this window. Up to 50 MB each.',
    nextSteps: 'Next steps',
  },
};
