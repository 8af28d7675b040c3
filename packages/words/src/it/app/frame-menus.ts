import type { AppWords, Phrase } from '../../app.ts';

export const frameMenus: AppWords['frameMenus'] = {
  organizationItems: {
    organizations: 'Organizzazioni',
    newOrganizationDialog: 'Nuova organizzazione …',
  },
  newOrganizationDialog: {
    enterNameSignersWillSee: 'Inserisca il nome che vedranno i firmatari.',
    hasOwnDocumentsMembers:
      'L’organizzazione ha i propri documenti, membri e chiavi API. Lei ne è proprietario e può passare da un’organizzazione all’altra.',
    create: 'Crea',
    newOrganization: 'Nuova organizzazione',
  },
  userMenu: {
    light: 'Chiaro',
    dark: 'Scuro',
    systemDefault: 'Come il sistema',
    colors: 'Colori',
    goToSandbox: 'Vai alla sandbox',
    leaveSandbox: 'Lascia la sandbox',
    verifyPdf: 'Verifica un PDF',
    apiReference: 'Riferimento API',
    signOut: 'Esci',
  },
  deletionBar: {
    deletionOfAccount: 'Eliminazione del Suo account',
    accountWillBeDeleted: <T>(strong: (text: string) => T, day: string, days: string): Phrase<T> => [
      strong('Il Suo account sarà eliminato'),
      ' il ',
      day,
      ' (',
      days,
      ').',
    ],
    keepMyAccount: 'Mantieni il mio account',
  },
  sandboxBar: {
    aWeek: 'Una settimana',
    thirtyDays: '30 giorni',
    clockAdvanced: 'Orologio spostato in avanti',
    expiriesRemindersAndRetriesDue:
      'Tutto ciò che scade entro quel momento avviene ora: scadenze, promemoria e nuovi tentativi.',
    advanceClock: 'Sposta orologio',
    forwardBy: 'Sposta in avanti di',
    sandbox: 'Sandbox',
    sandboxDocumentsTestsAndNotLegally: <T>(b: (text: string) => T): Phrase<T> => [
      b('Sandbox.'),
      ' I documenti qui sono prove senza valore legale. Le e-mail restano nella casella.',
    ],
    leave: 'Lascia',
  },
  stepUp: {
    usePasskey: 'Usa una passkey',
    or: 'oppure',
    enterPassword: 'Inserisca la password.',
    enterCodeFromApp: 'Inserisca il codice dell’app o un codice di recupero.',
    code: 'Codice',
    fromAuthenticatorAppOrRecovery: 'Dall’app di autenticazione, oppure un codice di recupero.',
    continue: 'Continua',
    changeAffectsSecurity:
      'Questa modifica riguarda la sicurezza. Acceda di nuovo tramite la Sua organizzazione. Non Le verrà chiesto di nuovo per dieci minuti.',
    signInAgainInNew: 'Accedi di nuovo in una nuova scheda',
    iHaveSignedInAgain: 'Ho effettuato di nuovo l’accesso',
    changeAffectsAccessOrData:
      'Questa modifica riguarda l’accesso o i dati. Non Le verrà chiesto di nuovo per dieci minuti.',
    confirm: 'Confermi la Sua identità',
  },
  settingsLayout: {
    profile: 'Profilo',
    security: 'Accesso e sicurezza',
    dataExport: 'Esportazione dei dati',
    general: 'Generale',
    incidents: 'Incidenti',
    retentionAndHolds: 'Conservazione e blocchi',
    dataProtection: 'Protezione dei dati',
    auditLog: 'Registro di audit',
    securityEvents: 'Eventi di sicurezza',
    planAndBilling: 'Piano e fatturazione',
    system: 'Sistema',
    people: 'Persone',
    access: 'Sicurezza',
    developers: 'Sviluppatori',
    compliance: 'Conformità',
    installation: 'Installazione',
    settings: 'Impostazioni',
    you: 'Il Suo account',
  },
};
