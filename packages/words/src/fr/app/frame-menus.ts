import type { AppWords, Phrase } from '../../app.ts';

export const frameMenus: AppWords['frameMenus'] = {
  organizationItems: {
    organizations: 'Organisations',
    newOrganizationDialog: 'Nouvelle organisation…',
  },
  newOrganizationDialog: {
    enterNameSignersWillSee: 'Saisissez le nom que verront les signataires.',
    hasOwnDocumentsMembers:
      'L’organisation a ses propres documents, membres et clés API. Vous en êtes propriétaire et pouvez passer d’une organisation à l’autre.',
    create: 'Créer',
    newOrganization: 'Nouvelle organisation',
  },
  userMenu: {
    light: 'Clair',
    dark: 'Sombre',
    systemDefault: 'Comme le système',
    colors: 'Thème',
    goToSandbox: 'Passer au bac à sable',
    leaveSandbox: 'Quitter le bac à sable',
    verifyPdf: 'Vérifier un PDF',
    apiReference: 'Référence de l’API',
    signOut: 'Se déconnecter',
  },
  deletionBar: {
    deletionOfAccount: 'Suppression de votre compte',
    accountWillBeDeleted: <T>(strong: (text: string) => T, day: string, days: string): Phrase<T> => [
      strong('Votre compte va être supprimé'),
      ' le ',
      day,
      ' (',
      days,
      ').',
    ],
    keepMyAccount: 'Garder mon compte',
  },
  sandboxBar: {
    aWeek: 'Une semaine',
    thirtyDays: '30 jours',
    clockAdvanced: 'Horloge avancée',
    expiriesRemindersAndRetriesDue:
      'Tout ce qui est prévu d’ici là a lieu maintenant : expirations, rappels et nouvelles tentatives.',
    advanceClock: 'Avancer l’horloge',
    forwardBy: 'Avancer de',
    sandbox: 'Bac à sable',
    sandboxDocumentsTestsAndNotLegally: <T>(b: (text: string) => T): Phrase<T> => [
      b('Bac à sable.'),
      ' Les documents sont ici des tests sans valeur juridique. Les e-mails restent dans la boîte aux lettres.',
    ],
    leave: 'Quitter',
  },
  stepUp: {
    usePasskey: 'Utiliser une clé d’accès',
    or: 'ou',
    enterPassword: 'Saisissez votre mot de passe.',
    enterCodeFromApp: 'Saisissez le code de votre application ou un code de secours.',
    code: 'Code',
    fromAuthenticatorAppOrRecovery: 'De votre application d’authentification, ou un code de secours.',
    continue: 'Continuer',
    changeAffectsSecurity:
      'Cette modification touche à la sécurité. Reconnectez-vous par votre organisation. Cela ne vous sera plus demandé pendant dix minutes.',
    signInAgainInNew: 'Se reconnecter dans un nouvel onglet',
    iHaveSignedInAgain: 'Je me suis reconnecté',
    changeAffectsAccessOrData:
      'Cette modification touche à l’accès ou aux données. Cela ne vous sera plus demandé pendant dix minutes.',
    confirm: 'Confirmez que c’est bien vous',
  },
  settingsLayout: {
    profile: 'Profil',
    security: 'Accès et sécurité',
    dataExport: 'Export de données',
    general: 'Général',
    incidents: 'Incidents',
    retentionAndHolds: 'Conservation et gels',
    dataProtection: 'Protection des données',
    auditLog: 'Journal d’audit',
    securityEvents: 'Événements de sécurité',
    planAndBilling: 'Offre et facturation',
    system: 'Système',
    people: 'Personnes',
    access: 'Sécurité',
    developers: 'Développeurs',
    compliance: 'Conformité',
    installation: 'Installation',
    settings: 'Paramètres',
    you: 'Vous',
  },
};
