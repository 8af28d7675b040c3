export const upload = {
  uploadProvider: {
    dropPdfToStart: 'Drop PDFs to start',
    oneFileAtMostMb: 'Up to 50 MB each. You can send several files together or one by one.',
  },
};
