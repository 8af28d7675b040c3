import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number } = figuresIn('it');

export const account: AppWords['account'] = {
  accountLayout: {
    language: 'Lingua',
    signaturesAnyoneCanVerifyWithout: 'Firme che chiunque può verificare senza di noi.',
    eachSignatureSealedIntoPdf:
      'Ogni firma è sigillata nel PDF con un certificato e una marca temporale affidabile. Qualsiasi modifica al file viene rilevata.',
  },
  secondStep: {
    usePasskey: 'Usa una passkey',
    enterCompleteCode: 'Inserisca il codice completo.',
    recoveryCode: 'Codice di recupero',
    codeFromApp: 'Codice dell’app',
    oneOfTenRecoveryCodes: 'Uno dei Suoi dieci codici di recupero. Ognuno vale una sola volta.',
    sixDigits: 'Sei cifre. Ogni 30 secondi appare un nuovo codice.',
    signIn: 'Accedi',
    confirmWithSecondFactor: 'Confermi con il secondo fattore.',
    or: 'oppure',
    useAnotherMethod: 'Usa un altro metodo',
    lostDevice: 'Dispositivo smarrito? Usi un codice di recupero',
    startAgain: 'Ricomincia',
  },
  loginForm: {
    signInWithPasskey: 'Accedi con una passkey',
    signInWithSingleSign: 'Accedi con single sign-on',
    addressDoesNotUseSingle: 'Questo indirizzo non usa il single sign-on. Usi la password o una passkey.',
    enterEMailAddress: 'Inserisca il Suo indirizzo e-mail.',
    enterPassword: 'Inserisca la password.',
    enterWorkEMailAddress: 'Inserisca prima il Suo indirizzo e-mail di lavoro.',
    eMail: 'E-mail',
    forgotPassword: 'Password dimenticata?',
    signIn: 'Accedi',
    or: 'oppure',
  },
  loginPage: {
    weSentEMail: 'Le abbiamo inviato un’e-mail. Apra il link in questo browser per confermare il Suo accesso.',
    singleSignOnNotAccepted:
      'Il single sign-on non è stato accettato. Riprovi. Se non funziona di nuovo, si rivolga a un amministratore della Sua organizzazione, che può vedere il motivo.',
    identityProviderConfirmedIdentity:
      'Il provider di identità ha confermato la Sua identità, ma Lei non ha ancora accesso. Lo chieda a un amministratore della Sua organizzazione.',
    organizationDoesNotUseSingle: 'Questa organizzazione non usa il single sign-on. Usi la password o una passkey.',
    planOfOrganizationDoes:
      'Il piano di questa organizzazione non comprende il single sign-on o non ha posti liberi. Usi la password o una passkey, oppure si rivolga al proprietario.',
    singleSignOnNotAvailable: 'Il single sign-on non è disponibile al momento. Riprovi tra poco.',
    signIn: 'Accedi',
    notSetUpYet: 'Non ancora configurato',
    installationDoesNotHaveOwner: 'Questa installazione non ha ancora un proprietario.',
    serverPrintedLinkWhenStarted:
      'All’avvio il server ha stampato il link. Comincia con questo indirizzo e contiene /setup#… Lo apra per scegliere organizzazione, indirizzo e-mail e password. Se lo ha perso, riavvii il server per ottenerne uno nuovo.',
    useSetupLink: 'Usi il link di configurazione',
    welcomeBack: 'È un piacere rivederLa.',
    signInToContinue: 'Acceda per continuare.',
    newHere: <T>(link: (text: string) => T): Phrase<T> => ['È la prima volta? ', link('Crei un account')],
    noAccountYet: 'Non ha ancora un account? Chieda un invito a un amministratore della Sua organizzazione.',
  },
  founderFields: {
    enterNameSignersWillSee: 'Inserisca il nome che vedranno i firmatari.',
    enterName: 'Inserisca il Suo nome.',
    enterEMailAddress: 'Inserisca un indirizzo e-mail come name@example.com.',
    useAtLeastCharacters: (passwordMin: number): string => `Usi almeno ${number(passwordMin)} caratteri.`,
    yourName: 'Il Suo nome',
    eMail: 'E-mail',
  },
  mailLink: {
    linkNoLongerWorks: 'Questo link non funziona più',
  },
  setupPage: {
    signersSeeInInvitation: 'I firmatari lo vedono nell’invito e sul certificato.',
    setUpCountersign: 'Configura Countersign',
    setUp: 'Configura',
    alreadySetUp: 'Già configurato',
    installationAlreadyHasOwner: 'Questa installazione ha già un proprietario. Acceda con il Suo account.',
    signIn: 'Accedi',
    linkIncomplete: 'Il link è incompleto',
    setupCodePartOfLink: 'Il codice di configurazione è la parte del link dopo #.',
    serverPrintedLinkWhenStarted:
      'All’avvio il server ha stampato il link: …/setup# seguito da un codice lungo. Lo copi per intero. Se lo ha perso, riavvii il server per ottenerne uno nuovo.',
    openCompleteLink: 'Apra il link completo',
    becomeOwnerOfInstallation: 'Lei diventa il proprietario di questa installazione.',
  },
  mailSent: {
    checkInbox: (email: string): string => `Controlli la casella di ${email}.`,
    noEMailAfterFew: 'Nessuna e-mail dopo qualche minuto? Controlli la posta indesiderata o la richieda di nuovo.',
    sendAgain: 'Invia di nuovo',
  },
  registerPage: {
    signersSeeInInvitation: 'I firmatari lo vedono nell’invito. Può usare il Suo nome.',
    createAccount: 'Crea account',
    createAccountText: 'Crei un account',
    byInvitationOnly: 'Solo su invito',
    installationDoesNotAllowPublic: 'Questa installazione non consente la registrazione pubblica.',
    administratorOfOrganizationCanSend:
      'Un amministratore della Sua organizzazione può inviarLe un invito. Con il link dell’invito può creare un account.',
    askForInvitation: 'Chieda un invito',
    signInInstead: 'Accedi invece',
    checkInbox: 'Controlli la posta',
    oneMoreStep: 'Ancora un passo.',
    openLinkInBrowserWithin:
      'Apra il link in questo browser entro 48 ore per creare il Suo account e l’organizzazione.',
    mistypedAddress: 'Ha sbagliato l’indirizzo?',
    startAgain: 'Ricomincia',
    createAccountTitle: 'Crei un account',
    forAndOrganization: 'Per Lei e la Sua organizzazione.',
    alreadyHaveAccount: <T>(link: (text: string) => T): Phrase<T> => ['Ha già un account? ', link('Accedi')],
  },
  forgotPage: {
    enterEMailAddressSign: 'Inserisca l’indirizzo e-mail con cui accede.',
    eMail: 'E-mail',
    sendMeLink: 'Inviami un link',
    forgotPassword: 'Password dimenticata',
    forgotPasswordTitle: 'Password dimenticata?',
    checkInbox: 'Controlli la posta',
    weSendLinkToChoose: 'Le inviamo un link per scegliere una nuova password.',
    ifAddressHasAccountWe:
      'Se esiste un account con questo indirizzo, abbiamo inviato un link. Il link funziona una sola volta, entro 15 minuti. Fino ad allora vale la vecchia password.',
    backToSignIn: 'Torna all’accesso',
  },
  verifyEmailPage: {
    enterPasswordChose: 'Inserisca la password che ha scelto.',
    confirmEMailAddress: 'Confermi il Suo indirizzo e-mail',
    alreadyHaveAccount: 'Ha già un account',
    addressAlreadyVerified: 'Questo indirizzo è già verificato. Acceda con la password.',
    notBrowserInWhichRegistered: 'Non è il browser usato per la registrazione.',
    lastStep: 'L’ultimo passo.',
    forSecurityEnterPasswordChose: 'Per sicurezza, inserisca la password scelta durante la registrazione.',
    confirmsAddressYoursAndRequested: 'Così conferma che l’indirizzo è Suo e che ha richiesto l’account.',
    confirmAndContinue: 'Conferma e continua',
    signIn: 'Accedi',
    eachLinkWorksOnceWithin:
      'Ogni link funziona una sola volta, entro 48 ore. Se ha già confermato l’indirizzo, acceda. Altrimenti si registri di nuovo.',
    registerAgain: 'Registrati di nuovo',
  },
  linkPasswordForm: {
    useAtLeastCharacters: (passwordMin: number): string => `Usi almeno ${number(passwordMin)} caratteri.`,
    newPassword: 'Nuova password',
  },
  resetPasswordPage: {
    passwordResetLinkWorksOnce:
      'Un link per reimpostare la password funziona una sola volta, entro 15 minuti. La Sua password non è cambiata. Richieda un altro link.',
    sendMeAnotherLink: 'Inviami un altro link',
    passwordChanged: 'La password è stata modificata',
    allBrowsersSignedIn: 'L’accesso è terminato in tutti i browser collegati al Suo account.',
    signInWithNewPassword: 'Accedi con la nuova password',
    chooseNewPassword: 'Scelga una nuova password',
    changePassword: 'Modifica password',
    willBeSignedOut: <T>(link: (text: string) => T): Phrase<T> => [
      'L’accesso terminerà in tutti i browser. Se qualcun altro ha avuto accesso al Suo account, ',
      link('lo controlli prima'),
      '.',
    ],
  },
  emailChangePages: {
    eMailAddressChanged: 'Il Suo indirizzo e-mail è stato modificato',
    nowSignIn: <T>(email: T): Phrase<T> => [
      'Ora accede come ',
      email,
      '. Abbiamo inviato al vecchio indirizzo un’e-mail con un link che annulla la modifica entro sette giorni.',
    ],
    confirmNewAddress: 'Confermi il nuovo indirizzo',
    askedToChangeEMail: 'Ha chiesto di modificare l’indirizzo e-mail del Suo account.',
    signInWithNewAddress: 'Poi accederà con il nuovo indirizzo. Negli altri browser l’accesso termina.',
    useAddress: 'Usa questo indirizzo',
    confirmationLinkWorksOnceWithin:
      'Un link di conferma funziona una sola volta, entro 24 ore e solo per l’account che lo ha richiesto. Il Suo indirizzo non è cambiato. Richieda di nuovo la modifica in Accesso e sicurezza.',
    goToSecurity: 'Vai a Accesso e sicurezza',
    signInWithCurrentAddress: 'Acceda prima con l’indirizzo attuale.',
  },
  recoverPage: {
    unknownDevice: 'Dispositivo sconosciuto',
    nothingChangedInLastNinety: 'Nessuna modifica negli ultimi 90 giorni.',
    notMe: 'Non l’ho fatto io: rimuovi anche questo',
    removeToo: (summary: string, time: string): string => `Rimuovi anche: ${summary}, ${time}`,
    reviewAccount: 'Controlli il Suo account',
    activityOfInLastNinety: (email: string): string => `Attività di ${email} negli ultimi 90 giorni.`,
    recoverMyAccount: 'Recupera il mio account',
    ifEverythingClosePage: 'Se tutto proviene da Lei, chiuda questa pagina. Non è stato modificato nulla.',
    whichLastSignInYours: 'Qual è l’ultimo accesso effettuato da Lei?',
    chooseSignInOrChoose: 'Scelga un accesso, oppure indichi che nessuno è stato Suo.',
    none: 'Nessuno di questi',
    changes: 'Modifiche',
    allSessionsEnd:
      'Tutte le sessioni terminano. I secondi fattori e le chiavi API aggiunti dopo quell’accesso vengono sospesi: può ripristinarli o rimuoverli nelle Impostazioni. I webhook, gli inviti e il single sign-on aggiunti da allora vengono rimossi; i membri entrati tramite l’account vengono disattivati. I secondi fattori meno recenti restano.',
    accountYoursAgain: 'L’account è di nuovo Suo',
    allSessionsHaveEnded:
      'Tutte le sessioni sono terminate. I secondi fattori e le chiavi API aggiunti dopo l’accesso confermato sono sospesi. Acceda con la nuova password e li ripristini o li rimuova in Impostazioni, Accesso e sicurezza.',
    signIn: 'Accedi',
    linkWorksOnceWithinSeven:
      'Questo link funziona una sola volta, entro sette giorni. Per controllare il Suo account, richieda un link per reimpostare la password.',
    sendMeLink: 'Inviami un link',
  },
  invitationPage: {
    enterName: 'Inserisca il Suo nome.',
    useAtLeastCharacters: (passwordMin: number): string => `Usi almeno ${number(passwordMin)} caratteri.`,
    eMail: 'E-mail',
    yourName: 'Il Suo nome',
    join: (organization: string): string => `Entra in ${organization}`,
    signedInAsButInvitation: <T>(email: T, otherEmail: T): Phrase<T> => [
      'Ha effettuato l’accesso come ',
      email,
      ', ma l’invito è stato inviato a ',
      otherEmail,
      '. Esca prima di accettarlo.',
    ],
    signOutAndContinue: 'Esci e continua',
    signedIn: <T>(email: T): Phrase<T> => [
      'Ha effettuato l’accesso come ',
      email,
      '. Mantiene le altre organizzazioni e può passare dall’una all’altra.',
    ],
    alreadyHaveAccount: 'Ha già un account. Acceda per accettare l’invito.',
    invitation: 'Invito',
    invitationNoLongerWorks: 'Questo invito non funziona più',
    invitationLinkWorksOnceWithin:
      'Un link di invito funziona una sola volta, entro 14 giorni, e vale solo il più recente. Se ha già accettato l’invito, acceda. Altrimenti chieda un nuovo invio a chi L’ha invitata.',
    signIn: 'Accedi',
    invitesAdministrator: (invitedBy: string, days: string): string =>
      `${invitedBy} La invita come amministratore. L’invito scade ${days}.`,
    invitesMember: (invitedBy: string, days: string): string =>
      `${invitedBy} La invita come membro. L’invito scade ${days}.`,
  },
  ssoConfirmPage: {
    signIn: 'Accedi',
    confirmSingleSign: 'Confermi l’accesso con single sign-on',
    linkWorksOnceAndExpires:
      'Questo link funziona una sola volta e scade presto. Per un nuovo link, acceda di nuovo con single sign-on.',
    differentBrowser: 'Questo è un altro browser',
    openLinkInBrowser: 'Apra il link nel browser in cui ha iniziato l’accesso, oppure acceda di nuovo in questo.',
    wasItYou: 'È un Suo accesso?',
    someoneSignedInWithAddress:
      'Qualcuno ha effettuato l’accesso con il Suo indirizzo tramite un provider di identità.',
    ifConfirm:
      'Se è un Suo accesso, lo confermi. Da quel momento il provider può farLa accedere. Altrimenti chiuda questa pagina. Non cambia nulla.',
    yesMe: 'Sì, è mio',
  },
  switchAccountPage: {
    switchAccounts: 'Cambia account',
    nothingToDecide: 'Nulla da decidere',
    signInHasExpired: 'Questo accesso è scaduto, oppure ha già deciso.',
    goToStartPage: 'Vai alla pagina iniziale',
    switchAccountsTitle: 'Cambiare account?',
    alreadySignedInToAnother: 'In questo browser ha già effettuato l’accesso con un altro account.',
    signedInNow: 'Accesso attuale',
    newSignIn: 'Nuovo accesso',
    switchOnlyIfStartedSign: (organization: string): string =>
      `Cambi account solo se ha iniziato Lei questo accesso. I documenti che carica o firma in seguito vengono conservati in ${organization}.`,
    keepCurrentAccount: 'Mantieni l’account attuale',
    doNotSignIn: 'Non accedere',
    switchToNewAccount: 'Passa al nuovo account',
    signedInAgain: 'Accesso ripetuto',
    thankYou: 'Grazie',
    haveSignedInAgain: 'Ha effettuato di nuovo l’accesso.',
    closeTabToContinue: 'Chiuda questa scheda per continuare nell’altra.',
  },
  signWithAccountPage: {
    signWithAccount: 'Firma con il Suo account',
    confirm: 'Confermi la Sua identità',
    askedToSignWithOwn: <T>(email: T): Phrase<T> => [
      'Le è stato chiesto di firmare con il Suo account e il relativo secondo fattore. Ha effettuato l’accesso come ',
      email,
      '. Deve essere l’indirizzo a cui è stato inviato il documento.',
    ],
    openDocument: 'Apri il documento',
    accountHasNoSecondFactor:
      'Il Suo account non ha ancora un secondo fattore. Configuri un’app di autenticazione o una passkey, poi torni qui.',
    setUpSecondFactor: 'Configura un secondo fattore',
  },
};
