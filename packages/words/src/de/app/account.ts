import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number } = figuresIn('de');

export const account: AppWords['account'] = {
  accountLayout: {
    language: 'Sprache',
    signaturesAnyoneCanVerifyWithout: 'Unterschriften, die jeder auch ohne uns prüfen kann.',
    eachSignatureSealedIntoPdf:
      'Jede Unterschrift wird mit einem Zertifikat und einem vertrauenswürdigen Zeitstempel in die PDF-Datei gesiegelt. Jede Änderung an der Datei lässt sich erkennen.',
  },
  secondStep: {
    usePasskey: 'Passkey verwenden',
    enterCompleteCode: 'Geben Sie den vollständigen Code ein.',
    recoveryCode: 'Wiederherstellungscode',
    codeFromApp: 'Code aus Ihrer App',
    oneOfTenRecoveryCodes: 'Einer Ihrer zehn Wiederherstellungscodes. Jeder gilt einmal.',
    sixDigits: 'Sechs Ziffern. Alle 30 Sekunden erscheint ein neuer Code.',
    signIn: 'Anmelden',
    confirmWithSecondFactor: 'Bestätigen Sie mit Ihrem zweiten Faktor.',
    or: 'oder',
    useAnotherMethod: 'Andere Methode verwenden',
    lostDevice: 'Gerät verloren? Wiederherstellungscode verwenden',
    startAgain: 'Von vorn beginnen',
  },
  loginForm: {
    signInWithPasskey: 'Mit Passkey anmelden',
    signInWithSingleSign: 'Mit Single Sign-on anmelden',
    addressDoesNotUseSingle:
      'Für diese Adresse gibt es kein Single Sign-on. Melden Sie sich mit Passwort oder Passkey an.',
    enterEMailAddress: 'Geben Sie Ihre E-Mail-Adresse ein.',
    enterPassword: 'Geben Sie Ihr Passwort ein.',
    enterWorkEMailAddress: 'Geben Sie zuerst Ihre geschäftliche E-Mail-Adresse ein.',
    eMail: 'E-Mail',
    forgotPassword: 'Passwort vergessen?',
    signIn: 'Anmelden',
    or: 'oder',
  },
  loginPage: {
    weSentEMail:
      'Wir haben Ihnen eine E-Mail gesendet. Öffnen Sie den Link in diesem Browser, um zu bestätigen, dass Sie es waren.',
    singleSignOnNotAccepted:
      'Die Anmeldung per Single Sign-on wurde nicht angenommen. Versuchen Sie es noch einmal. Wenn sie wieder fehlschlägt, wenden Sie sich an die Administration Ihrer Organisation. Sie kann den Grund sehen.',
    identityProviderConfirmedIdentity:
      'Ihr Anmeldedienst hat Ihre Identität bestätigt, aber Sie haben noch keinen Zugang. Bitten Sie die Administration Ihrer Organisation um Zugang.',
    organizationDoesNotUseSingle:
      'Diese Organisation verwendet kein Single Sign-on. Melden Sie sich mit Passwort oder Passkey an.',
    planOfOrganizationDoes:
      'Der Tarif dieser Organisation enthält kein Single Sign-on, oder es ist kein Platz frei. Melden Sie sich mit Passwort oder Passkey an, oder fragen Sie den Inhaber.',
    singleSignOnNotAvailable: 'Single Sign-on ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.',
    signIn: 'Anmelden',
    notSetUpYet: 'Noch nicht eingerichtet',
    installationDoesNotHaveOwner: 'Diese Installation hat noch keinen Inhaber.',
    serverPrintedLinkWhenStarted:
      'Der Server hat den Link beim Start ausgegeben. Er beginnt mit dieser Adresse und enthält /setup#… Öffnen Sie ihn, um Organisation, E-Mail-Adresse und Passwort festzulegen. Wenn Sie ihn nicht mehr haben, starten Sie den Server neu. Dann gibt er einen neuen aus.',
    useSetupLink: 'Einrichtungslink verwenden',
    welcomeBack: 'Willkommen zurück.',
    signInToContinue: 'Melden Sie sich an, um fortzufahren.',
    newHere: <T>(link: (text: string) => T): Phrase<T> => ['Neu hier? ', link('Konto erstellen')],
    noAccountYet: 'Noch kein Konto? Bitten Sie die Administration Ihrer Organisation um eine Einladung.',
  },
  founderFields: {
    enterNameSignersWillSee: 'Geben Sie den Namen ein, den die Unterzeichner sehen.',
    enterName: 'Geben Sie Ihren Namen ein.',
    enterEMailAddress: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
    useAtLeastCharacters: (passwordMin: number): string => `Verwenden Sie mindestens ${number(passwordMin)} Zeichen.`,
    yourName: 'Ihr Name',
    eMail: 'E-Mail',
  },
  mailLink: {
    linkNoLongerWorks: 'Dieser Link funktioniert nicht mehr',
  },
  setupPage: {
    signersSeeInInvitation: 'Unterzeichner sehen ihn in der Einladung und auf dem Zertifikat.',
    setUpCountersign: 'Countersign einrichten',
    setUp: 'Einrichten',
    alreadySetUp: 'Bereits eingerichtet',
    installationAlreadyHasOwner: 'Diese Installation hat schon einen Inhaber. Melden Sie sich stattdessen an.',
    signIn: 'Anmelden',
    linkIncomplete: 'Der Link ist unvollständig',
    setupCodePartOfLink: 'Der Einrichtungscode ist der Teil des Links nach dem #.',
    serverPrintedLinkWhenStarted:
      'Der Server hat den Link beim Start ausgegeben: …/setup# und dahinter ein langer Code. Kopieren Sie ihn vollständig. Wenn Sie ihn nicht mehr haben, starten Sie den Server neu. Dann gibt er einen neuen aus.',
    openCompleteLink: 'Öffnen Sie den vollständigen Link',
    becomeOwnerOfInstallation: 'Sie werden Inhaber dieser Installation.',
  },
  mailSent: {
    checkInbox: (email: string): string => `Sehen Sie im Posteingang von ${email} nach.`,
    noEMailAfterFew:
      'Nach ein paar Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach, oder senden Sie sie erneut.',
    sendAgain: 'Erneut senden',
  },
  registerPage: {
    signersSeeInInvitation: 'Unterzeichner sehen ihn in der Einladung. Sie können Ihren eigenen Namen verwenden.',
    createAccount: 'Konto erstellen',
    createAccountText: 'Konto erstellen',
    byInvitationOnly: 'Nur mit Einladung',
    installationDoesNotAllowPublic: 'Auf dieser Installation kann man sich nicht selbst registrieren.',
    administratorOfOrganizationCanSend:
      'Die Administration Ihrer Organisation kann Ihnen eine Einladung senden. Mit dem Link darin erstellen Sie Ihr Konto.',
    askForInvitation: 'Um eine Einladung bitten',
    signInInstead: 'Stattdessen anmelden',
    checkInbox: 'Prüfen Sie Ihren Posteingang',
    oneMoreStep: 'Noch ein Schritt.',
    openLinkInBrowserWithin:
      'Öffnen Sie den Link innerhalb von 48 Stunden in diesem Browser, um Konto und Organisation zu erstellen.',
    mistypedAddress: 'Bei der Adresse vertippt?',
    startAgain: 'Von vorn beginnen',
    createAccountTitle: 'Konto erstellen',
    forAndOrganization: 'Für Sie und Ihre Organisation.',
    alreadyHaveAccount: <T>(link: (text: string) => T): Phrase<T> => ['Sie haben schon ein Konto? ', link('Anmelden')],
  },
  forgotPage: {
    enterEMailAddressSign: 'Geben Sie die E-Mail-Adresse ein, mit der Sie sich anmelden.',
    eMail: 'E-Mail',
    sendMeLink: 'Link senden',
    forgotPassword: 'Passwort vergessen',
    forgotPasswordTitle: 'Passwort vergessen?',
    checkInbox: 'Prüfen Sie Ihren Posteingang',
    weSendLinkToChoose: 'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
    ifAddressHasAccountWe:
      'Wenn es zu dieser Adresse ein Konto gibt, haben wir einen Link dorthin gesendet. Er gilt einmal, innerhalb von 15 Minuten. Bis dahin gilt Ihr altes Passwort.',
    backToSignIn: 'Zurück zur Anmeldung',
  },
  verifyEmailPage: {
    enterPasswordChose: 'Geben Sie das Passwort ein, das Sie gewählt haben.',
    confirmEMailAddress: 'Bestätigen Sie Ihre E-Mail-Adresse',
    alreadyHaveAccount: 'Sie haben schon ein Konto',
    addressAlreadyVerified: 'Diese Adresse ist schon bestätigt. Melden Sie sich mit Ihrem Passwort an.',
    notBrowserInWhichRegistered: 'Das ist nicht der Browser, in dem Sie sich registriert haben.',
    lastStep: 'Der letzte Schritt.',
    forSecurityEnterPasswordChose: 'Geben Sie zu Ihrer Sicherheit das Passwort ein, das Sie dort gewählt haben.',
    confirmsAddressYoursAndRequested:
      'Damit bestätigen Sie, dass die Adresse Ihnen gehört und dass Sie das Konto angefordert haben.',
    confirmAndContinue: 'Bestätigen und weiter',
    signIn: 'Anmelden',
    eachLinkWorksOnceWithin:
      'Jeder Link gilt einmal, innerhalb von 48 Stunden. Wenn Sie Ihre Adresse schon bestätigt haben, melden Sie sich an. Andernfalls registrieren Sie sich noch einmal.',
    registerAgain: 'Noch einmal registrieren',
  },
  linkPasswordForm: {
    useAtLeastCharacters: (passwordMin: number): string => `Verwenden Sie mindestens ${number(passwordMin)} Zeichen.`,
    newPassword: 'Neues Passwort',
  },
  resetPasswordPage: {
    passwordResetLinkWorksOnce:
      'Ein Link für ein neues Passwort gilt einmal, innerhalb von 15 Minuten. Ihr Passwort wurde nicht geändert. Fordern Sie einen neuen Link an.',
    sendMeAnotherLink: 'Neuen Link senden',
    passwordChanged: 'Ihr Passwort wurde geändert',
    allBrowsersSignedIn: 'Alle Browser, in denen Sie angemeldet waren, sind abgemeldet.',
    signInWithNewPassword: 'Mit neuem Passwort anmelden',
    chooseNewPassword: 'Neues Passwort wählen',
    changePassword: 'Passwort ändern',
    willBeSignedOut: <T>(link: (text: string) => T): Phrase<T> => [
      'Sie werden in allen Browsern abgemeldet. Wenn jemand anderes Zugang zu Ihrem Konto hatte, ',
      link('überprüfen Sie es zuerst'),
      '.',
    ],
  },
  emailChangePages: {
    eMailAddressChanged: 'Ihre E-Mail-Adresse wurde geändert',
    nowSignIn: <T>(email: T): Phrase<T> => [
      'Ab jetzt melden Sie sich mit ',
      email,
      ' an. An die alte Adresse haben wir eine E-Mail gesendet. Mit dem Link darin lässt sich die Änderung innerhalb von sieben Tagen zurücknehmen.',
    ],
    confirmNewAddress: 'Bestätigen Sie Ihre neue Adresse',
    askedToChangeEMail: 'Sie möchten die E-Mail-Adresse Ihres Kontos ändern.',
    signInWithNewAddress: 'Danach melden Sie sich mit der neuen Adresse an. Andere Browser werden abgemeldet.',
    useAddress: 'Diese Adresse verwenden',
    confirmationLinkWorksOnceWithin:
      'Ein Bestätigungslink gilt einmal, innerhalb von 24 Stunden und nur für das Konto, das ihn angefordert hat. Ihre Adresse wurde nicht geändert. Fordern Sie die Änderung unter „Zugang und Sicherheit“ noch einmal an.',
    goToSecurity: 'Zu „Zugang und Sicherheit“',
    signInWithCurrentAddress: 'Melden Sie sich zuerst mit Ihrer bisherigen Adresse an.',
  },
  recoverPage: {
    unknownDevice: 'Unbekanntes Gerät',
    nothingChangedInLastNinety: 'In den letzten 90 Tagen wurde nichts geändert.',
    notMe: 'Das war ich nicht. Auch entfernen',
    removeToo: (summary: string, time: string): string => `Auch entfernen: ${summary}, ${time}`,
    reviewAccount: 'Konto überprüfen',
    activityOfInLastNinety: (email: string): string => `Aktivität von ${email} in den letzten 90 Tagen.`,
    recoverMyAccount: 'Mein Konto wiederherstellen',
    ifEverythingClosePage: 'Wenn alles hier von Ihnen stammt, schließen Sie diese Seite. Es wurde nichts geändert.',
    whichLastSignInYours: 'Welche Anmeldung war die letzte von Ihnen?',
    chooseSignInOrChoose: 'Wählen Sie eine Anmeldung, oder dass keine von Ihnen war.',
    none: 'Keine davon',
    changes: 'Änderungen',
    allSessionsEnd:
      'Alle Sitzungen enden. Zweite Faktoren und API-Schlüssel, die seit dieser Anmeldung hinzugefügt wurden, werden gesperrt. Unter „Einstellungen“ können Sie sie wieder freigeben oder entfernen. Seitdem angelegte Webhooks, Einladungen und Single-Sign-on-Einstellungen werden entfernt, und Mitglieder, die über das Konto beigetreten sind, werden deaktiviert. Ältere zweite Faktoren bleiben.',
    accountYoursAgain: 'Ihr Konto gehört wieder Ihnen',
    allSessionsHaveEnded:
      'Alle Sitzungen sind beendet. Zweite Faktoren und API-Schlüssel, die seit der von Ihnen bestätigten Anmeldung hinzugefügt wurden, sind gesperrt. Melden Sie sich mit Ihrem neuen Passwort an, und geben Sie sie unter „Einstellungen“, „Zugang und Sicherheit“ wieder frei oder entfernen Sie sie.',
    signIn: 'Anmelden',
    linkWorksOnceWithinSeven:
      'Dieser Link gilt einmal, innerhalb von sieben Tagen. Um Ihr Konto zu überprüfen, fordern Sie einen Link für ein neues Passwort an.',
    sendMeLink: 'Link senden',
  },
  invitationPage: {
    enterName: 'Geben Sie Ihren Namen ein.',
    useAtLeastCharacters: (passwordMin: number): string => `Verwenden Sie mindestens ${number(passwordMin)} Zeichen.`,
    eMail: 'E-Mail',
    yourName: 'Ihr Name',
    join: (organization: string): string => `${organization} beitreten`,
    signedInAsButInvitation: <T>(email: T, otherEmail: T): Phrase<T> => [
      'Sie sind als ',
      email,
      ' angemeldet, die Einladung ging aber an ',
      otherEmail,
      '. Melden Sie sich zuerst ab, um sie anzunehmen.',
    ],
    signOutAndContinue: 'Abmelden und weiter',
    signedIn: <T>(email: T): Phrase<T> => [
      'Sie sind als ',
      email,
      ' angemeldet. Ihre anderen Organisationen behalten Sie, und Sie können zwischen ihnen wechseln.',
    ],
    alreadyHaveAccount: 'Sie haben schon ein Konto. Melden Sie sich an, um die Einladung anzunehmen.',
    invitation: 'Einladung',
    invitationNoLongerWorks: 'Diese Einladung gilt nicht mehr',
    invitationLinkWorksOnceWithin:
      'Ein Einladungslink gilt einmal, innerhalb von 14 Tagen, und nur der neueste Link gilt. Wenn Sie die Einladung schon angenommen haben, melden Sie sich an. Andernfalls bitten Sie die Person, die Sie eingeladen hat, sie erneut zu senden.',
    signIn: 'Anmelden',
    invitesAdministrator: (invitedBy: string, days: string): string =>
      `${invitedBy} lädt Sie als Administrator ein. Die Einladung läuft ${days} ab.`,
    invitesMember: (invitedBy: string, days: string): string =>
      `${invitedBy} lädt Sie als Mitglied ein. Die Einladung läuft ${days} ab.`,
  },
  ssoConfirmPage: {
    signIn: 'Anmelden',
    confirmSingleSign: 'Bestätigen Sie Ihr Single Sign-on',
    linkWorksOnceAndExpires:
      'Dieser Link gilt einmal und läuft bald ab. Melden Sie sich noch einmal per Single Sign-on an, um einen neuen zu erhalten.',
    differentBrowser: 'Das ist ein anderer Browser',
    openLinkInBrowser:
      'Öffnen Sie den Link in dem Browser, in dem Sie die Anmeldung begonnen haben, oder melden Sie sich in diesem noch einmal an.',
    wasItYou: 'Waren Sie das?',
    someoneSignedInWithAddress: 'Jemand hat sich mit Ihrer Adresse über einen Anmeldedienst angemeldet.',
    ifConfirm:
      'Wenn Sie es waren, bestätigen Sie es. Der Dienst kann Sie dann anmelden. Wenn Sie es nicht waren, schließen Sie diese Seite. Es ändert sich nichts.',
    yesMe: 'Ja, das war ich',
  },
  switchAccountPage: {
    switchAccounts: 'Konto wechseln',
    nothingToDecide: 'Nichts zu entscheiden',
    signInHasExpired: 'Diese Anmeldung ist abgelaufen, oder Sie haben schon entschieden.',
    goToStartPage: 'Zur Startseite',
    switchAccountsTitle: 'Konto wechseln?',
    alreadySignedInToAnother: 'In diesem Browser sind Sie schon mit einem anderen Konto angemeldet.',
    signedInNow: 'Jetzt angemeldet',
    newSignIn: 'Neue Anmeldung',
    switchOnlyIfStartedSign: (organization: string): string =>
      `Wechseln Sie nur, wenn Sie diese Anmeldung selbst begonnen haben. Was Sie danach hochladen oder unterschreiben, wird hier gespeichert: ${organization}.`,
    keepCurrentAccount: 'Jetziges Konto behalten',
    doNotSignIn: 'Nicht anmelden',
    switchToNewAccount: 'Zum neuen Konto wechseln',
    signedInAgain: 'Erneut angemeldet',
    thankYou: 'Vielen Dank',
    haveSignedInAgain: 'Sie haben sich erneut angemeldet.',
    closeTabToContinue: 'Schließen Sie diesen Tab, um im anderen weiterzumachen.',
  },
  signWithAccountPage: {
    signWithAccount: 'Mit Ihrem Konto unterschreiben',
    confirm: 'Bestätigen Sie, dass Sie es sind',
    askedToSignWithOwn: <T>(email: T): Phrase<T> => [
      'Sie sollen mit Ihrem eigenen Konto und dessen zweitem Faktor unterschreiben. Sie sind als ',
      email,
      ' angemeldet. Das muss die Adresse sein, an die das Dokument gesendet wurde.',
    ],
    openDocument: 'Dokument öffnen',
    accountHasNoSecondFactor:
      'Ihr Konto hat noch keinen zweiten Faktor. Richten Sie eine Authenticator-App oder einen Passkey ein, und kommen Sie dann hierher zurück.',
    setUpSecondFactor: 'Zweiten Faktor einrichten',
  },
};
