import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number } = figuresIn('nl');

export const account: AppWords['account'] = {
  accountLayout: {
    language: 'Taal',
    signaturesAnyoneCanVerifyWithout: 'Handtekeningen die iedereen zonder ons kan controleren.',
    eachSignatureSealedIntoPdf:
      'Elke handtekening wordt met een certificaat en een vertrouwd tijdstempel in de PDF verzegeld. Elke wijziging van het bestand is te herkennen.',
  },
  secondStep: {
    usePasskey: 'Passkey gebruiken',
    enterCompleteCode: 'Voer de volledige code in.',
    recoveryCode: 'Herstelcode',
    codeFromApp: 'Code uit uw app',
    oneOfTenRecoveryCodes: 'Een van uw tien herstelcodes. Elke code werkt één keer.',
    sixDigits: 'Zes cijfers. Elke 30 seconden verschijnt een nieuwe code.',
    signIn: 'Inloggen',
    confirmWithSecondFactor: 'Bevestig met uw tweede factor.',
    or: 'of',
    useAnotherMethod: 'Andere methode gebruiken',
    lostDevice: 'Apparaat kwijt? Gebruik een herstelcode',
    startAgain: 'Opnieuw beginnen',
  },
  loginForm: {
    signInWithPasskey: 'Inloggen met een passkey',
    signInWithSingleSign: 'Inloggen met single sign-on',
    addressDoesNotUseSingle: 'Dit adres gebruikt geen single sign-on. Gebruik uw wachtwoord of een passkey.',
    enterEMailAddress: 'Vul uw e-mailadres in.',
    enterPassword: 'Vul uw wachtwoord in.',
    enterWorkEMailAddress: 'Vul eerst uw zakelijke e-mailadres in.',
    eMail: 'E-mail',
    forgotPassword: 'Wachtwoord vergeten?',
    signIn: 'Inloggen',
    or: 'of',
  },
  loginPage: {
    weSentEMail: 'We hebben u een e-mail gestuurd. Open de link in deze browser om te bevestigen dat u het was.',
    singleSignOnNotAccepted:
      'De single sign-on is niet geaccepteerd. Probeer het opnieuw. Mislukt het weer, vraag dan een beheerder van uw organisatie, die de reden kan zien.',
    identityProviderConfirmedIdentity:
      'Uw inlogdienst heeft uw identiteit bevestigd, maar u hebt nog geen toegang. Vraag een beheerder van uw organisatie om toegang.',
    organizationDoesNotUseSingle:
      'Deze organisatie gebruikt geen single sign-on. Gebruik uw wachtwoord of een passkey.',
    planOfOrganizationDoes:
      'Het abonnement van deze organisatie bevat geen single sign-on, of er is geen plaats vrij. Gebruik uw wachtwoord of een passkey, of vraag de eigenaar.',
    singleSignOnNotAvailable: 'Single sign-on is nu niet beschikbaar. Probeer het zo dadelijk opnieuw.',
    signIn: 'Inloggen',
    notSetUpYet: 'Nog niet ingesteld',
    installationDoesNotHaveOwner: 'Deze installatie heeft nog geen eigenaar.',
    serverPrintedLinkWhenStarted:
      'De server heeft de link bij het starten getoond. Hij begint met dit adres en bevat /setup#… Open hem om uw organisatie, e-mailadres en wachtwoord te kiezen. Bent u hem kwijt, start de server dan opnieuw om een nieuwe te krijgen.',
    useSetupLink: 'Gebruik de installatielink',
    welcomeBack: 'Welkom terug.',
    signInToContinue: 'Log in om verder te gaan.',
    newHere: <T>(link: (text: string) => T): Phrase<T> => ['Nieuw hier? ', link('Account maken')],
    noAccountYet: 'Nog geen account? Vraag een beheerder van uw organisatie om een uitnodiging.',
  },
  founderFields: {
    enterNameSignersWillSee: 'Vul de naam in die ondertekenaars zien.',
    enterName: 'Vul uw naam in.',
    enterEMailAddress: 'Vul een e-mailadres in zoals naam@example.com.',
    useAtLeastCharacters: (passwordMin: number): string => `Gebruik minstens ${number(passwordMin)} tekens.`,
    yourName: 'Uw naam',
    eMail: 'E-mail',
  },
  mailLink: {
    linkNoLongerWorks: 'Deze link werkt niet meer',
  },
  setupPage: {
    signersSeeInInvitation: 'Ondertekenaars zien hem in de uitnodiging en op het certificaat.',
    setUpCountersign: 'Countersign instellen',
    setUp: 'Instellen',
    alreadySetUp: 'Al ingesteld',
    installationAlreadyHasOwner: 'Deze installatie heeft al een eigenaar. Log in met uw account.',
    signIn: 'Inloggen',
    linkIncomplete: 'De link is onvolledig',
    setupCodePartOfLink: 'De installatiecode is het deel van de link na het #.',
    serverPrintedLinkWhenStarted:
      'De server heeft de link bij het starten getoond: …/setup# gevolgd door een lange code. Kopieer hem helemaal. Bent u hem kwijt, start de server dan opnieuw om een nieuwe te krijgen.',
    openCompleteLink: 'Open de volledige link',
    becomeOwnerOfInstallation: 'U wordt eigenaar van deze installatie.',
  },
  mailSent: {
    checkInbox: (email: string): string => `Kijk in de inbox van ${email}.`,
    noEMailAfterFew: 'Na een paar minuten nog geen e-mail? Kijk in uw spammap of stuur hem opnieuw.',
    sendAgain: 'Opnieuw sturen',
  },
  registerPage: {
    signersSeeInInvitation: 'Ondertekenaars zien hem in de uitnodiging. U kunt uw eigen naam gebruiken.',
    createAccount: 'Account maken',
    createAccountText: 'Account maken',
    byInvitationOnly: 'Alleen op uitnodiging',
    installationDoesNotAllowPublic: 'Op deze installatie kunt u zich niet zelf registreren.',
    administratorOfOrganizationCanSend:
      'Een beheerder van uw organisatie kan u een uitnodiging sturen. Met de link daarin maakt u een account.',
    askForInvitation: 'Vraag om een uitnodiging',
    signInInstead: 'Inloggen',
    checkInbox: 'Kijk in uw inbox',
    oneMoreStep: 'Nog één stap.',
    openLinkInBrowserWithin: 'Open de link binnen 48 uur in deze browser om uw account en organisatie te maken.',
    mistypedAddress: 'Adres verkeerd getypt?',
    startAgain: 'Opnieuw beginnen',
    createAccountTitle: 'Account maken',
    forAndOrganization: 'Voor u en uw organisatie.',
    alreadyHaveAccount: <T>(link: (text: string) => T): Phrase<T> => ['Hebt u al een account? ', link('Inloggen')],
  },
  forgotPage: {
    enterEMailAddressSign: 'Vul het e-mailadres in waarmee u inlogt.',
    eMail: 'E-mail',
    sendMeLink: 'Stuur mij een link',
    forgotPassword: 'Wachtwoord vergeten',
    forgotPasswordTitle: 'Wachtwoord vergeten?',
    checkInbox: 'Kijk in uw inbox',
    weSendLinkToChoose: 'We sturen u een link om een nieuw wachtwoord te kiezen.',
    ifAddressHasAccountWe:
      'Als dit adres een account heeft, hebben we er een link naartoe gestuurd. De link werkt één keer, binnen 15 minuten. Tot dan geldt uw oude wachtwoord.',
    backToSignIn: 'Terug naar inloggen',
  },
  verifyEmailPage: {
    enterPasswordChose: 'Vul het wachtwoord in dat u hebt gekozen.',
    confirmEMailAddress: 'Bevestig uw e-mailadres',
    alreadyHaveAccount: 'U hebt al een account',
    addressAlreadyVerified: 'Dit adres is al bevestigd. Log in met uw wachtwoord.',
    notBrowserInWhichRegistered: 'Dit is niet de browser waarin u zich hebt geregistreerd.',
    lastStep: 'De laatste stap.',
    forSecurityEnterPasswordChose: 'Vul voor uw veiligheid het wachtwoord in dat u daar hebt gekozen.',
    confirmsAddressYoursAndRequested: 'Zo bevestigt u dat het adres van u is en dat u het account hebt aangevraagd.',
    confirmAndContinue: 'Bevestigen en doorgaan',
    signIn: 'Inloggen',
    eachLinkWorksOnceWithin:
      'Elke link werkt één keer, binnen 48 uur. Hebt u uw adres bevestigd, log dan in. Registreer u anders opnieuw.',
    registerAgain: 'Opnieuw registreren',
  },
  linkPasswordForm: {
    useAtLeastCharacters: (passwordMin: number): string => `Gebruik minstens ${number(passwordMin)} tekens.`,
    newPassword: 'Nieuw wachtwoord',
  },
  resetPasswordPage: {
    passwordResetLinkWorksOnce:
      'Een link voor een nieuw wachtwoord werkt één keer, binnen 15 minuten. Uw wachtwoord is niet gewijzigd. Vraag een nieuwe link aan.',
    sendMeAnotherLink: 'Stuur mij een nieuwe link',
    passwordChanged: 'Uw wachtwoord is gewijzigd',
    allBrowsersSignedIn: 'Alle browsers die bij uw account waren ingelogd, zijn uitgelogd.',
    signInWithNewPassword: 'Inloggen met het nieuwe wachtwoord',
    chooseNewPassword: 'Nieuw wachtwoord kiezen',
    changePassword: 'Wachtwoord wijzigen',
    willBeSignedOut: <T>(link: (text: string) => T): Phrase<T> => [
      'U wordt in alle browsers uitgelogd. Had iemand anders toegang tot uw account, ',
      link('controleer het dan eerst'),
      '.',
    ],
  },
  emailChangePages: {
    eMailAddressChanged: 'Uw e-mailadres is gewijzigd',
    nowSignIn: <T>(email: T): Phrase<T> => [
      'U logt nu in met ',
      email,
      '. We hebben naar het oude adres een e-mail gestuurd met een link die de wijziging binnen zeven dagen terugdraait.',
    ],
    confirmNewAddress: 'Bevestig uw nieuwe adres',
    askedToChangeEMail: 'U wilt het e-mailadres van uw account wijzigen.',
    signInWithNewAddress: 'Daarna logt u in met het nieuwe adres. Andere browsers worden uitgelogd.',
    useAddress: 'Dit adres gebruiken',
    confirmationLinkWorksOnceWithin:
      'Een bevestigingslink werkt één keer, binnen 24 uur, en voor het account dat hem heeft aangevraagd. Uw adres is niet gewijzigd. Vraag de wijziging opnieuw aan bij ‘Toegang en beveiliging’.',
    goToSecurity: 'Naar ‘Toegang en beveiliging’',
    signInWithCurrentAddress: 'Log eerst in met uw huidige adres.',
  },
  recoverPage: {
    unknownDevice: 'Onbekend apparaat',
    nothingChangedInLastNinety: 'In de afgelopen 90 dagen is niets gewijzigd.',
    notMe: 'Dit was ik niet. Ook verwijderen',
    removeToo: (summary: string, time: string): string => `Ook verwijderen: ${summary}, ${time}`,
    reviewAccount: 'Account controleren',
    activityOfInLastNinety: (email: string): string => `Activiteit van ${email} in de afgelopen 90 dagen.`,
    recoverMyAccount: 'Mijn account herstellen',
    ifEverythingClosePage: 'Was dit allemaal van u, sluit deze pagina dan. Er is niets gewijzigd.',
    whichLastSignInYours: 'Wat is de laatste keer dat u zelf hebt ingelogd?',
    chooseSignInOrChoose: 'Kies een aanmelding, of kies dat er geen van u was.',
    none: 'Geen van deze',
    changes: 'Wijzigingen',
    allSessionsEnd:
      'Alle sessies eindigen. Tweede factoren en API-sleutels die sinds die aanmelding zijn toegevoegd, worden opgeschort: u kunt ze bij de instellingen herstellen of verwijderen. Webhooks, uitnodigingen en single sign-on die sindsdien zijn toegevoegd, worden verwijderd, en leden die via het account lid zijn geworden, worden gedeactiveerd. Oudere tweede factoren blijven.',
    accountYoursAgain: 'Uw account is weer van u',
    allSessionsHaveEnded:
      'Alle sessies zijn beëindigd. Tweede factoren en API-sleutels die sinds de door u bevestigde aanmelding zijn toegevoegd, zijn opgeschort. Log in met uw nieuwe wachtwoord en herstel of verwijder ze bij ‘Instellingen’, ‘Toegang en beveiliging’.',
    signIn: 'Inloggen',
    linkWorksOnceWithinSeven:
      'Deze link werkt één keer, binnen zeven dagen. Wilt u uw account controleren, vraag dan een link voor een nieuw wachtwoord aan.',
    sendMeLink: 'Stuur mij een link',
  },
  invitationPage: {
    enterName: 'Vul uw naam in.',
    useAtLeastCharacters: (passwordMin: number): string => `Gebruik minstens ${number(passwordMin)} tekens.`,
    eMail: 'E-mail',
    yourName: 'Uw naam',
    join: (organization: string): string => `Lid worden van ${organization}`,
    signedInAsButInvitation: <T>(email: T, otherEmail: T): Phrase<T> => [
      'U bent ingelogd als ',
      email,
      ', maar de uitnodiging is gestuurd naar ',
      otherEmail,
      '. Log eerst uit om haar aan te nemen.',
    ],
    signOutAndContinue: 'Uitloggen en doorgaan',
    signedIn: <T>(email: T): Phrase<T> => [
      'U bent ingelogd als ',
      email,
      '. U houdt uw andere organisaties en kunt ertussen wisselen.',
    ],
    alreadyHaveAccount: 'U hebt al een account. Log in om de uitnodiging aan te nemen.',
    invitation: 'Uitnodiging',
    invitationNoLongerWorks: 'Deze uitnodiging werkt niet meer',
    invitationLinkWorksOnceWithin:
      'Een uitnodigingslink werkt één keer, binnen 14 dagen, en alleen de nieuwste link werkt. Hebt u de uitnodiging aangenomen, log dan in. Vraag anders de persoon die u heeft uitgenodigd om haar opnieuw te sturen.',
    signIn: 'Inloggen',
    invitesAdministrator: (invitedBy: string, days: string): string =>
      `${invitedBy} nodigt u uit als beheerder. De uitnodiging verloopt ${days}.`,
    invitesMember: (invitedBy: string, days: string): string =>
      `${invitedBy} nodigt u uit als lid. De uitnodiging verloopt ${days}.`,
  },
  ssoConfirmPage: {
    signIn: 'Inloggen',
    confirmSingleSign: 'Bevestig uw single sign-on',
    linkWorksOnceAndExpires:
      'Deze link werkt één keer en verloopt binnenkort. Log opnieuw in met single sign-on om een nieuwe link te krijgen.',
    differentBrowser: 'Dit is een andere browser',
    openLinkInBrowser:
      'Open de link in de browser waarin u met inloggen bent begonnen, of log in deze browser opnieuw in.',
    wasItYou: 'Was u dit?',
    someoneSignedInWithAddress: 'Iemand heeft met uw adres ingelogd via een inlogdienst.',
    ifConfirm:
      'Was u dit, bevestig het dan. De dienst kan u daarna inloggen. Was u het niet, sluit dan deze pagina. Er verandert niets.',
    yesMe: 'Ja, dat was ik',
  },
  switchAccountPage: {
    switchAccounts: 'Van account wisselen',
    nothingToDecide: 'Niets te beslissen',
    signInHasExpired: 'Deze aanmelding is verlopen, of u hebt al beslist.',
    goToStartPage: 'Naar de startpagina',
    switchAccountsTitle: 'Van account wisselen?',
    alreadySignedInToAnother: 'U bent in deze browser al bij een ander account ingelogd.',
    signedInNow: 'Nu ingelogd',
    newSignIn: 'Nieuwe aanmelding',
    switchOnlyIfStartedSign: (organization: string): string =>
      `Wissel alleen als u zelf met inloggen bent begonnen. Documenten die u daarna uploadt of ondertekent, worden opgeslagen in ${organization}.`,
    keepCurrentAccount: 'Huidig account behouden',
    doNotSignIn: 'Niet inloggen',
    switchToNewAccount: 'Naar het nieuwe account',
    signedInAgain: 'Opnieuw ingelogd',
    thankYou: 'Dank u',
    haveSignedInAgain: 'U bent opnieuw ingelogd.',
    closeTabToContinue: 'Sluit dit tabblad om in het andere verder te gaan.',
  },
  signWithAccountPage: {
    signWithAccount: 'Met uw account ondertekenen',
    confirm: 'Bevestig dat u het bent',
    askedToSignWithOwn: <T>(email: T): Phrase<T> => [
      'U is gevraagd met uw eigen account en de tweede factor daarvan te ondertekenen. U bent ingelogd als ',
      email,
      '. Dit moet het adres zijn waarnaar het document is gestuurd.',
    ],
    openDocument: 'Document openen',
    accountHasNoSecondFactor:
      'Uw account heeft nog geen tweede factor. Stel een authenticator-app of een passkey in en kom dan hier terug.',
    setUpSecondFactor: 'Tweede factor instellen',
  },
};
