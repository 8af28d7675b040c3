import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('fr');

export const organization: AppWords['organization'] = {
  organizationEnds: {
    chooseNewOwner: 'Choisissez le nouveau propriétaire.',
    enterPassword: 'Saisissez votre mot de passe.',
    ownershipTransferred: 'Propriété transférée',
    nowAdministrator: (name: string): string => `Vous êtes maintenant administrateur de ${name}.`,
    newOwnerCanDoEverything:
      'Le nouveau propriétaire peut tout faire, y compris la facturation et la suppression. Vous devenez administrateur, et seul le nouveau propriétaire peut changer cela.',
    newOwner: 'Nouveau propriétaire',
    nameOrAddress: 'Nom ou adresse',
    noOtherMemberHasName: 'Aucun autre membre n’a ce nom ou cette adresse.',
    yourPassword: 'Votre mot de passe',
    ownership: 'Propriété',
    ownOrganization: 'Vous êtes propriétaire de cette organisation. Transférez-la avant de la quitter.',
    handOverDialog: 'Transférer…',
    transferOwnership: 'Transférer la propriété',
    leave: 'Quitter',
    keepAccount: 'Vous gardez votre compte. Vos documents ici passent au propriétaire, et vos clés API sont révoquées.',
    leaveDialog: 'Quitter…',
    leaveTitle: (name: string): string => `Quitter ${name} ?`,
    loseAccessAtOnce: 'Vous perdez l’accès immédiatement. Pour revenir, il vous faudra une nouvelle invitation.',
    stay: 'Rester',
    deletionScheduled: 'Suppression programmée',
    untilEverythingWorksAnd: 'D’ici là, tout fonctionne et vous pouvez annuler la suppression.',
    inThirtyDaysDeleted: (name: string): string =>
      `Dans 30 jours, ${name} sera supprimée. Les documents en attente de signatures seront retirés, et tous les membres perdront leur accès. Les documents finalisés sont gardés jusqu’à la fin de leur durée de conservation. D’ici là, vous pouvez annuler la suppression.`,
    deleteInThirtyDays: 'Supprimer dans 30 jours',
    willBeDeleted: (name: string): string => `${name} va être supprimée`,
    on: (day: string, days: string): string => `Le ${day} (${days}).`,
    documentsOutForSigningVoided: counted({
      one: '# document en attente de signatures sera retiré s’il n’est pas finalisé avant.',
      other: '# documents en attente de signatures seront retirés s’ils ne sont pas finalisés avant.',
    }),
    deletionCanceled: 'Suppression annulée',
    willNotBeDeleted: (name: string): string => `${name} ne sera pas supprimée.`,
    keepOrganization: 'Garder l’organisation',
    deleteOrganization: 'Supprimer l’organisation',
    takesThirtyDays: 'L’organisation est supprimée dans 30 jours. D’ici là, vous pouvez annuler la suppression.',
    delete: (name: string): string => `Supprimer ${name} ?`,
  },
  logoSection: {
    choosePngFile: 'Choisissez un fichier PNG.',
    fileLargerThanKb: 'Ce fichier dépasse 200 ko. Choisissez-en un plus petit.',
    fileEmpty: 'Ce fichier est vide. Choisissez-en un autre.',
    notPngImageOrDamaged: 'Ce n’est pas une image PNG, ou elle est endommagée. Choisissez-en une autre.',
    imageHasMoreThanFour:
      'Cette image dépasse 4 000 pixels de côté, ou 4 millions au total. Choisissez-en une plus petite.',
    logoSaved: 'Logo enregistré',
    documentsSendFromNow: 'Les documents que vous enverrez désormais l’affichent.',
    logoRemoved: 'Logo supprimé',
    logo: 'Logo',
    shownOnSignaturePages:
      'Affiché sur les pages de signature et sur les certificats d’achèvement. Un PNG de 200 ko au plus.',
    noLogoYet: 'Aucun logo. Les documents n’affichent que le nom de votre organisation.',
    logoOf: (name: string): string => `Logo : ${name}`,
    uploadLogo: 'Importer un logo',
    replaceLogo: 'Remplacer le logo',
    removeLogo: 'Supprimer le logo',
  },
  settingsForm: {
    settingsSaved: 'Paramètres enregistrés',
    settingsSavedApiKeysWillBe: 'Paramètres enregistrés. Des clés API seront suspendues',
    ownersHaveNoSecondFactor: (suspendedKeys: string): string =>
      `Leurs titulaires n’ont pas de second facteur. Dans 7 jours, ces clés cesseront de fonctionner : ${suspendedKeys}.`,
    needSecondFactorToChange: <T>(link: (text: string) => T): Phrase<T> => [
      'Il vous faut un second facteur pour modifier les paramètres de sécurité. ',
      link('Configurez une application d’authentification ou une clé d’accès'),
      ', puis revenez ici.',
    ],
    someoneElseChangedSettings:
      'Quelqu’un d’autre a modifié les paramètres, rien n’a donc été enregistré. Rechargez-les et refaites votre modification.',
    reloadSettings: 'Recharger les paramètres',
  },
  documentsSettings: {
    removeIt: 'Le supprimer',
    pagesDoNotChange: 'Les pages ne changent pas. Les fichiers déjà signés ne sont pas modifiés.',
    rejectFile: 'Rejeter le fichier',
    uploaderAskedToPrint: 'La personne qui l’importe doit d’abord l’imprimer en PDF.',
    contentSignersSeeCanDepend: 'Des scripts peuvent alors modifier ce que voient les signataires.',
    rulesForUploadsAndRetention: 'Règles pour l’import et la conservation.',
    rangeYears: '1 mois à 100 ans.',
    rangeYearsAudit_retention_days: '1 à 100 ans.',
    atLeastAsLong: 'Au moins aussi longtemps que les documents, car la piste d’audit en est la preuve.',
    rangeDays: '1 à 90 jours.',
    scriptsAndOtherActiveContent: 'Scripts et autres contenus actifs dans un PDF',
    keepCompletedDocuments: 'Garder les documents finalisés',
    rangeYearsDefaultSevenYears: '1 mois à 100 ans. Par défaut : 7 ans.',
    keepAuditTrail: 'Garder la piste d’audit',
    rangeYearsAndAtLeast: '1 à 100 ans, et au moins aussi longtemps que les documents. Par défaut : 10 ans.',
    keepDataOfDeletedAccounts: 'Garder les données des comptes supprimés',
    rangeDaysAfterAccountDeleted: '1 à 90 jours après la suppression du compte. Par défaut : 30.',
  },
  securitySettings: {
    security: 'Sécurité',
    appliesToEveryMember: 'S’applique à chaque membre dès sa prochaine requête.',
    range: '8 à 128.',
    rangeMinutes: '5 à 720 minutes.',
    requireSecondFactor: 'Exiger un second facteur',
    membersWithoutSecondFactor:
      'Les membres sans second facteur ne peuvent qu’en configurer un. Leurs clés API cessent de fonctionner après 7 jours.',
    forSingleSign: 'Aussi pour l’authentification unique',
    singleSignOnWorks:
      'L’authentification unique ne fonctionne alors que si le service de connexion confirme un second facteur.',
    minimumPasswordLength: 'Longueur minimale du mot de passe',
    rangeCharacters:
      '8 à 128 caractères. Par défaut : 12. Pour les membres de plusieurs organisations, la plus grande s’applique.',
    signOutAfterInactivity: 'Déconnexion après inactivité',
    rangeMinutesDefaultThirtyAppliesTo: '5 à 720 minutes. Par défaut : 30. S’applique aussi aux sessions ouvertes.',
    charactersSuffix: ' caractères',
  },
  sendingSettings: {
    sending: 'Envoi',
    defaultSettingsForSendingDocuments: 'Réglages par défaut pour l’envoi de documents.',
    rangeDays: '1 à 365 jours.',
    rangeDaysEveryDays: '1 à 30 jours.',
    rangeTimes: '1 à 20 fois.',
    range: '1 à 365. Par défaut : 30.',
    remindSigners: 'Rappels aux signataires',
    recipientsWhoHaveNotSigned: 'Les destinataires qui n’ont pas signé reçoivent des rappels par e-mail.',
    remindEvery: 'Relancer tous les',
    atMost: 'Au plus',
    suggestRecipients: 'Suggérer des destinataires',
    suggestRecipientsText:
      'Pendant la saisie, l’application suggère aux membres les destinataires des documents qu’ils ont envoyés. Ils ne voient pas ceux des autres.',
    timesSuffix: ' fois',
  },
  organizationForm: {
    signersSeeInInvitations: 'Les signataires le voient dans les invitations et sur le certificat d’achèvement.',
    nameInEMails: 'Nom dans les e-mails',
    theSame: 'Nom de l’organisation',
    registrationNumber: 'Numéro d’immatriculation',
    shownInCertificateOfSeal:
      'Figure dans le certificat de votre cachet. Indiquez le registre, le pays et le numéro, par exemple NTRGB-12345678 ou VATDE-123456789.',
    none: 'Aucun',
    allowedNetworks: 'Réseaux autorisés',
    networksMembersAndApiKeys:
      'Réseaux que les membres et les clés API peuvent utiliser. Les signataires ne sont jamais limités. Si vous perdez l’accès à ces réseaux, l’exploitant du serveur peut lever la restriction.',
    addressesAndNetworks: 'Adresses et réseaux',
    onePerLineAsTwentyfour:
      'Un par ligne, par exemple 203.0.113.0/24 ou 2001:db8::/32. Vide : tous les réseaux. La liste doit contenir votre propre adresse.',
    embedding: 'Intégration',
    ownPagesCanShowSigning:
      'Vos propres pages peuvent afficher la page de signature dans un cadre, et celle-ci peut y rediriger. Créez les liens avec l’API.',
    allowedOrigins: 'Origines autorisées',
    onePerLineAsHttps:
      'Une par ligne, par exemple https://app.example.com. Sans entrée, aucune page ne peut afficher la page de signature dans un cadre.',
    redirectHosts: 'Hôtes de redirection',
    onePerLineAsApp: 'Un par ligne, par exemple app.example.com. Une redirectUrl doit mener à l’un de ces hôtes.',
  },
  storageSection: {
    files: counted({ one: '# fichier', other: '# fichiers' }),
    storage: 'Stockage',
    in: (size: string, count: string): string => `${size} dans ${count}. Votre stockage est illimité.`,
    ofUsedIn: (size: string, otherSize: string, count: string): string =>
      `${size} utilisés sur ${otherSize}, dans ${count}.`,
    storageUsed: 'Stockage utilisé',
    storageFull: 'Votre stockage est plein. Les imports sont refusés.',
    storageAlmostFull: 'Votre stockage est presque plein.',
    makeRoom: (state: string): string =>
      `${state} Supprimez les documents et les modèles dont vous n’avez plus besoin, ou demandez plus de stockage à l’exploitant de ce serveur.`,
    includesDocumentsTemplates:
      'Comprend les documents, modèles et pièces jointes, en production et dans le bac à sable. Les documents supprimés comptent encore 30 jours.',
  },
  organizationPage: {
    free: 'Free',
    smallTeam: 'Small Team',
    mediumTeam: 'Medium Team',
    largeTeam: 'Large Team',
    enterprise: 'Enterprise',
    about: 'À propos',
    plan: 'Offre',
    since: 'Depuis',
    yourRole: 'Votre rôle',
    id: 'ID',
    settingsForWholeOrganization: 'Paramètres de toute l’organisation.',
    administratorsManageSettings: 'Les administrateurs gèrent ces paramètres.',
    toChangeSomethingAskAdministrator: (name: string): string =>
      `Pour modifier quelque chose ici, adressez-vous à un administrateur de ${name}.`,
  },
};
