import type { AppWords, Phrase } from '../../app.ts';

export const frameMenus: AppWords['frameMenus'] = {
  organizationItems: {
    organizations: 'Organisaties',
    newOrganizationDialog: 'Nieuwe organisatie…',
  },
  newOrganizationDialog: {
    enterNameSignersWillSee: 'Vul de naam in die ondertekenaars zien.',
    hasOwnDocumentsMembers:
      'De organisatie heeft eigen documenten, leden en API-sleutels. U bent de eigenaar en kunt tussen organisaties wisselen.',
    create: 'Maken',
    newOrganization: 'Nieuwe organisatie',
  },
  userMenu: {
    light: 'Licht',
    dark: 'Donker',
    systemDefault: 'Zoals het systeem',
    colors: 'Kleurenschema',
    goToSandbox: 'Naar de sandbox',
    leaveSandbox: 'Sandbox verlaten',
    verifyPdf: 'PDF controleren',
    apiReference: 'API-referentie',
    signOut: 'Uitloggen',
  },
  deletionBar: {
    deletionOfAccount: 'Verwijdering van uw account',
    accountWillBeDeleted: <T>(strong: (text: string) => T, day: string, days: string): Phrase<T> => [
      strong('Uw account wordt verwijderd'),
      ' op ',
      day,
      ' (',
      days,
      ').',
    ],
    keepMyAccount: 'Mijn account behouden',
  },
  sandboxBar: {
    aWeek: 'Een week',
    thirtyDays: '30 dagen',
    clockAdvanced: 'Klok vooruitgezet',
    expiriesRemindersAndRetriesDue:
      'Alles wat tot dan zou gebeuren, gebeurt nu: verlopen, herinneringen en nieuwe pogingen.',
    advanceClock: 'Klok vooruitzetten',
    forwardBy: 'Vooruitzetten met',
    sandbox: 'Sandbox',
    sandboxDocumentsTestsAndNotLegally: <T>(b: (text: string) => T): Phrase<T> => [
      b('Sandbox.'),
      ' Documenten zijn hier tests en niet juridisch bindend. E-mails blijven in het postvak.',
    ],
    leave: 'Verlaten',
  },
  stepUp: {
    usePasskey: 'Passkey gebruiken',
    or: 'of',
    enterPassword: 'Vul uw wachtwoord in.',
    enterCodeFromApp: 'Voer de code uit uw app in, of een herstelcode.',
    code: 'Code',
    fromAuthenticatorAppOrRecovery: 'Uit uw authenticator-app, of een herstelcode.',
    continue: 'Doorgaan',
    changeAffectsSecurity:
      'Deze wijziging raakt de beveiliging. Log opnieuw in via uw organisatie. Daarna wordt dit tien minuten niet meer gevraagd.',
    signInAgainInNew: 'Opnieuw inloggen in een nieuw tabblad',
    iHaveSignedInAgain: 'Ik heb opnieuw ingelogd',
    changeAffectsAccessOrData:
      'Deze wijziging raakt toegang of gegevens. Daarna wordt dit tien minuten niet meer gevraagd.',
    confirm: 'Bevestig dat u het bent',
  },
  settingsLayout: {
    profile: 'Profiel',
    security: 'Toegang en beveiliging',
    dataExport: 'Gegevensexport',
    general: 'Algemeen',
    incidents: 'Incidenten',
    retentionAndHolds: 'Bewaren en blokkades',
    dataProtection: 'Gegevensbescherming',
    auditLog: 'Logboek',
    securityEvents: 'Beveiligingsgebeurtenissen',
    planAndBilling: 'Abonnement en facturering',
    system: 'Systeem',
    people: 'Personen',
    access: 'Beveiliging',
    developers: 'Ontwikkelaars',
    compliance: 'Compliance',
    installation: 'Installatie',
    settings: 'Instellingen',
    you: 'U',
  },
};
