import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('es');

export const organization: AppWords['organization'] = {
  organizationEnds: {
    chooseNewOwner: 'Elija al nuevo propietario.',
    enterPassword: 'Escriba su contraseña.',
    ownershipTransferred: 'Propiedad transferida',
    nowAdministrator: (name) => `Ahora tiene la función de administrador en ${name}.`,
    newOwnerCanDoEverything:
      'El nuevo propietario puede hacerlo todo, incluidas la facturación y la eliminación. Usted pasa a ser administrador, y solo el nuevo propietario puede cambiarlo.',
    newOwner: 'Nuevo propietario',
    nameOrAddress: 'Nombre o dirección',
    noOtherMemberHasName: 'Ningún otro miembro tiene este nombre o dirección.',
    yourPassword: 'Su contraseña',
    ownership: 'Propiedad',
    ownOrganization: 'Usted es el propietario de esta organización. Transfiérala antes de abandonarla.',
    handOverDialog: 'Transferir…',
    transferOwnership: 'Transferir la propiedad',
    leave: 'Abandonar',
    keepAccount: 'Conserva su cuenta. Sus documentos pasan al propietario y sus claves de API se revocan.',
    leaveDialog: 'Abandonar…',
    leaveTitle: (name) => `¿Abandonar ${name}?`,
    loseAccessAtOnce: 'Pierde el acceso de inmediato. Para volver necesita una nueva invitación.',
    stay: 'Quedarse',
    deletionScheduled: 'Eliminación programada',
    untilEverythingWorksAnd: 'Hasta entonces todo funciona y puede cancelar la eliminación.',
    inThirtyDaysDeleted: (name) =>
      `${name} se elimina dentro de 30 días. Los documentos pendientes de firma se retiran y todos los miembros pierden el acceso. Los documentos completados se conservan hasta que termina su plazo de conservación. Hasta entonces puede cancelar la eliminación.`,
    deleteInThirtyDays: 'Eliminar en 30 días',
    willBeDeleted: (name) => `${name} se va a eliminar`,
    on: (day, days) => `El ${day} (${days}).`,
    documentsOutForSigningVoided: counted({
      one: 'Se retirará # documento pendiente de firma, salvo que se complete antes.',
      other: 'Se retirarán # documentos pendientes de firma, salvo que se completen antes.',
    }),
    deletionCanceled: 'Eliminación cancelada',
    willNotBeDeleted: (name) => `${name} no se eliminará.`,
    keepOrganization: 'Conservar la organización',
    deleteOrganization: 'Eliminar la organización',
    takesThirtyDays: 'La organización se elimina dentro de 30 días. Hasta entonces puede cancelar la eliminación.',
    delete: (name) => `¿Eliminar ${name}?`,
  },
  logoSection: {
    choosePngFile: 'Elija un archivo PNG.',
    fileLargerThanKb: 'Este archivo supera los 200 kB. Elija uno más pequeño.',
    fileEmpty: 'Este archivo está vacío. Elija otro.',
    notPngImageOrDamaged: 'No es una imagen PNG o está dañada. Elija otra.',
    imageHasMoreThanFour:
      'Esta imagen tiene más de 4.000 píxeles por lado o más de 4 millones en total. Elija una más pequeña.',
    logoSaved: 'Logotipo guardado',
    documentsSendFromNow: 'Los documentos que envíe a partir de ahora lo muestran.',
    logoRemoved: 'Logotipo eliminado',
    logo: 'Logotipo',
    shownOnSignaturePages:
      'Aparece en las páginas de firmas y en los certificados de finalización. Un PNG de 200 kB como máximo.',
    noLogoYet: 'Todavía no hay logotipo. Los documentos muestran solo el nombre de su organización.',
    logoOf: (name) => `Logotipo de ${name}`,
    uploadLogo: 'Subir logotipo',
    replaceLogo: 'Sustituir logotipo',
    removeLogo: 'Eliminar logotipo',
  },
  settingsForm: {
    settingsSaved: 'Ajustes guardados',
    settingsSavedApiKeysWillBe: 'Ajustes guardados. Se suspenderán claves de API',
    ownersHaveNoSecondFactor: (suspendedKeys) =>
      `Sus titulares no tienen un segundo factor. Dentro de 7 días dejarán de funcionar estas claves: ${suspendedKeys}.`,
    needSecondFactorToChange: (link) => [
      'Necesita un segundo factor para cambiar los ajustes de seguridad. ',
      link('Configure una aplicación de autenticación o una llave de acceso'),
      ' y vuelva aquí.',
    ],
    someoneElseChangedSettings:
      'Otra persona ha cambiado los ajustes, por lo que no se ha guardado nada. Recárguelos y repita su cambio.',
    reloadSettings: 'Recargar los ajustes',
  },
  documentsSettings: {
    removeIt: 'Eliminarlo',
    pagesDoNotChange: 'Las páginas no cambian. Los archivos ya firmados no se modifican.',
    rejectFile: 'Rechazar el archivo',
    uploaderAskedToPrint: 'Quien lo sube debe imprimirlo antes en un PDF.',
    contentSignersSeeCanDepend: 'Los scripts pueden entonces cambiar el contenido que ven los firmantes.',
    rulesForUploadsAndRetention: 'Reglas para las subidas y la conservación.',
    rangeYears: 'De 1 mes a 100 años.',
    rangeYearsAudit_retention_days: 'De 1 a 100 años.',
    atLeastAsLong: 'Al menos tanto como los documentos, porque el registro de auditoría es su prueba.',
    rangeDays: 'De 1 a 90 días.',
    scriptsAndOtherActiveContent: 'Scripts y otro contenido activo de un PDF',
    keepCompletedDocuments: 'Conservar los documentos completados',
    rangeYearsDefaultSevenYears: 'De 1 mes a 100 años. Valor predeterminado: 7 años.',
    keepAuditTrail: 'Conservar el registro de auditoría',
    rangeYearsAndAtLeast: 'De 1 a 100 años, y al menos tanto como los documentos. Valor predeterminado: 10 años.',
    keepDataOfDeletedAccounts: 'Conservar los datos de cuentas eliminadas',
    rangeDaysAfterAccountDeleted: 'De 1 a 90 días después de eliminar la cuenta. Valor predeterminado: 30.',
  },
  securitySettings: {
    security: 'Seguridad',
    appliesToEveryMember: 'Se aplica a todos los miembros desde su próxima solicitud.',
    range: 'De 8 a 128.',
    rangeMinutes: 'De 5 a 720 minutos.',
    requireSecondFactor: 'Exigir un segundo factor',
    membersWithoutSecondFactor:
      'Los miembros sin un segundo factor solo pueden configurar uno. Sus claves de API dejan de funcionar a los 7 días.',
    forSingleSign: 'También con el inicio de sesión único',
    singleSignOnWorks:
      'El inicio de sesión único solo funciona entonces si el proveedor de identidad confirma un segundo factor.',
    minimumPasswordLength: 'Longitud mínima de la contraseña',
    rangeCharacters:
      'De 8 a 128 caracteres. Valor predeterminado: 12. Para los miembros de varias organizaciones se aplica la mayor.',
    signOutAfterInactivity: 'Cerrar sesión por inactividad',
    rangeMinutesDefaultThirtyAppliesTo:
      'De 5 a 720 minutos. Valor predeterminado: 30. Se aplica también a las sesiones abiertas.',
    charactersSuffix: ' caracteres',
  },
  sendingSettings: {
    sending: 'Envío',
    defaultSettingsForSendingDocuments: 'Ajustes predeterminados para enviar documentos.',
    rangeDays: 'De 1 a 365 días.',
    rangeDaysEveryDays: 'De 1 a 30 días.',
    rangeTimes: 'De 1 a 20 veces.',
    range: 'De 1 a 365. Valor predeterminado: 30.',
    remindSigners: 'Recordatorios a los firmantes',
    recipientsWhoHaveNotSigned: 'Los destinatarios que no han firmado reciben recordatorios por correo.',
    remindEvery: 'Recordar cada',
    atMost: 'Como máximo',
    suggestRecipients: 'Sugerir destinatarios',
    suggestRecipientsText:
      'Mientras los miembros escriben, la aplicación les sugiere los destinatarios de los documentos que enviaron. No ven los de otros.',
    timesSuffix: ' veces',
  },
  organizationForm: {
    signersSeeInInvitations: 'Los firmantes lo ven en las invitaciones y en el certificado de finalización.',
    nameInEMails: 'Nombre en los correos',
    theSame: 'Nombre de la organización',
    registrationNumber: 'Número de registro',
    shownInCertificateOfSeal:
      'Aparece en el certificado de su sello. Indique registro, país y número, por ejemplo NTRGB-12345678 o VATDE-123456789.',
    none: 'Ninguno',
    allowedNetworks: 'Redes permitidas',
    networksMembersAndApiKeys:
      'Redes que pueden usar los miembros y las claves de API. Los firmantes nunca tienen restricciones. Si pierde el acceso a estas redes, el operador del servidor puede levantar la restricción.',
    addressesAndNetworks: 'Direcciones y redes',
    onePerLineAsTwentyfour:
      'Una por línea, por ejemplo 203.0.113.0/24 o 2001:db8::/32. Vacío: todas las redes. La lista debe incluir su propia dirección.',
    embedding: 'Integración',
    ownPagesCanShowSigning:
      'Sus propias páginas pueden mostrar la página de firma en un marco, y la página de firma puede volver a ellas. Cree los enlaces con la API.',
    allowedOrigins: 'Orígenes permitidos',
    onePerLineAsHttps:
      'Uno por línea, por ejemplo https://app.example.com. Sin ninguno, ninguna página puede mostrar la página de firma en un marco.',
    redirectHosts: 'Hosts de redirección',
    onePerLineAsApp: 'Uno por línea, por ejemplo app.example.com. Un redirectUrl debe llevar a uno de estos hosts.',
  },
  storageSection: {
    files: counted({ one: '# archivo', other: '# archivos' }),
    storage: 'Almacenamiento',
    in: (size, count) => `${size} en ${count}. Su almacenamiento es ilimitado.`,
    ofUsedIn: (size, otherSize, count) => `${size} de ${otherSize} en uso, en ${count}.`,
    storageUsed: 'Almacenamiento usado',
    storageFull: 'Su almacenamiento está lleno. Las subidas se rechazan.',
    storageAlmostFull: 'Su almacenamiento está casi lleno.',
    makeRoom: (state) =>
      `${state} Elimine los documentos y las plantillas que ya no necesite o pida más almacenamiento al operador de este servidor.`,
    includesDocumentsTemplates:
      'Incluye documentos, plantillas y adjuntos de producción y del entorno de pruebas. Los documentos eliminados cuentan otros 30 días.',
  },
  organizationPage: {
    free: 'Free',
    smallTeam: 'Small Team',
    mediumTeam: 'Medium Team',
    largeTeam: 'Large Team',
    enterprise: 'Enterprise',
    about: 'Información',
    plan: 'Plan',
    since: 'Desde',
    yourRole: 'Su función',
    id: 'ID',
    settingsForWholeOrganization: 'Ajustes para toda la organización.',
    administratorsManageSettings: 'Estos ajustes los gestionan los administradores.',
    toChangeSomethingAskAdministrator: (name) => `Para cambiar algo aquí, diríjase a un administrador de ${name}.`,
  },
};
