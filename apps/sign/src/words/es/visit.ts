import { figuresIn } from '../figures.ts';
import type { visit as en } from '../en/visit.ts';

const { counted } = figuresIn('es');

export const visit: typeof en = {
  brand: 'Countersign',
  language: 'Idioma',
  opening: 'Abriendo el documento…',
  openingNote:
    'Puede leer todo el documento antes de decidir. Abrirlo no firma nada, y puede cerrar esta página en cualquier momento.',
  close: 'Cerrar',
  cancel: 'Cancelar',
  back: 'Volver',
  tryAgain: 'Intentar de nuevo',

  asksToSign: (who) => `${who} le pide que firme`,
  asksToApprove: (who) => `${who} le pide su aprobación`,
  asTheSigner: (name) => `Para ${name}`,
  messageFrom: (name) => `Mensaje de ${name}`,
  document: 'Documento',
  pageCount: counted({ one: '# página', other: '# páginas' }),
  signBy: 'Fecha límite',
  lastDay: 'hoy es el último día',
  daysLeft: counted({ one: 'queda # día', other: 'quedan # días' }),
  noEndDate: 'Sin fecha límite',
  alsoSigning: 'También firman',
  reviewDocument: 'Leer el documento',
  nothingYet:
    'Léalo primero. No se firma nada hasta que usted pulse «Firmar el documento» al final. No necesita ninguna cuenta.',
  nothingYetApprover:
    'Léalo primero. No se aprueba nada hasta que usted pulse «Aprobar el documento» al final. No necesita ninguna cuenta.',
  notForYou: '¿No es para usted o prefiere firmar en papel?',
  writeTo: (name) => `Escribir a ${name}`,

  codeTitle: 'Introduzca su código de acceso',
  codeText: (sender) =>
    `${sender} ha protegido este documento con un código y se lo ha comunicado por otro medio distinto de este correo.`,
  codeLabel: 'Código de acceso',
  codeWrong: counted({
    one: 'Ese no es el código. Queda # intento.',
    other: 'Ese no es el código. Quedan # intentos.',
  }),
  codeOpen: 'Abrir el documento',
  codeMissing: '¿No tiene el código?',

  turnTitle: 'Todavía no es su turno',
  turnText: (sender) =>
    `Otras personas firman antes que usted. Recibirá un correo en cuanto sea su turno. Si tiene preguntas, escriba a ${sender}.`,
  readMeanwhile: 'Leer el documento',
  checkAgain: 'Comprobar de nuevo',
  readingTurn: 'Solo para leer: todavía no es su turno',
  readingCopy: 'Su copia: aquí no hay nada que firmar',

  otherwise: '¿No va a firmar?',
  declineTitle: 'Rechazar la firma',
  declineText: (sender) =>
    `Esto pone fin al documento para todos y no se puede deshacer. ${sender} y las demás personas conocerán su motivo.`,
  declineReason: 'Motivo',
  declineMissing: 'Diga por qué, en pocas palabras.',
  decline: 'Rechazar',
  forwardTitle: 'Debe firmar otra persona',
  forwardText: (sender) =>
    `Esa persona recibe un enlace propio y firma en su lugar. El enlace de usted deja de funcionar y ${sender} recibe un aviso.`,
  forwardName: 'Nombre de esa persona',
  forwardEmail: 'Correo electrónico de esa persona',
  forwardRefused: 'El documento no se puede pasar a esta dirección.',
  forward: 'Pasar el documento',
  otherwiseFaults: {
    offline: {
      title: 'Sin conexión',
      text: 'No ha llegado ninguna respuesta. Compruebe su conexión e inténtelo de nuevo.',
    },
    unavailable: {
      title: 'No es posible en este momento',
      text: 'No se ha cambiado nada. Inténtelo de nuevo dentro de poco.',
    },
    other: { title: 'No ha funcionado', text: 'No se ha cambiado nada.' },
  },

  stopped: {
    'no-link': {
      title: 'Abra el enlace de su correo',
      what: 'Esta página se abre con el enlace personal de su invitación, y se ha abierto sin él.',
      kept: '',
      todo: 'Vuelva al correo y abra de nuevo el enlace.',
    },
    'session-ended': {
      title: 'Esta página se ha cerrado para protegerle',
      what: 'Durante media hora no ha habido actividad aquí, así que el documento se ha cerrado.',
      kept: 'No se ha firmado nada. Lo que ha escrito sigue en esta pestaña.',
      todo: 'Para continuar, abra de nuevo el enlace de su correo.',
    },
    'wrong-link': {
      title: 'Este enlace no funciona',
      what: 'El enlace está incompleto o lo ha sustituido uno más reciente.',
      kept: 'No se ha firmado nada.',
      todo: 'Abra el enlace del correo más reciente sobre este documento. Si tampoco funciona, pida uno nuevo a quien lo envió.',
    },
    expired: {
      title: 'El plazo para firmar ha terminado',
      what: 'Este documento se podía firmar hasta una fecha determinada, y esa fecha ya ha pasado.',
      kept: 'Usted no ha firmado nada.',
      todo: 'Si todavía debe firmarse, pida que se envíe de nuevo.',
    },
    replaced: {
      title: 'El remitente ha modificado este documento',
      what: 'Este enlace lleva a una versión anterior y ya no funciona.',
      kept: 'No se ha firmado nada con este enlace.',
      todo: 'Abra el documento con el enlace de nuestro correo más reciente. Si no tiene ese correo, pregunte al remitente.',
    },
    removed: {
      title: 'Ya no es destinatario',
      what: 'El remitente le ha eliminado de los destinatarios de este documento. Su enlace ya no funciona.',
      kept: 'No tiene que hacer nada.',
      todo: 'Si le sorprende, pregunte al remitente.',
    },
    voided: {
      title: 'Este documento ha sido retirado',
      what: 'El remitente lo ha retirado. Ya no se puede leer ni firmar.',
      kept: 'No tiene que hacer nada.',
      todo: 'Si le sorprende, pregunte al remitente.',
    },
    unreadable: {
      title: 'Este enlace ha caducado',
      what: 'Los documentos terminados se pueden leer aquí durante 30 días, y ese plazo ha pasado.',
      kept: 'Las firmas siguen siendo válidas.',
      todo: 'Pida una copia al remitente.',
    },
    declined: {
      title: 'Este documento se ha cerrado',
      what: 'Alguien se ha negado a firmarlo, así que no se completará.',
      kept: 'No tiene que hacer nada.',
      todo: 'Si tiene preguntas, diríjase al remitente.',
    },
    'you-declined': {
      title: 'Ha rechazado la firma',
      what: 'Este documento no se completará. El remitente y las demás personas han recibido un aviso con su motivo.',
      kept: 'Usted no ha firmado nada.',
      todo: '',
    },
    'you-forwarded': {
      title: 'Ha pasado el documento',
      what: 'La otra persona recibe por correo un enlace propio. El de usted ya no funciona.',
      kept: 'Usted no ha firmado nada. El remitente ha recibido un aviso.',
      todo: '',
    },
    locked: {
      title: 'Este documento está bloqueado',
      what: 'Se ha introducido un código erróneo cinco veces.',
      kept: 'No se ha mostrado nada del documento.',
      todo: 'El remitente ha recibido un aviso y puede enviarle un enlace nuevo.',
    },
    offline: {
      title: 'Sin conexión',
      what: 'No se ha podido cargar el documento porque no ha llegado ninguna respuesta.',
      kept: 'No se ha perdido nada.',
      todo: 'Compruebe su conexión e inténtelo de nuevo.',
    },
    unavailable: {
      title: 'No disponible en este momento',
      what: 'El servicio no puede mostrar el documento ahora mismo.',
      kept: 'No se ha cambiado nada.',
      todo: '',
    },
    other: {
      title: 'No ha funcionado',
      what: 'No se ha podido abrir el documento.',
      kept: 'No se ha cambiado nada.',
      todo: 'Inténtelo de nuevo. Si sigue igual, pregunte a quien le envió el enlace.',
    },
  },
  askSubject: (title) => `Sobre «${title}»`,

  tryShortly: 'Inténtelo de nuevo dentro de poco.',
  trySeconds: counted({
    one: 'Inténtelo de nuevo dentro de # segundo.',
    other: 'Inténtelo de nuevo dentro de # segundos.',
  }),
  requestId: (id) => `Si pide ayuda, indique ${id}.`,

  sessionWarning: (left) => `Esta página se cierra en ${left}`,
  sessionKept: 'Para protegerle, se cierra cuando nadie la usa.',
  stay: 'Mantenerla abierta',
};
