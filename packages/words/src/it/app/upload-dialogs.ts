import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('it');

export const uploadDialogs: AppWords['uploadDialogs'] = {
  passwordDialog: {
    enterPasswordOfPdf: 'Inserisca la password di questo PDF',
    usedOnceToOpenFile:
      'La password serve una sola volta per aprire il file e non viene conservata. I destinatari non hanno bisogno di una password.',
    upload: 'Carica',
  },
  uploadDialog: {
    kb: (bytes: number): string => `${number(bytes)} kB`,
    mb: (bytes: string): string => `${bytes} MB`,
    uploading: 'Caricamento',
    uploadingOf: (index: number, all: number): string => `Caricamento del file ${number(index)} di ${number(all)}`,
    uploadProgress: 'Avanzamento del caricamento',
    sent: 'Inviato. Il server controlla il PDF …',
    sentText: (percent: number): string => `${number(percent)} % inviato`,
  },
  severalFiles: {
    uploaded: counted({ one: '1 file caricato', other: '# file caricati' }),
    refused: counted({ one: '1 file non caricato', other: '# file non caricati' }),
    why: (name: string, why: string): string => `${name}: ${why}.`,
    tooMany: 'Troppi file',
    limit: (filesCount: number, most: number): string =>
      `Ha scelto ${number(filesCount)} file. Il limite è ${number(most)} per volta. Non è stato caricato nulla.`,
    needsPassword: 'È protetto da una password. Lo carichi separatamente',
    notTried: 'Non tentato',
    canceled: 'Annullato',
    choose: 'Insieme, i destinatari ricevono una sola e-mail e firmano tutti i documenti in una volta.',
    separately: counted({ one: 'Apri la bozza', other: 'Mantieni come bozze separate' }),
    together: 'Invia insieme',
    close: 'Chiudi',
  },
  choosePdf: {
    pdfFile: 'File PDF',
  },
  newDocumentPage: {
    choosePdf: 'Scelga il PDF',
    storedUnchangedByteForByte: 'Viene conservato invariato, byte per byte.',
    addRecipients: 'Aggiunga i destinatari',
    namesEMailAddressesOrder: 'Nomi, indirizzi e-mail, ordine e campi.',
    send: 'Invia',
    eachSignerGetsLink: 'Ogni firmatario riceve un link via e-mail. Può seguire l’avanzamento.',
    dropPdf: 'Trascini qui i PDF',
    orAnywhereInWindow: 'o in un punto qualsiasi della finestra. Al massimo 50 MB ciascuno.',
    nextSteps: 'Prossimi passi',
  },
};
