import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('nl');

export const uploadFile: AppWords['uploadFile'] = {
  upload: {
    document: 'Document',
    nothingUploaded: 'Er is niets geüpload.',
    fileEmpty: 'Dit bestand is leeg',
    hasNoContent: (name: string, kept: string): string =>
      `‘${name}’ heeft geen inhoud. ${kept} Sla het document opnieuw op als PDF en kies dan dat bestand.`,
    fileTooLarge: 'Dit bestand is te groot',
    hasMb: (name: string, size: number, kept: string): string =>
      `‘${name}’ is ${number(size)} MB. De limiet is 50 MB. ${kept} Maak de afbeeldingen kleiner, of splits het bestand.`,
    notPdf: 'Dit is geen PDF',
    cannotBeSigned: (name: string, kept: string): string =>
      `‘${name}’ heeft een andere indeling. ${kept} Sla het op of druk het af als PDF en kies dan dat bestand.`,
    pdfProtectedByPassword: 'Deze PDF is met een wachtwoord beveiligd',
    passwordDoesNotOpenPdf: 'Dit wachtwoord opent de PDF niet',
    pdfEncryptedInWay: 'De versleuteling van deze PDF wordt niet ondersteund',
    pdfSignedAndEncrypted: 'Deze PDF is ondertekend en versleuteld',
    pdfListsPageTwice: 'Deze PDF bevat een pagina dubbel',
    pdfCannotBeRepairedWithout: 'Deze PDF kan niet worden hersteld zonder het bestand te wijzigen',
    pageOfPdfCannot: 'Een pagina van deze PDF kan niet worden getoond',
    pdfTooLongTo: 'Deze PDF is te lang om te herstellen',
    pdfDynamicForm: 'Deze PDF is een dynamisch formulier',
    pdfLockedByCertification: 'Deze PDF is vergrendeld door een certificering',
    pdfDoesNotAllowNew: 'Deze PDF staat geen nieuwe handtekeningvelden toe',
    pdfHasActiveContent: 'Deze PDF heeft actieve inhoud',
    pdfDamaged: 'Deze PDF is beschadigd',
    formFieldOfPdfCannot: 'Een formulierveld van deze PDF kan niet worden getoond',
    pdfCannotBeRead: 'Deze PDF kan niet worden gelezen',
    theFile: (message: string): string => `Bestand: ${message}.`,
    fileNotAccepted: 'Dit bestand is niet geaccepteerd',
    notStored: (ofTheFile: string): string => `${ofTheFile} Het is niet opgeslagen.`,
  },
};
