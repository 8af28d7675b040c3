export const upload = {
  uploadProvider: {
    dropPdfToStart: 'Drop PDFs to start',
    oneFileAtMostMb: 'At most 50 MB each. You can send several files together or one by one.',
  },
};
