import { figuresIn } from '../../figures.ts';

const { number } = figuresIn('en');

export const uploadFile = {
  upload: {
    document: 'Document',
    nothingUploaded: 'Nothing was uploaded.',
    fileEmpty: 'This file is empty',
    hasNoContent: (name: string, kept: string): string =>
      `“${name}” has no content. ${kept} Save the document as PDF again, then choose that file.`,
    fileTooLarge: 'This file is too large',
    hasMb: (name: string, size: number, kept: string): string =>
      `“${name}” is ${number(size)} MB. The limit is 50 MB. ${kept} Reduce the size of its images, or split the file.`,
    notPdf: 'This is not a PDF',
    cannotBeSigned: (name: string, kept: string): string =>
      `“${name}” is in a different format. ${kept} Save or print it as PDF, then choose that file.`,
    pdfProtectedByPassword: 'This PDF is protected by a password',
    passwordDoesNotOpenPdf: 'This password does not open the PDF',
    pdfEncryptedInWay: 'This PDF is encrypted in a way that is not supported',
    pdfSignedAndEncrypted: 'This PDF is signed and encrypted',
    pdfListsPageTwice: 'This PDF lists a page twice',
    pdfCannotBeRepairedWithout: 'Repairing this PDF would change what it shows',
    pageOfPdfCannot: 'A page in this PDF cannot be shown',
    pdfTooLongTo: 'This PDF is too long to be repaired',
    pdfDynamicForm: 'This PDF is a dynamic form',
    pdfLockedByCertification: 'This PDF is locked by a certification signature',
    pdfDoesNotAllowNew: 'This PDF does not allow new signature fields',
    pdfHasActiveContent: 'This PDF has active content',
    pdfDamaged: 'This PDF is damaged',
    formFieldOfPdfCannot: 'A form field in this PDF cannot be shown',
    pdfCannotBeRead: 'This PDF cannot be read',
    theFile: (message: string): string => `The file ${message}.`,
    fileNotAccepted: 'This file was not accepted',
    notStored: (ofTheFile: string): string => `${ofTheFile} The file was not stored.`,
  },
};
