import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('it');

export const uploadFile: AppWords['uploadFile'] = {
  upload: {
    document: 'Documento',
    nothingUploaded: 'Non è stato caricato nulla.',
    fileEmpty: 'Questo file è vuoto',
    hasNoContent: (name: string, kept: string): string =>
      `«${name}» non ha contenuto. ${kept} Salvi di nuovo il documento come PDF, poi scelga quel file.`,
    fileTooLarge: 'Questo file è troppo grande',
    hasMb: (name: string, size: number, kept: string): string =>
      `«${name}» ha ${number(size)} MB. Il limite è 50 MB. ${kept} Riduca le immagini o divida il file.`,
    notPdf: 'Questo non è un PDF',
    cannotBeSigned: (name: string, kept: string): string =>
      `«${name}» ha un altro formato. ${kept} Lo salvi o lo stampi come PDF, poi scelga quel file.`,
    pdfProtectedByPassword: 'Questo PDF è protetto da una password',
    passwordDoesNotOpenPdf: 'Questa password non apre il PDF',
    pdfEncryptedInWay: 'Questo PDF è cifrato in un modo non supportato',
    pdfSignedAndEncrypted: 'Questo PDF è firmato e cifrato',
    pdfListsPageTwice: 'Questo PDF elenca una pagina due volte',
    pdfCannotBeRepairedWithout: 'Questo PDF non può essere riparato senza modificarlo',
    pageOfPdfCannot: 'Una pagina di questo PDF non può essere mostrata',
    pdfTooLongTo: 'Questo PDF è troppo lungo per essere riparato',
    pdfDynamicForm: 'Questo PDF è un modulo dinamico',
    pdfLockedByCertification: 'Questo PDF è bloccato da una certificazione',
    pdfDoesNotAllowNew: 'Questo PDF non consente nuovi campi firma',
    pdfHasActiveContent: 'Questo PDF ha contenuti attivi',
    pdfDamaged: 'Questo PDF è danneggiato',
    formFieldOfPdfCannot: 'Un campo modulo di questo PDF non può essere mostrato',
    pdfCannotBeRead: 'Questo PDF non può essere letto',
    theFile: (message: string): string => `Il file ${message}.`,
    fileNotAccepted: 'Questo file non è stato accettato',
    notStored: (ofTheFile: string): string => `${ofTheFile} Non è stato conservato.`,
  },
};
