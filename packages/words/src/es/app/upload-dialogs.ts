import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('es');

export const uploadDialogs: AppWords['uploadDialogs'] = {
  passwordDialog: {
    enterPasswordOfPdf: 'Escriba la contraseña de este PDF',
    usedOnceToOpenFile:
      'La contraseña se usa una sola vez para abrir el archivo y no se guarda. Los destinatarios no necesitan contraseña.',
    upload: 'Subir',
  },
  uploadDialog: {
    kb: (bytes) => `${number(bytes)} kB`,
    mb: (bytes) => `${bytes} MB`,
    uploading: 'Subiendo',
    uploadingOf: (index, all) => `Subiendo archivo ${number(index)} de ${number(all)}`,
    uploadProgress: 'Progreso de la subida',
    sent: 'Enviado. El servidor comprueba el PDF…',
    sentText: (percent) => `${number(percent)}\u00a0% enviado`,
  },
  severalFiles: {
    uploaded: counted({ one: '1 archivo subido', other: '# archivos subidos' }),
    refused: counted({ one: '1 archivo no se ha subido', other: '# archivos no se han subido' }),
    why: (name, why) => `${name}: ${why}.`,
    tooMany: 'Demasiados archivos',
    limit: (filesCount, most) =>
      `Ha elegido ${number(filesCount)} archivos. El límite es de ${number(most)} por vez. No se ha subido nada.`,
    needsPassword: 'Está protegido con una contraseña. Súbalo por separado',
    notTried: 'Sin intentar',
    canceled: 'Cancelado',
    choose: 'Juntos, los destinatarios reciben un solo correo y firman todos los documentos en una visita.',
    separately: counted({ one: 'Abrir el borrador', other: 'Dejar como borradores' }),
    together: 'Enviar juntos',
    close: 'Cerrar',
  },
  choosePdf: {
    pdfFile: 'Archivo PDF',
  },
  newDocumentPage: {
    choosePdf: 'Elija el PDF',
    storedUnchangedByteForByte: 'Se guarda sin cambios, byte a byte.',
    addRecipients: 'Añada destinatarios',
    namesEMailAddressesOrder: 'Nombres, direcciones de correo, orden y campos.',
    send: 'Envíe',
    eachSignerGetsLink: 'Cada firmante recibe un enlace por correo. Puede seguir el progreso.',
    dropPdf: 'Suelte aquí los PDF',
    orAnywhereInWindow: 'o en cualquier lugar de esta ventana. Como máximo 50 MB cada uno.',
    nextSteps: 'Próximos pasos',
  },
};
