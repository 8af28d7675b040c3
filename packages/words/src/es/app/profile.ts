import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('es');

export const profile: AppWords['profile'] = {
  deleteAccount: {
    enterPassword: 'Escriba su contraseña.',
    deletionScheduled: 'Eliminación programada',
    untilCanCancelDeletion: (day) => `Puede cancelar la eliminación hasta el ${day}.`,
    inAboutThirtyDays: 'Dentro de unos 30 días:',
    signedOutEverywhereAndApi: 'Se cierran todas sus sesiones y se revocan sus claves de API.',
    profileSavedSignaturePasskeys:
      'Se eliminan su perfil, su firma guardada, sus llaves de acceso y los correos enviados a usted.',
    documentsDraftsAndTemplatesGo:
      'Sus documentos, borradores y plantillas pasan a un propietario de cada organización.',
    signedDocumentsAndEvidenceStay:
      'Los documentos firmados y sus pruebas se quedan en las organizaciones hasta que termina su plazo de conservación.',
    ifOnlyOwnerOfOrganization: 'Si usted es el único propietario de una organización, transfiérala o elimínela antes.',
    yourPassword: 'Su contraseña',
    deleteMyAccount: 'Eliminar mi cuenta',
    keepMyAccount: 'Conservar mi cuenta',
    legalHoldOfOne:
      'Una retención legal de una de sus organizaciones impide la eliminación. Su cuenta se elimina cuando se levante la retención.',
    organizationWouldHaveNoOwner: 'Una organización se quedaría sin propietario. Transfiera la propiedad o elimínela.',
    accountWillBeDeleted: 'Su cuenta se va a eliminar',
    on: (day, days) => `El ${day} (${days}).`,
    takesAboutThirtyDays: 'Su cuenta se elimina dentro de unos 30 días. Hasta entonces puede cancelar la eliminación.',
    deleteMyAccountDialog: 'Eliminar mi cuenta…',
    deleteAccount: '¿Eliminar su cuenta?',
  },
  signaturePad: {
    drawingAreaForSignature: 'Superficie para dibujar su firma',
    useMouseFingerOrPen: 'Con el ratón, el dedo o un lápiz',
    clear: 'Borrar',
  },
  handChoice: {
    noneOfHandwritingFonts:
      'Ninguna de las letras manuscritas tiene estos caracteres, así que su nombre aparece en letra normal. También puede dibujarlo.',
    handwriting: 'Letra manuscrita',
    style: (index) => `Estilo ${number(index)}`,
  },
  profilePage: {
    keyboard: 'Teclado',
    keyboardText: 'Este ajuste vale solo para este navegador.',
    singleKeys: 'Atajos de una sola tecla',
    singleKeysText: 'Por ejemplo, J y K en las listas. Pulse ? para ver todos los atajos.',
    enterName: 'Escriba su nombre.',
    profileSaved: 'Perfil guardado',
    forEMailsTo: 'Para la aplicación, los correos que recibe y los documentos que firma.',
    browserSetting: 'Como el navegador',
    timeZone: 'Zona horaria',
    forTimesInApp: 'Para las horas en esta aplicación y en los correos que recibe.',
    browserSettingPlaceholder: (here) => `Como el navegador (${here})`,
    unknownTimeZone: 'Zona horaria desconocida',
    signatureSaved: 'Firma guardada',
    offeredWhenSignDocument: 'Se le ofrece cuando firma un documento.',
    kindOfSignature: 'Tipo de firma',
    draw: 'Dibujar',
    type: 'Escribir',
    yourName: 'Su nombre',
    saveSignature: 'Guardar firma',
    savedSignature: (data) => `Su firma guardada: ${data}`,
    savedSignatureAlt: 'Su firma guardada',
    signatureRemoved: 'Firma eliminada',
    savedSignatureTitle: 'Firma guardada',
    offeredWhenSignWithAccount:
      'Se le ofrece cuando firma con su cuenta. Lo que prueba una firma es el certificado, no esta imagen.',
    addSignature: 'Añadir una firma',
    profile: 'Perfil',
    nameLanguageAndSavedSignature: 'Su nombre, su idioma y su firma guardada.',
    aboutYou: 'Sobre usted',
  },
  contacts: {
    title: 'Libreta de direcciones',
    text: 'Mientras escribe destinatarios, la aplicación sugiere personas a las que envió documentos. Solo usted ve estas sugerencias.',
    people: counted({ one: '# persona', other: '# personas' }),
    clearDialog: 'Vaciar…',
    clearTitle: '¿Vaciar su libreta de direcciones?',
    clearText:
      'Estas personas dejan de sugerirse. No se puede deshacer. Sus documentos no cambian y las personas a las que envíe otro documento se sugieren de nuevo.',
    clear: 'Vaciar libreta',
    cleared: 'Libreta de direcciones vaciada',
  },
};
