export const upload = {
  uploadProvider: {
    dropPdfToStart: 'Drop PDFs to start',
    oneFileAtMostMb: 'At most 50 MB each. Several files can be sent together or one by one.',
  },
};
