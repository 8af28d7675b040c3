import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number } = figuresIn('fr');

export const account: AppWords['account'] = {
  accountLayout: {
    language: 'Langue',
    signaturesAnyoneCanVerifyWithout: 'Des signatures que chacun peut vérifier sans nous.',
    eachSignatureSealedIntoPdf:
      'Chaque signature est scellée dans le PDF avec un certificat et un horodatage de confiance. Toute modification du fichier est détectable.',
  },
  secondStep: {
    usePasskey: 'Utiliser une clé d’accès',
    enterCompleteCode: 'Saisissez le code complet.',
    recoveryCode: 'Code de secours',
    codeFromApp: 'Code de votre application',
    oneOfTenRecoveryCodes: 'Un de vos dix codes de secours. Chacun ne sert qu’une fois.',
    sixDigits: 'Six chiffres. Un nouveau code apparaît toutes les 30 secondes.',
    signIn: 'Se connecter',
    confirmWithSecondFactor: 'Confirmez avec votre second facteur.',
    or: 'ou',
    useAnotherMethod: 'Utiliser une autre méthode',
    lostDevice: 'Appareil perdu ? Utiliser un code de secours',
    startAgain: 'Recommencer',
  },
  loginForm: {
    signInWithPasskey: 'Se connecter avec une clé d’accès',
    signInWithSingleSign: 'Se connecter par authentification unique',
    addressDoesNotUseSingle:
      'Cette adresse n’utilise pas l’authentification unique. Utilisez votre mot de passe ou une clé d’accès.',
    enterEMailAddress: 'Saisissez votre adresse e-mail.',
    enterPassword: 'Saisissez votre mot de passe.',
    enterWorkEMailAddress: 'Saisissez d’abord votre adresse e-mail professionnelle.',
    eMail: 'E-mail',
    forgotPassword: 'Mot de passe oublié ?',
    signIn: 'Se connecter',
    or: 'ou',
  },
  loginPage: {
    weSentEMail:
      'Nous vous avons envoyé un e-mail. Ouvrez le lien dans ce navigateur pour confirmer que c’était bien vous.',
    singleSignOnNotAccepted:
      'L’authentification unique n’a pas été acceptée. Réessayez. En cas de nouvel échec, contactez un administrateur de votre organisation, qui peut en voir la raison.',
    identityProviderConfirmedIdentity:
      'Votre service de connexion a confirmé votre identité, mais vous n’avez pas encore accès. Demandez l’accès à un administrateur de votre organisation.',
    organizationDoesNotUseSingle:
      'Cette organisation n’utilise pas l’authentification unique. Utilisez votre mot de passe ou une clé d’accès.',
    planOfOrganizationDoes:
      'L’offre de cette organisation ne comprend pas l’authentification unique, ou n’a plus de place libre. Utilisez votre mot de passe ou une clé d’accès, ou adressez-vous au propriétaire.',
    singleSignOnNotAvailable:
      'L’authentification unique n’est pas disponible pour le moment. Réessayez dans un instant.',
    signIn: 'Se connecter',
    notSetUpYet: 'Pas encore configuré',
    installationDoesNotHaveOwner: 'Cette installation n’a pas encore de propriétaire.',
    serverPrintedLinkWhenStarted:
      'Le serveur a affiché le lien au démarrage. Il commence par cette adresse et contient /setup#… Ouvrez-le pour choisir votre organisation, votre adresse e-mail et votre mot de passe. Si vous ne l’avez plus, redémarrez le serveur pour en obtenir un nouveau.',
    useSetupLink: 'Utiliser le lien de configuration',
    welcomeBack: 'Heureux de vous revoir.',
    signInToContinue: 'Connectez-vous pour continuer.',
    newHere: <T>(link: (text: string) => T): Phrase<T> => ['Première visite ? ', link('Créer un compte')],
    noAccountYet: 'Pas encore de compte ? Demandez une invitation à un administrateur de votre organisation.',
  },
  founderFields: {
    enterNameSignersWillSee: 'Saisissez le nom que verront les signataires.',
    enterName: 'Saisissez votre nom.',
    enterEMailAddress: 'Saisissez une adresse e-mail telle que nom@example.com.',
    useAtLeastCharacters: (passwordMin: number): string => `Utilisez au moins ${number(passwordMin)} caractères.`,
    yourName: 'Votre nom',
    eMail: 'E-mail',
  },
  mailLink: {
    linkNoLongerWorks: 'Ce lien ne fonctionne plus',
  },
  setupPage: {
    signersSeeInInvitation: 'Les signataires le voient dans l’invitation et sur le certificat.',
    setUpCountersign: 'Configurer Countersign',
    setUp: 'Configurer',
    alreadySetUp: 'Déjà configuré',
    installationAlreadyHasOwner: 'Cette installation a déjà un propriétaire. Connectez-vous plutôt.',
    signIn: 'Se connecter',
    linkIncomplete: 'Le lien est incomplet',
    setupCodePartOfLink: 'Le code de configuration est la partie du lien qui suit le #.',
    serverPrintedLinkWhenStarted:
      'Le serveur a affiché le lien au démarrage : …/setup# suivi d’un long code. Copiez-le en entier. Si vous ne l’avez plus, redémarrez le serveur pour en obtenir un nouveau.',
    openCompleteLink: 'Ouvrez le lien complet',
    becomeOwnerOfInstallation: 'Vous devenez propriétaire de cette installation.',
  },
  mailSent: {
    checkInbox: (email: string): string => `Consultez la boîte de réception : ${email}.`,
    noEMailAfterFew: 'Pas d’e-mail après quelques minutes ? Vérifiez vos courriers indésirables ou renvoyez-le.',
    sendAgain: 'Renvoyer',
  },
  registerPage: {
    signersSeeInInvitation: 'Les signataires le voient dans l’invitation. Vous pouvez utiliser votre propre nom.',
    createAccount: 'Créer le compte',
    createAccountText: 'Créer un compte',
    byInvitationOnly: 'Sur invitation uniquement',
    installationDoesNotAllowPublic: 'Cette installation ne permet pas l’inscription libre.',
    administratorOfOrganizationCanSend:
      'Un administrateur de votre organisation peut vous envoyer une invitation. Son lien vous permet de créer un compte.',
    askForInvitation: 'Demander une invitation',
    signInInstead: 'Se connecter',
    checkInbox: 'Consultez votre messagerie',
    oneMoreStep: 'Encore une étape.',
    openLinkInBrowserWithin:
      'Ouvrez le lien dans ce navigateur sous 48 heures pour créer votre compte et votre organisation.',
    mistypedAddress: 'Erreur dans l’adresse ?',
    startAgain: 'Recommencer',
    createAccountTitle: 'Créer un compte',
    forAndOrganization: 'Pour vous et votre organisation.',
    alreadyHaveAccount: <T>(link: (text: string) => T): Phrase<T> => [
      'Vous avez déjà un compte ? ',
      link('Se connecter'),
    ],
  },
  forgotPage: {
    enterEMailAddressSign: 'Saisissez l’adresse e-mail avec laquelle vous vous connectez.',
    eMail: 'E-mail',
    sendMeLink: 'M’envoyer un lien',
    forgotPassword: 'Mot de passe oublié',
    forgotPasswordTitle: 'Mot de passe oublié ?',
    checkInbox: 'Consultez votre messagerie',
    weSendLinkToChoose: 'Nous vous envoyons un lien pour choisir un nouveau mot de passe.',
    ifAddressHasAccountWe:
      'Si cette adresse a un compte, nous lui avons envoyé un lien. Il fonctionne une seule fois, pendant 15 minutes. D’ici là, votre ancien mot de passe reste valable.',
    backToSignIn: 'Retour à la connexion',
  },
  verifyEmailPage: {
    enterPasswordChose: 'Saisissez le mot de passe que vous avez choisi.',
    confirmEMailAddress: 'Confirmez votre adresse e-mail',
    alreadyHaveAccount: 'Vous avez déjà un compte',
    addressAlreadyVerified: 'Cette adresse est déjà confirmée. Connectez-vous avec votre mot de passe.',
    notBrowserInWhichRegistered: 'Ce n’est pas le navigateur dans lequel vous vous êtes inscrit.',
    lastStep: 'La dernière étape.',
    forSecurityEnterPasswordChose: 'Pour votre sécurité, saisissez le mot de passe que vous y avez choisi.',
    confirmsAddressYoursAndRequested:
      'Vous confirmez ainsi que l’adresse est la vôtre et que vous avez demandé ce compte.',
    confirmAndContinue: 'Confirmer et continuer',
    signIn: 'Se connecter',
    eachLinkWorksOnceWithin:
      'Chaque lien fonctionne une seule fois, pendant 48 heures. Si vous avez confirmé votre adresse, connectez-vous. Sinon, inscrivez-vous de nouveau.',
    registerAgain: 'S’inscrire de nouveau',
  },
  linkPasswordForm: {
    useAtLeastCharacters: (passwordMin: number): string => `Utilisez au moins ${number(passwordMin)} caractères.`,
    newPassword: 'Nouveau mot de passe',
  },
  resetPasswordPage: {
    passwordResetLinkWorksOnce:
      'Un lien de réinitialisation fonctionne une seule fois, pendant 15 minutes. Votre mot de passe n’a pas changé. Demandez un autre lien.',
    sendMeAnotherLink: 'M’envoyer un autre lien',
    passwordChanged: 'Votre mot de passe a été modifié',
    allBrowsersSignedIn: 'Tous les navigateurs connectés à votre compte ont été déconnectés.',
    signInWithNewPassword: 'Se connecter avec le nouveau mot de passe',
    chooseNewPassword: 'Choisir un nouveau mot de passe',
    changePassword: 'Modifier le mot de passe',
    willBeSignedOut: <T>(link: (text: string) => T): Phrase<T> => [
      'Vous serez déconnecté de tous les navigateurs. Si quelqu’un d’autre a eu accès à votre compte, ',
      link('vérifiez-le d’abord'),
      '.',
    ],
  },
  emailChangePages: {
    eMailAddressChanged: 'Votre adresse e-mail a été modifiée',
    nowSignIn: <T>(email: T): Phrase<T> => [
      'Vous vous connectez désormais avec ',
      email,
      '. Nous avons envoyé à l’ancienne adresse un e-mail avec un lien qui annule la modification pendant sept jours.',
    ],
    confirmNewAddress: 'Confirmez votre nouvelle adresse',
    askedToChangeEMail: 'Vous avez demandé à modifier l’adresse e-mail de votre compte.',
    signInWithNewAddress:
      'Vous vous connecterez ensuite avec la nouvelle adresse. Les autres navigateurs seront déconnectés.',
    useAddress: 'Utiliser cette adresse',
    confirmationLinkWorksOnceWithin:
      'Un lien de confirmation fonctionne une seule fois, pendant 24 heures, et pour le compte qui l’a demandé. Votre adresse n’a pas changé. Demandez de nouveau la modification dans « Accès et sécurité ».',
    goToSecurity: 'Ouvrir « Accès et sécurité »',
    signInWithCurrentAddress: 'Connectez-vous d’abord avec votre adresse actuelle.',
  },
  recoverPage: {
    unknownDevice: 'Appareil inconnu',
    nothingChangedInLastNinety: 'Rien n’a changé au cours des 90 derniers jours.',
    notMe: 'Ce n’était pas moi. Supprimer aussi',
    removeToo: (summary: string, time: string): string => `Supprimer aussi : ${summary}, ${time}`,
    reviewAccount: 'Vérifier votre compte',
    activityOfInLastNinety: (email: string): string => `Activité du compte ${email} au cours des 90 derniers jours.`,
    recoverMyAccount: 'Récupérer mon compte',
    ifEverythingClosePage: 'Si tout vient de vous, fermez cette page. Rien n’a été modifié.',
    whichLastSignInYours: 'Quelle est la dernière connexion qui vient de vous ?',
    chooseSignInOrChoose: 'Choisissez une connexion, ou indiquez qu’aucune ne vient de vous.',
    none: 'Aucune d’elles',
    changes: 'Modifications',
    allSessionsEnd:
      'Toutes les sessions prennent fin. Les seconds facteurs et les clés API ajoutés depuis cette connexion sont suspendus : vous pouvez les rétablir ou les supprimer dans les paramètres. Les webhooks, les invitations et l’authentification unique ajoutés depuis sont supprimés, et les membres arrivés par ce compte sont désactivés. Les seconds facteurs plus anciens restent.',
    accountYoursAgain: 'Votre compte est de nouveau à vous',
    allSessionsHaveEnded:
      'Toutes les sessions ont pris fin. Les seconds facteurs et les clés API ajoutés depuis la connexion que vous avez confirmée sont suspendus. Connectez-vous avec votre nouveau mot de passe, puis rétablissez-les ou supprimez-les dans « Paramètres », « Accès et sécurité ».',
    signIn: 'Se connecter',
    linkWorksOnceWithinSeven:
      'Ce lien fonctionne une seule fois, pendant sept jours. Pour vérifier votre compte, demandez un lien de réinitialisation du mot de passe.',
    sendMeLink: 'M’envoyer un lien',
  },
  invitationPage: {
    enterName: 'Saisissez votre nom.',
    useAtLeastCharacters: (passwordMin: number): string => `Utilisez au moins ${number(passwordMin)} caractères.`,
    eMail: 'E-mail',
    yourName: 'Votre nom',
    join: (organization: string): string => `Rejoindre ${organization}`,
    signedInAsButInvitation: <T>(email: T, otherEmail: T): Phrase<T> => [
      'Vous êtes connecté avec ',
      email,
      ', mais l’invitation a été envoyée à ',
      otherEmail,
      '. Déconnectez-vous d’abord pour l’accepter.',
    ],
    signOutAndContinue: 'Se déconnecter et continuer',
    signedIn: <T>(email: T): Phrase<T> => [
      'Vous êtes connecté avec ',
      email,
      '. Vous gardez vos autres organisations et pouvez passer de l’une à l’autre.',
    ],
    alreadyHaveAccount: 'Vous avez déjà un compte. Connectez-vous pour accepter l’invitation.',
    invitation: 'Invitation',
    invitationNoLongerWorks: 'Cette invitation n’est plus valable',
    invitationLinkWorksOnceWithin:
      'Un lien d’invitation fonctionne une seule fois, pendant 14 jours, et seul le plus récent est valable. Si vous avez accepté l’invitation, connectez-vous. Sinon, demandez à la personne qui vous a invité de la renvoyer.',
    signIn: 'Se connecter',
    invitesAdministrator: (invitedBy: string, days: string): string =>
      `${invitedBy} vous invite comme administrateur. Expiration de l’invitation : ${days}.`,
    invitesMember: (invitedBy: string, days: string): string =>
      `${invitedBy} vous invite comme membre. Expiration de l’invitation : ${days}.`,
  },
  ssoConfirmPage: {
    signIn: 'Se connecter',
    confirmSingleSign: 'Confirmez votre authentification unique',
    linkWorksOnceAndExpires:
      'Ce lien fonctionne une seule fois et expire bientôt. Connectez-vous de nouveau par authentification unique pour en obtenir un autre.',
    differentBrowser: 'Ce navigateur est différent',
    openLinkInBrowser:
      'Ouvrez le lien dans le navigateur où vous avez commencé la connexion, ou connectez-vous de nouveau dans celui-ci.',
    wasItYou: 'Était-ce vous ?',
    someoneSignedInWithAddress: 'Quelqu’un s’est connecté avec votre adresse par un service de connexion.',
    ifConfirm:
      'Si c’était vous, confirmez. Le service pourra alors vous connecter. Sinon, fermez cette page. Rien ne change.',
    yesMe: 'Oui, c’était moi',
  },
  switchAccountPage: {
    switchAccounts: 'Changer de compte',
    nothingToDecide: 'Rien à décider',
    signInHasExpired: 'Cette connexion a expiré, ou vous avez déjà décidé.',
    goToStartPage: 'Aller à l’accueil',
    switchAccountsTitle: 'Changer de compte ?',
    alreadySignedInToAnother: 'Vous êtes déjà connecté à un autre compte dans ce navigateur.',
    signedInNow: 'Connecté actuellement',
    newSignIn: 'Nouvelle connexion',
    switchOnlyIfStartedSign: (organization: string): string =>
      `Ne changez que si vous avez commencé cette connexion vous-même. Les documents que vous importez ou signez ensuite sont conservés ici : ${organization}.`,
    keepCurrentAccount: 'Garder le compte actuel',
    doNotSignIn: 'Ne pas se connecter',
    switchToNewAccount: 'Passer au nouveau compte',
    signedInAgain: 'Reconnecté',
    thankYou: 'Merci',
    haveSignedInAgain: 'Vous vous êtes reconnecté.',
    closeTabToContinue: 'Fermez cet onglet pour continuer dans l’autre.',
  },
  signWithAccountPage: {
    signWithAccount: 'Signer avec votre compte',
    confirm: 'Confirmez que c’est bien vous',
    askedToSignWithOwn: <T>(email: T): Phrase<T> => [
      'On vous demande de signer avec votre propre compte et son second facteur. Vous êtes connecté avec ',
      email,
      '. Ce doit être l’adresse à laquelle le document a été envoyé.',
    ],
    openDocument: 'Ouvrir le document',
    accountHasNoSecondFactor:
      'Votre compte n’a pas encore de second facteur. Configurez une application d’authentification ou une clé d’accès, puis revenez ici.',
    setUpSecondFactor: 'Configurer un second facteur',
  },
};
