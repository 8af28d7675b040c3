import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('es');

export const inPerson: AppWords['inPerson'] = {
  endButton: {
    sessionEnded: 'Sesión terminada',
    deviceNoLongerShowsDocument: 'El dispositivo ya no muestra el documento.',
    endSession: (name) => `Terminar la sesión de ${name}`,
    end: 'Terminar',
    endSessionText: 'Terminar la sesión',
  },
  sessionState: {
    notOpenedYet: 'Todavía sin abrir',
    signing: 'Firmando',
    lockedByWrongCodes: 'Bloqueada por códigos erróneos',
    ended: 'Terminada',
    minutesLeft: counted({ one: 'queda 1 minuto', other: 'quedan # minutos' }),
  },
  handedOver: {
    handedOver: 'Entregado',
    linkAsQrCode: 'El enlace como código QR, para la cámara del dispositivo',
    openOnDeviceWithCamera: 'Escanee el código con la cámara del dispositivo o abra allí el enlace.',
    giveSignerAccessCode: 'Después dé el código de acceso al firmante.',
    useDeviceOnWhich: 'Use un dispositivo en el que no haya iniciado sesión en Countersign.',
    copyLink: 'Copiar el enlace',
    nextSigner: 'Siguiente firmante',
  },
  handOverForm: {
    handOver: 'Entregar',
    documentWaitsForSignature: 'Un documento pendiente de firma o un borrador sin destinatarios',
    typePartOfTitle: 'Escriba una parte del título',
    noMatchingDocumentCan: 'Ningún documento que coincida se puede firmar',
    draftHasRecipientsAlready: (link) => [
      'Este borrador ya tiene destinatarios. Primero ',
      link('envíelo'),
      ' y después entregue el dispositivo a uno de ellos.',
    ],
    nobodyAskedToSignDocument: 'Ningún destinatario puede firmar este documento en este momento.',
    notChecked: 'No comprobada',
    iKnowSignerInPerson: 'Conozco personalmente al firmante',
    identityDocument: 'Documento de identificación',
    passport: 'Pasaporte',
    identityCard: 'Documento de identidad',
    drivingLicense: 'Permiso de conducir',
    residencePermit: 'Permiso de residencia',
    otherDocument: 'Otro documento',
    enterEMailAddress: 'Escriba una dirección de correo para el documento completado.',
    chooseWhoSigns: 'Elija quién firma.',
    enterName: 'Escriba el nombre del firmante.',
    atLeastFourLettersDigits: 'Al menos 4 letras, cifras o símbolos sin acentos.',
    draftSentToPerson: 'El borrador se envía de inmediato a esta persona, sin invitación por correo.',
    eMail: 'Correo electrónico',
    signer: 'Firmante',
    signerMustEnterAccessCode: 'El firmante debe introducir en el dispositivo el código de acceso de este documento.',
    accessCodeOptional: 'Código de acceso (opcional)',
    requiredOnDeviceBeforeDocument: 'Se pide en el dispositivo antes de mostrar el documento',
    howDidCheckSignersIdentity: '¿Cómo ha comprobado la identidad del firmante?',
    printedOnCertificateOfCompletion: 'Aparece en el certificado de finalización',
    doNotRecord: 'No registrar',
  },
  openSessions: {
    onOtherDevices: 'En otros dispositivos',
    handedOverBy: (link, name) => [link, ', entregado por ', name],
  },
  inPersonPage: {
    inPerson: 'Presencial',
    signInPerson: 'Firma presencial',
    handTabletOrPhone:
      'Entregue una tableta o un teléfono al firmante que está con usted. Usted comprueba su identidad y queda registrada en las pruebas.',
  },
};
