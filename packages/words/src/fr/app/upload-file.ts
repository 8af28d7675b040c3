import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('fr');

export const uploadFile: AppWords['uploadFile'] = {
  upload: {
    document: 'Document',
    nothingUploaded: 'Rien n’a été importé.',
    fileEmpty: 'Ce fichier est vide',
    hasNoContent: (name: string, kept: string): string =>
      `« ${name} » n’a pas de contenu. ${kept} Enregistrez de nouveau le document en PDF, puis choisissez ce fichier.`,
    fileTooLarge: 'Ce fichier est trop volumineux',
    hasMb: (name: string, size: number, kept: string): string =>
      `« ${name} » fait ${number(size)} Mo. La limite est de 50 Mo. ${kept} Réduisez la taille de ses images, ou divisez le fichier.`,
    notPdf: 'Ce n’est pas un PDF',
    cannotBeSigned: (name: string, kept: string): string =>
      `« ${name} » a un autre format. ${kept} Enregistrez-le ou imprimez-le en PDF, puis choisissez ce fichier.`,
    pdfProtectedByPassword: 'Ce PDF est protégé par un mot de passe',
    passwordDoesNotOpenPdf: 'Ce mot de passe n’ouvre pas le PDF',
    pdfEncryptedInWay: 'Le chiffrement de ce PDF n’est pas pris en charge',
    pdfSignedAndEncrypted: 'Ce PDF est signé et chiffré',
    pdfListsPageTwice: 'Ce PDF contient deux fois la même page',
    pdfCannotBeRepairedWithout: 'Ce PDF ne peut pas être réparé sans être modifié',
    pageOfPdfCannot: 'Une page de ce PDF ne peut pas être affichée',
    pdfTooLongTo: 'Ce PDF est trop long pour être réparé',
    pdfDynamicForm: 'Ce PDF est un formulaire dynamique',
    pdfLockedByCertification: 'Ce PDF est verrouillé par une certification',
    pdfDoesNotAllowNew: 'Ce PDF n’autorise pas de nouveaux champs de signature',
    pdfHasActiveContent: 'Ce PDF a un contenu actif',
    pdfDamaged: 'Ce PDF est endommagé',
    formFieldOfPdfCannot: 'Un champ de formulaire de ce PDF ne peut pas être affiché',
    pdfCannotBeRead: 'Ce PDF ne peut pas être lu',
    theFile: (message: string): string => `Fichier : ${message}.`,
    fileNotAccepted: 'Ce fichier n’a pas été accepté',
    notStored: (ofTheFile: string): string => `${ofTheFile} Il n’a pas été conservé.`,
  },
};
