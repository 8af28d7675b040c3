import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('nl');

export const uploadDialogs: AppWords['uploadDialogs'] = {
  passwordDialog: {
    enterPasswordOfPdf: 'Vul het wachtwoord van deze PDF in',
    usedOnceToOpenFile:
      'Het wachtwoord wordt één keer gebruikt om het bestand te openen en wordt niet opgeslagen. Ontvangers hebben geen wachtwoord nodig.',
    upload: 'Uploaden',
  },
  uploadDialog: {
    kb: (bytes: number): string => `${number(bytes)} kB`,
    mb: (bytes: string): string => `${bytes} MB`,
    uploading: 'Wordt geüpload',
    uploadingOf: (index: number, all: number): string => `Bestand ${number(index)} van ${number(all)} wordt geüpload`,
    uploadProgress: 'Voortgang van het uploaden',
    sent: 'Verzonden. De server controleert de PDF…',
    sentText: (percent: number): string => `${number(percent)}% verzonden`,
  },
  severalFiles: {
    uploaded: counted({ one: '1 bestand geüpload', other: '# bestanden geüpload' }),
    refused: counted({ one: '1 bestand is niet geüpload', other: '# bestanden zijn niet geüpload' }),
    why: (name: string, why: string): string => `${name}: ${why}.`,
    tooMany: 'Te veel bestanden',
    limit: (filesCount: number, most: number): string =>
      `U hebt ${number(filesCount)} bestanden gekozen. De limiet is ${number(most)} per keer. Er is niets geüpload.`,
    needsPassword: 'Het is met een wachtwoord beveiligd. Upload het apart',
    notTried: 'Niet geprobeerd',
    canceled: 'Geannuleerd',
    choose: 'Samen: ontvangers krijgen één e-mail en ondertekenen alle documenten in één bezoek.',
    separately: counted({ one: 'Concept openen', other: 'Als losse concepten behouden' }),
    together: 'Samen verzenden',
    close: 'Sluiten',
  },
  choosePdf: {
    pdfFile: 'PDF-bestand',
  },
  newDocumentPage: {
    choosePdf: 'PDF kiezen',
    storedUnchangedByteForByte: 'Het bestand wordt ongewijzigd opgeslagen, byte voor byte.',
    addRecipients: 'Ontvangers toevoegen',
    namesEMailAddressesOrder: 'Namen, e-mailadressen, volgorde en velden.',
    send: 'Verzenden',
    eachSignerGetsLink: 'Elke ondertekenaar krijgt een link per e-mail. U kunt de voortgang volgen.',
    dropPdf: 'Sleep PDF’s hierheen',
    orAnywhereInWindow: 'of ergens in dit venster. Elk hoogstens 50 MB.',
    nextSteps: 'Volgende stappen',
  },
};
