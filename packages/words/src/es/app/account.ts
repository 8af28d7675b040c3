import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('es');

export const account: AppWords['account'] = {
  accountLayout: {
    language: 'Idioma',
    signaturesAnyoneCanVerifyWithout: 'Firmas que cualquiera puede comprobar sin nosotros.',
    eachSignatureSealedIntoPdf:
      'Cada firma queda sellada en el PDF con un certificado y un sello de tiempo de confianza. Cualquier cambio en el archivo se detecta.',
  },
  secondStep: {
    usePasskey: 'Usar llave de acceso',
    enterCompleteCode: 'Introduzca el código completo.',
    recoveryCode: 'Código de recuperación',
    codeFromApp: 'Código de su aplicación',
    oneOfTenRecoveryCodes: 'Uno de sus diez códigos de recuperación. Cada uno vale una sola vez.',
    sixDigits: 'Seis cifras. Cada 30 segundos aparece un código nuevo.',
    signIn: 'Iniciar sesión',
    confirmWithSecondFactor: 'Confirme con su segundo factor.',
    or: 'o',
    useAnotherMethod: 'Usar otro método',
    lostDevice: '¿Ha perdido el dispositivo? Use un código de recuperación',
    startAgain: 'Empezar de nuevo',
  },
  loginForm: {
    signInWithPasskey: 'Usar una llave de acceso',
    signInWithSingleSign: 'Iniciar sesión con su organización',
    addressDoesNotUseSingle:
      'Esta dirección no usa el inicio de sesión único. Use su contraseña o una llave de acceso.',
    enterEMailAddress: 'Escriba su dirección de correo.',
    enterPassword: 'Escriba su contraseña.',
    enterWorkEMailAddress: 'Escriba primero su dirección de correo del trabajo.',
    eMail: 'Correo electrónico',
    forgotPassword: '¿Ha olvidado la contraseña?',
    signIn: 'Iniciar sesión',
    or: 'o',
  },
  loginPage: {
    weSentEMail: 'Le hemos enviado un correo. Abra el enlace en este navegador para confirmar que ha sido usted.',
    singleSignOnNotAccepted:
      'No se ha aceptado el inicio de sesión único. Inténtelo de nuevo. Si vuelve a fallar, avise a un administrador de su organización, que puede ver el motivo.',
    identityProviderConfirmedIdentity:
      'Su proveedor de identidad ha confirmado su identidad, pero todavía no tiene acceso. Pídalo a un administrador de su organización.',
    organizationDoesNotUseSingle:
      'Esta organización no usa el inicio de sesión único. Use su contraseña o una llave de acceso.',
    planOfOrganizationDoes:
      'El plan de esta organización no incluye el inicio de sesión único o no tiene plazas libres. Use su contraseña o una llave de acceso, o pregunte al propietario.',
    singleSignOnNotAvailable:
      'El inicio de sesión único no está disponible en este momento. Inténtelo de nuevo dentro de poco.',
    signIn: 'Iniciar sesión',
    notSetUpYet: 'Sin configurar',
    installationDoesNotHaveOwner: 'Esta instalación todavía no tiene propietario.',
    serverPrintedLinkWhenStarted:
      'El servidor mostró el enlace al arrancar. Empieza por esta dirección y contiene /setup#… Ábralo para elegir su organización, su dirección de correo y su contraseña. Si lo ha perdido, reinicie el servidor para obtener uno nuevo.',
    useSetupLink: 'Use el enlace de configuración',
    welcomeBack: 'Hola de nuevo.',
    signInToContinue: 'Inicie sesión para continuar.',
    newHere: (link) => ['¿Es su primera vez aquí? ', link('Crear una cuenta')],
    noAccountYet: '¿Aún no tiene cuenta? Pida a un administrador de su organización que le invite.',
  },
  founderFields: {
    enterNameSignersWillSee: 'Escriba el nombre que verán los firmantes.',
    enterName: 'Escriba su nombre.',
    enterEMailAddress: 'Escriba una dirección de correo como name@example.com.',
    useAtLeastCharacters: (passwordMin) => `Use al menos ${number(passwordMin)} caracteres.`,
    yourName: 'Su nombre',
    eMail: 'Correo electrónico',
  },
  mailLink: {
    linkNoLongerWorks: 'Este enlace ya no funciona',
  },
  setupPage: {
    signersSeeInInvitation: 'Los firmantes lo ven en la invitación y en el certificado.',
    setUpCountersign: 'Configurar Countersign',
    setUp: 'Configurar',
    alreadySetUp: 'Ya está configurado',
    installationAlreadyHasOwner: 'Esta instalación ya tiene propietario. Inicie sesión.',
    signIn: 'Iniciar sesión',
    linkIncomplete: 'El enlace está incompleto',
    setupCodePartOfLink: 'El código de configuración es la parte del enlace que sigue a #.',
    serverPrintedLinkWhenStarted:
      'El servidor mostró el enlace al arrancar: …/setup# seguido de un código largo. Cópielo entero. Si lo ha perdido, reinicie el servidor para obtener uno nuevo.',
    openCompleteLink: 'Abra el enlace completo',
    becomeOwnerOfInstallation: 'Usted será el propietario de esta instalación.',
  },
  mailSent: {
    checkInbox: (email) => `Revise el buzón de ${email}.`,
    noEMailAfterFew: '¿No llega el correo en unos minutos? Mire en la carpeta de spam o envíelo de nuevo.',
    sendAgain: 'Enviar de nuevo',
  },
  registerPage: {
    signersSeeInInvitation: 'Los firmantes lo ven en la invitación. Puede usar su propio nombre.',
    createAccount: 'Crear cuenta',
    createAccountText: 'Crear una cuenta',
    byInvitationOnly: 'Solo con invitación',
    installationDoesNotAllowPublic: 'Esta instalación no permite el registro público.',
    administratorOfOrganizationCanSend:
      'Un administrador de su organización puede enviarle una invitación. Con su enlace podrá crear una cuenta.',
    askForInvitation: 'Pida una invitación',
    signInInstead: 'Iniciar sesión',
    checkInbox: 'Revise su correo',
    oneMoreStep: 'Un paso más.',
    openLinkInBrowserWithin:
      'Abra el enlace en este navegador antes de 48 horas para crear su cuenta y su organización.',
    mistypedAddress: '¿Se ha equivocado de dirección?',
    startAgain: 'Empezar de nuevo',
    createAccountTitle: 'Crear una cuenta',
    forAndOrganization: 'Para usted y su organización.',
    alreadyHaveAccount: (link) => ['¿Ya tiene una cuenta? ', link('Iniciar sesión')],
  },
  forgotPage: {
    enterEMailAddressSign: 'Escriba la dirección de correo con la que inicia sesión.',
    eMail: 'Correo electrónico',
    sendMeLink: 'Enviar enlace',
    forgotPassword: 'Contraseña olvidada',
    forgotPasswordTitle: '¿Ha olvidado la contraseña?',
    checkInbox: 'Revise su correo',
    weSendLinkToChoose: 'Le enviamos un enlace para elegir una contraseña nueva.',
    ifAddressHasAccountWe:
      'Si esta dirección tiene una cuenta, le hemos enviado un enlace. Funciona una sola vez, durante 15 minutos. Hasta entonces vale su contraseña anterior.',
    backToSignIn: 'Volver al inicio de sesión',
  },
  verifyEmailPage: {
    enterPasswordChose: 'Escriba la contraseña que eligió.',
    confirmEMailAddress: 'Confirme su dirección de correo',
    alreadyHaveAccount: 'Ya tiene una cuenta',
    addressAlreadyVerified: 'Esta dirección ya está confirmada. Inicie sesión con su contraseña.',
    notBrowserInWhichRegistered: 'Este no es el navegador en el que se registró.',
    lastStep: 'El último paso.',
    forSecurityEnterPasswordChose: 'Por seguridad, escriba la contraseña que eligió allí.',
    confirmsAddressYoursAndRequested: 'Así confirma que la dirección es suya y que ha solicitado la cuenta.',
    confirmAndContinue: 'Confirmar y continuar',
    signIn: 'Iniciar sesión',
    eachLinkWorksOnceWithin:
      'Cada enlace funciona una sola vez, durante 48 horas. Si ya ha confirmado su dirección, inicie sesión. Si no, regístrese de nuevo.',
    registerAgain: 'Registrarse de nuevo',
  },
  linkPasswordForm: {
    useAtLeastCharacters: (passwordMin) => `Use al menos ${number(passwordMin)} caracteres.`,
    newPassword: 'Contraseña nueva',
  },
  resetPasswordPage: {
    passwordResetLinkWorksOnce:
      'El enlace para cambiar la contraseña funciona una sola vez, durante 15 minutos. Su contraseña no ha cambiado. Pida otro enlace.',
    sendMeAnotherLink: 'Enviar otro enlace',
    passwordChanged: 'Su contraseña ha cambiado',
    allBrowsersSignedIn: 'Se ha cerrado la sesión en todos los navegadores que usaban su cuenta.',
    signInWithNewPassword: 'Iniciar sesión con la contraseña nueva',
    chooseNewPassword: 'Elija una contraseña nueva',
    changePassword: 'Cambiar contraseña',
    willBeSignedOut: (link) => [
      'Se cerrará la sesión en todos los navegadores. Si otra persona ha tenido acceso a su cuenta, ',
      link('revísela primero'),
      '.',
    ],
  },
  emailChangePages: {
    eMailAddressChanged: 'Su dirección de correo ha cambiado',
    nowSignIn: (email) => [
      'A partir de ahora inicia sesión con ',
      email,
      '. Hemos enviado a la dirección anterior un correo con un enlace que deshace el cambio durante siete días.',
    ],
    confirmNewAddress: 'Confirme su nueva dirección',
    askedToChangeEMail: 'Ha pedido cambiar la dirección de correo de su cuenta.',
    signInWithNewAddress:
      'Después iniciará sesión con la nueva dirección. Se cerrará la sesión en los demás navegadores.',
    useAddress: 'Usar esta dirección',
    confirmationLinkWorksOnceWithin:
      'El enlace de confirmación funciona una sola vez, durante 24 horas, y solo para la cuenta que lo pidió. Su dirección no ha cambiado. Vuelva a pedir el cambio en Acceso y seguridad.',
    goToSecurity: 'Ir a Acceso y seguridad',
    signInWithCurrentAddress: 'Inicie sesión primero con su dirección actual.',
  },
  recoverPage: {
    unknownDevice: 'Dispositivo desconocido',
    nothingChangedInLastNinety: 'No ha cambiado nada en los últimos 90 días.',
    notMe: 'No he sido yo. Eliminarlo también',
    removeToo: (summary, time) => `Eliminar también: ${summary}, ${time}`,
    reviewAccount: 'Revise su cuenta',
    activityOfInLastNinety: (email) => `Actividad de ${email} en los últimos 90 días.`,
    recoverMyAccount: 'Recuperar mi cuenta',
    ifEverythingClosePage: 'Si todo lo que ve aquí lo hizo usted, cierre esta página. No se ha cambiado nada.',
    whichLastSignInYours: '¿Cuál es el último inicio de sesión que hizo usted?',
    chooseSignInOrChoose: 'Elija un inicio de sesión o indique que ninguno es suyo.',
    none: 'Ninguno de estos',
    changes: 'Cambios',
    allSessionsEnd:
      'Se cierran todas las sesiones. Los segundos factores y las claves de API añadidos desde ese inicio de sesión se suspenden: puede restaurarlos o eliminarlos en Configuración. Los webhooks, las invitaciones y el inicio de sesión único añadidos desde entonces se eliminan, y los miembros que se incorporaron a través de la cuenta se desactivan. Los segundos factores anteriores se conservan.',
    accountYoursAgain: 'Su cuenta vuelve a ser suya',
    allSessionsHaveEnded:
      'Se han cerrado todas las sesiones. Los segundos factores y las claves de API añadidos desde el inicio de sesión que confirmó están suspendidos. Inicie sesión con su contraseña nueva y restáurelos o elimínelos en Configuración, Acceso y seguridad.',
    signIn: 'Iniciar sesión',
    linkWorksOnceWithinSeven:
      'Este enlace funciona una sola vez, durante siete días. Para revisar su cuenta, pida un enlace para cambiar la contraseña.',
    sendMeLink: 'Enviar enlace',
  },
  invitationPage: {
    enterName: 'Escriba su nombre.',
    useAtLeastCharacters: (passwordMin) => `Use al menos ${number(passwordMin)} caracteres.`,
    eMail: 'Correo electrónico',
    yourName: 'Su nombre',
    join: (organization) => `Unirse a ${organization}`,
    signedInAsButInvitation: (email, otherEmail) => [
      'Ha iniciado sesión con ',
      email,
      ', pero la invitación se envió a ',
      otherEmail,
      '. Cierre la sesión para aceptarla.',
    ],
    signOutAndContinue: 'Cerrar sesión y continuar',
    signedIn: (email) => [
      'Ha iniciado sesión con ',
      email,
      '. Conserva sus demás organizaciones y puede cambiar de una a otra.',
    ],
    alreadyHaveAccount: 'Ya tiene una cuenta. Inicie sesión para aceptar la invitación.',
    invitation: 'Invitación',
    invitationNoLongerWorks: 'Esta invitación ya no funciona',
    invitationLinkWorksOnceWithin:
      'El enlace de una invitación funciona una sola vez, durante 14 días, y solo vale el más reciente. Si ya ha aceptado la invitación, inicie sesión. Si no, pida a quien le invitó que la envíe de nuevo.',
    signIn: 'Iniciar sesión',
    invitesAdministrator: (invitedBy, days) =>
      `${invitedBy} le invita con la función de administrador. La invitación caduca ${days}.`,
    invitesMember: (invitedBy, days) => `${invitedBy} le invita como miembro. La invitación caduca ${days}.`,
  },
  ssoConfirmPage: {
    signIn: 'Iniciar sesión',
    confirmSingleSign: 'Confirme el inicio de sesión único',
    linkWorksOnceAndExpires:
      'Este enlace funciona una sola vez y caduca pronto. Vuelva a iniciar sesión a través de su organización para recibir uno nuevo.',
    differentBrowser: 'Este es otro navegador',
    openLinkInBrowser:
      'Abra el enlace en el navegador en el que empezó a iniciar sesión, o vuelva a iniciar sesión en este.',
    wasItYou: '¿Ha sido usted?',
    someoneSignedInWithAddress: 'Alguien ha iniciado sesión con su dirección a través de un proveedor de identidad.',
    ifConfirm:
      'Si ha sido usted, confírmelo. El proveedor podrá entonces iniciar su sesión. Si no, cierre esta página. No cambia nada.',
    yesMe: 'Sí, he sido yo',
  },
  switchAccountPage: {
    switchAccounts: 'Cambiar de cuenta',
    nothingToDecide: 'Nada que decidir',
    signInHasExpired: 'Este inicio de sesión ha caducado, o ya ha decidido.',
    goToStartPage: 'Ir a la página de inicio',
    switchAccountsTitle: '¿Cambiar de cuenta?',
    alreadySignedInToAnother: 'En este navegador ya hay una sesión iniciada con otra cuenta.',
    signedInNow: 'Sesión actual',
    newSignIn: 'Nuevo inicio de sesión',
    switchOnlyIfStartedSign: (organization) =>
      `Cambie solo si usted mismo ha empezado este inicio de sesión. Los documentos que suba o firme después se guardan en ${organization}.`,
    keepCurrentAccount: 'Seguir con la cuenta actual',
    doNotSignIn: 'No iniciar sesión',
    switchToNewAccount: 'Cambiar a la cuenta nueva',
    signedInAgain: 'Sesión iniciada de nuevo',
    thankYou: 'Gracias',
    haveSignedInAgain: 'Ha vuelto a iniciar sesión.',
    closeTabToContinue: 'Cierre esta pestaña para continuar en la otra.',
  },
  signWithAccountPage: {
    signWithAccount: 'Firmar con su cuenta',
    confirm: 'Confirme que es usted',
    askedToSignWithOwn: (email) => [
      'Se le ha pedido que firme con su propia cuenta y su segundo factor. Ha iniciado sesión con ',
      email,
      '. Debe ser la dirección a la que se envió el documento.',
    ],
    openDocument: 'Abrir el documento',
    accountHasNoSecondFactor:
      'Su cuenta todavía no tiene un segundo factor. Configure una aplicación de autenticación o una llave de acceso y vuelva aquí.',
    setUpSecondFactor: 'Configurar un segundo factor',
  },
};
