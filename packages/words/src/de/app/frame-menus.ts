import type { AppWords, Phrase } from '../../app.ts';

export const frameMenus: AppWords['frameMenus'] = {
  organizationItems: {
    organizations: 'Organisationen',
    newOrganizationDialog: 'Neue Organisation …',
  },
  newOrganizationDialog: {
    enterNameSignersWillSee: 'Geben Sie den Namen ein, den die Unterzeichner sehen.',
    hasOwnDocumentsMembers:
      'Die Organisation hat eigene Dokumente, Mitglieder und API-Schlüssel. Sie sind ihr Inhaber und können zwischen Organisationen wechseln.',
    create: 'Erstellen',
    newOrganization: 'Neue Organisation',
  },
  userMenu: {
    light: 'Hell',
    dark: 'Dunkel',
    systemDefault: 'Wie im System',
    colors: 'Farbschema',
    goToSandbox: 'Zur Sandbox',
    leaveSandbox: 'Sandbox verlassen',
    verifyPdf: 'PDF prüfen',
    apiReference: 'API-Referenz',
    signOut: 'Abmelden',
  },
  deletionBar: {
    deletionOfAccount: 'Löschung Ihres Kontos',
    accountWillBeDeleted: <T>(strong: (text: string) => T, day: string, days: string): Phrase<T> => [
      strong('Ihr Konto wird gelöscht'),
      ': ',
      day,
      ' (',
      days,
      ').',
    ],
    keepMyAccount: 'Mein Konto behalten',
  },
  sandboxBar: {
    aWeek: 'Eine Woche',
    thirtyDays: '30 Tage',
    clockAdvanced: 'Uhr vorgestellt',
    expiriesRemindersAndRetriesDue:
      'Alles, was bis dahin fällig ist, geschieht jetzt: Ablauf, Erinnerungen und Wiederholungen.',
    advanceClock: 'Uhr vorstellen',
    forwardBy: 'Vorstellen um',
    sandbox: 'Sandbox',
    sandboxDocumentsTestsAndNotLegally: <T>(b: (text: string) => T): Phrase<T> => [
      b('Sandbox.'),
      ' Dokumente hier sind Tests und rechtlich nicht bindend. E-Mails bleiben im Postfach.',
    ],
    leave: 'Verlassen',
  },
  stepUp: {
    usePasskey: 'Passkey verwenden',
    or: 'oder',
    enterPassword: 'Geben Sie Ihr Passwort ein.',
    enterCodeFromApp: 'Geben Sie den Code aus Ihrer App oder einen Wiederherstellungscode ein.',
    code: 'Code',
    fromAuthenticatorAppOrRecovery: 'Aus Ihrer Authenticator-App, oder ein Wiederherstellungscode.',
    continue: 'Weiter',
    changeAffectsSecurity:
      'Diese Änderung betrifft die Sicherheit. Melden Sie sich erneut über Ihre Organisation an. Zehn Minuten lang werden Sie nicht noch einmal gefragt.',
    signInAgainInNew: 'In neuem Tab erneut anmelden',
    iHaveSignedInAgain: 'Ich habe mich erneut angemeldet',
    changeAffectsAccessOrData:
      'Diese Änderung betrifft Zugang oder Daten. Zehn Minuten lang werden Sie nicht noch einmal gefragt.',
    confirm: 'Bestätigen Sie, dass Sie es sind',
  },
  settingsLayout: {
    profile: 'Profil',
    security: 'Zugang und Sicherheit',
    dataExport: 'Datenexport',
    general: 'Allgemein',
    incidents: 'Vorfälle',
    retentionAndHolds: 'Aufbewahrung und Sperren',
    dataProtection: 'Datenschutz',
    auditLog: 'Protokoll',
    securityEvents: 'Sicherheitsereignisse',
    planAndBilling: 'Tarif und Abrechnung',
    system: 'System',
    people: 'Personen',
    access: 'Sicherheit',
    developers: 'Entwicklung',
    compliance: 'Compliance',
    installation: 'Installation',
    settings: 'Einstellungen',
    you: 'Sie',
  },
};
