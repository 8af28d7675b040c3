import type { signing as en } from '../en/signing.ts';

export const signing: typeof en = {
  consentTitle: 'Firmar el documento',
  approveTitle: 'Aprobar el documento',
  signatureOf: (name) => `Firma de ${name}`,
  whatHappens: (title, sender) =>
    `Al pulsar «Firmar el documento», «${title}» se firma en su nombre con una firma electrónica y un sello de tiempo de confianza. ${sender} recibe un aviso. Después no se puede deshacer aquí.`,
  whatHappensApprove: (title, sender) =>
    `Al pulsar «Aprobar el documento», su aprobación de «${title}» queda registrada con una firma electrónica y un sello de tiempo de confianza. ${sender} recibe un aviso. Después no se puede deshacer aquí.`,
  consentLabel: 'Doy mi consentimiento',
  consentNeeded:
    'Marque la casilla para continuar: sin su consentimiento, este documento no se puede firmar electrónicamente.',
  signDocument: 'Firmar el documento',
  approveDocument: 'Aprobar el documento',
  signing: 'Firmando…',
  approving: 'Aprobando…',
  signingNote: 'Se están creando la firma y su sello de tiempo. Mantenga abierta esta página.',
  ratherNot: '¿No está de acuerdo? Cierre esta página y no se firma nada. Para firmar en papel, escriba a:',

  sendFaults: {
    offline: {
      title: 'Sin conexión',
      text: 'No ha llegado ninguna respuesta. Lo que ha escrito se conserva en esta página. Compruebe su conexión e inténtelo de nuevo; no es posible firmar dos veces por error.',
    },
    unavailable: {
      title: 'No es posible en este momento',
      text: 'No se ha firmado nada, y lo que ha escrito se conserva en esta página.',
    },
    invalid: { title: 'Hay algo que corregir', text: 'No se ha firmado nada, y lo que ha escrito se conserva.' },
    other: {
      title: 'No ha funcionado',
      text: 'No se ha firmado nada, y lo que ha escrito se conserva en esta página.',
    },
  },

  signedTitle: 'Ha firmado',
  approvedTitle: 'Ha dado su aprobación',
  thanks: (name) => `Gracias, ${name}.`,
  signedAt: 'Cuándo',
  signedAs: 'Quién',
  receiptTitle: 'Su recibo',
  receiptNote: 'Guarde este recibo. Con él puede probar qué archivo se le mostró y qué archivo firmó.',
  receiptShown: 'Archivo que se le mostró (SHA-256)',
  receiptSigned: 'Archivo que firmó (SHA-256)',
  receiptTrail: (n: number) => `Registro tras su firma, entrada ${n} (SHA-256)`,
  receiptDownload: 'Descargar el recibo',
  fingerprint: 'Huella',
  fingerprintNote: 'SHA-256 del documento tal como se envió',
  fingerprintNoteFinished: 'SHA-256 del documento finalizado',
  copy: 'Copiar',
  copied: 'Copiado',
  verifyNote:
    'Puede comprobar este documento en cualquier momento: el archivo final lleva dentro todas las firmas y los sellos de tiempo, y los lectores de PDF que comprueban firmas los muestran.',
  waitingFor: 'Quién firma',
  signerStates: {
    waiting: 'Espera su turno',
    'pending-signature': 'Todavía sin firmar',
    signed: 'Firmado',
    declined: 'Rechazado',
    notified: 'Recibe una copia',
  },
  everyoneSigned: 'Todos han firmado',
  downloadReadyText: 'El documento está completo y sellado. Guarde una copia.',
  downloadWaiting: 'Todavía no han firmado todos',
  downloadWaitingText: (email) =>
    `Recibirá el documento final por correo electrónico en ${email}. Puede cerrar esta página.`,
  downloadSealingText: 'El documento final se está sellando. Tarda un momento.',
  download: 'Descargar el documento',
  downloading: 'Descargando…',
  downloadFailed: 'La descarga no ha funcionado. Compruebe su conexión e inténtelo de nuevo.',
  downloadLater:
    'Esta página ya no busca novedades. Abra de nuevo el enlace de su correo para ver cómo está el documento.',
};
