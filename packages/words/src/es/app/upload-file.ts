import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('es');

export const uploadFile: AppWords['uploadFile'] = {
  upload: {
    document: 'Documento',
    nothingUploaded: 'No se ha subido nada.',
    fileEmpty: 'Este archivo está vacío',
    hasNoContent: (name, kept) =>
      `«${name}» no tiene contenido. ${kept} Guarde de nuevo el documento como PDF y elija ese archivo.`,
    fileTooLarge: 'Este archivo es demasiado grande',
    hasMb: (name, size, kept) =>
      `«${name}» tiene ${number(size)} MB. El límite es de 50 MB. ${kept} Reduzca el tamaño de sus imágenes o divida el archivo.`,
    notPdf: 'No es un PDF',
    cannotBeSigned: (name, kept) =>
      `«${name}» tiene otro formato. ${kept} Guárdelo o imprímalo como PDF y elija ese archivo.`,
    pdfProtectedByPassword: 'Este PDF está protegido con una contraseña',
    passwordDoesNotOpenPdf: 'Esta contraseña no abre el PDF',
    pdfEncryptedInWay: 'Este PDF está cifrado de una forma no admitida',
    pdfSignedAndEncrypted: 'Este PDF está firmado y cifrado',
    pdfListsPageTwice: 'Este PDF contiene una página dos veces',
    pdfCannotBeRepairedWithout: 'Este PDF no se puede reparar sin cambiarlo',
    pageOfPdfCannot: 'Una página de este PDF no se puede mostrar',
    pdfTooLongTo: 'Este PDF es demasiado largo para repararlo',
    pdfDynamicForm: 'Este PDF es un formulario dinámico',
    pdfLockedByCertification: 'Este PDF está bloqueado por una certificación',
    pdfDoesNotAllowNew: 'Este PDF no permite nuevos campos de firma',
    pdfHasActiveContent: 'Este PDF tiene contenido activo',
    pdfDamaged: 'Este PDF está dañado',
    formFieldOfPdfCannot: 'Un campo de formulario de este PDF no se puede mostrar',
    pdfCannotBeRead: 'Este PDF no se puede leer',
    theFile: (message) => `El archivo ${message}.`,
    fileNotAccepted: 'No se ha aceptado este archivo',
    notStored: (ofTheFile) => `${ofTheFile} No se ha guardado.`,
  },
};
