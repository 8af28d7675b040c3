import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('it');

export const organization: AppWords['organization'] = {
  organizationEnds: {
    chooseNewOwner: 'Scelga il nuovo proprietario.',
    enterPassword: 'Inserisca la password.',
    ownershipTransferred: 'Proprietà trasferita',
    nowAdministrator: (name: string): string => `Ora Lei è amministratore di ${name}.`,
    newOwnerCanDoEverything:
      'Il nuovo proprietario può fare tutto, anche fatturazione ed eliminazione. Lei diventa amministratore e solo il nuovo proprietario può cambiarlo.',
    newOwner: 'Nuovo proprietario',
    nameOrAddress: 'Nome o indirizzo',
    noOtherMemberHasName: 'Nessun altro membro ha questo nome o indirizzo.',
    yourPassword: 'La Sua password',
    ownership: 'Proprietà',
    ownOrganization: 'Lei è proprietario di questa organizzazione. La trasferisca prima di lasciarla.',
    handOverDialog: 'Trasferisci …',
    transferOwnership: 'Trasferisci proprietà',
    leave: 'Lascia',
    keepAccount:
      'Mantiene il Suo account. I Suoi documenti qui passano al proprietario e le Sue chiavi API vengono revocate.',
    leaveDialog: 'Lascia …',
    leaveTitle: (name: string): string => `Lasciare ${name}?`,
    loseAccessAtOnce: 'Perde subito l’accesso. Per tornare Le serve un nuovo invito.',
    stay: 'Resta',
    deletionScheduled: 'Eliminazione programmata',
    untilEverythingWorksAnd: 'Fino ad allora tutto funziona e può annullare l’eliminazione.',
    inThirtyDaysDeleted: (name: string): string =>
      `Tra 30 giorni ${name} viene eliminata. I documenti in attesa di firme vengono ritirati e tutti i membri perdono l’accesso. I documenti completati vengono conservati fino alla fine del periodo di conservazione. Fino ad allora può annullare l’eliminazione.`,
    deleteInThirtyDays: 'Elimina tra 30 giorni',
    willBeDeleted: (name: string): string => `${name}: eliminazione programmata`,
    on: (day: string, days: string): string => `Il ${day} (${days}).`,
    documentsOutForSigningVoided: counted({
      one: '# documento in attesa di firme sarà ritirato, se non viene completato prima.',
      other: '# documenti in attesa di firme saranno ritirati, se non vengono completati prima.',
    }),
    deletionCanceled: 'Eliminazione annullata',
    willNotBeDeleted: (name: string): string => `${name} non sarà eliminata.`,
    keepOrganization: 'Mantieni l’organizzazione',
    deleteOrganization: 'Elimina l’organizzazione',
    takesThirtyDays: 'L’organizzazione viene eliminata tra 30 giorni. Fino ad allora può annullare l’eliminazione.',
    delete: (name: string): string => `Eliminare ${name}?`,
  },
  logoSection: {
    choosePngFile: 'Scelga un file PNG.',
    fileLargerThanKb: 'Questo file supera i 200 kB. Ne scelga uno più piccolo.',
    fileEmpty: 'Questo file è vuoto. Ne scelga un altro.',
    notPngImageOrDamaged: 'Non è un’immagine PNG oppure è danneggiata. Ne scelga un’altra.',
    imageHasMoreThanFour:
      'Questa immagine ha più di 4.000 pixel per lato o 4 milioni in totale. Ne scelga una più piccola.',
    logoSaved: 'Logo salvato',
    documentsSendFromNow: 'Appare sui documenti che invia da ora.',
    logoRemoved: 'Logo rimosso',
    logo: 'Logo',
    shownOnSignaturePages:
      'Appare sulle pagine di firma e sui certificati di completamento. Un PNG di al massimo 200 kB.',
    noLogoYet: 'Ancora nessun logo. I documenti mostrano solo il nome della Sua organizzazione.',
    logoOf: (name: string): string => `Logo di ${name}`,
    uploadLogo: 'Carica logo',
    replaceLogo: 'Sostituisci logo',
    removeLogo: 'Rimuovi logo',
  },
  settingsForm: {
    settingsSaved: 'Impostazioni salvate',
    settingsSavedApiKeysWillBe: 'Impostazioni salvate. Alcune chiavi API verranno sospese',
    ownersHaveNoSecondFactor: (suspendedKeys: string): string =>
      `I loro proprietari non hanno un secondo fattore. Tra 7 giorni queste chiavi smettono di funzionare: ${suspendedKeys}.`,
    needSecondFactorToChange: <T>(link: (text: string) => T): Phrase<T> => [
      'Per modificare le impostazioni di sicurezza serve un secondo fattore. ',
      link('Configuri un’app di autenticazione o una passkey'),
      ', poi torni qui.',
    ],
    someoneElseChangedSettings:
      'Qualcun altro ha modificato le impostazioni, perciò non è stato salvato nulla. Le ricarichi e ripeta la modifica.',
    reloadSettings: 'Ricarica le impostazioni',
  },
  documentsSettings: {
    removeIt: 'Rimuovi',
    pagesDoNotChange: 'Le pagine non cambiano. I file già firmati non vengono modificati.',
    rejectFile: 'Rifiuta il file',
    uploaderAskedToPrint: 'Chi lo carica deve prima stamparlo in PDF.',
    contentSignersSeeCanDepend: 'Gli script possono allora modificare ciò che vedono i firmatari.',
    rulesForUploadsAndRetention: 'Regole per caricamento e conservazione.',
    rangeYears: 'Da 1 mese a 100 anni.',
    rangeYearsAudit_retention_days: 'Da 1 a 100 anni.',
    atLeastAsLong: 'Almeno quanto i documenti, perché il registro di controllo ne è la prova.',
    rangeDays: 'Da 1 a 90 giorni.',
    scriptsAndOtherActiveContent: 'Script e altri contenuti attivi in un PDF',
    keepCompletedDocuments: 'Conserva i documenti completati',
    rangeYearsDefaultSevenYears: 'Da 1 mese a 100 anni. Valore predefinito: 7 anni.',
    keepAuditTrail: 'Conserva il registro di controllo',
    rangeYearsAndAtLeast: 'Da 1 a 100 anni, e almeno quanto i documenti. Valore predefinito: 10 anni.',
    keepDataOfDeletedAccounts: 'Conserva i dati degli account eliminati',
    rangeDaysAfterAccountDeleted: 'Da 1 a 90 giorni dopo l’eliminazione dell’account. Valore predefinito: 30.',
  },
  securitySettings: {
    security: 'Sicurezza',
    appliesToEveryMember: 'Vale per ogni membro dalla richiesta successiva.',
    range: 'Da 8 a 128.',
    rangeMinutes: 'Da 5 a 720 minuti.',
    requireSecondFactor: 'Richiedi un secondo fattore',
    membersWithoutSecondFactor:
      'I membri senza secondo fattore possono solo configurarne uno. Le loro chiavi API smettono di funzionare dopo 7 giorni.',
    forSingleSign: 'Anche con single sign-on',
    singleSignOnWorks: 'Il single sign-on funziona allora solo se il provider di identità conferma un secondo fattore.',
    minimumPasswordLength: 'Lunghezza minima della password',
    rangeCharacters:
      'Da 8 a 128 caratteri. Valore predefinito: 12. Per i membri di più organizzazioni vale la lunghezza maggiore.',
    signOutAfterInactivity: 'Termina l’accesso dopo inattività',
    rangeMinutesDefaultThirtyAppliesTo: 'Da 5 a 720 minuti. Valore predefinito: 30. Vale anche per le sessioni aperte.',
    charactersSuffix: ' caratteri',
  },
  sendingSettings: {
    sending: 'Invio',
    defaultSettingsForSendingDocuments: 'Impostazioni predefinite per l’invio dei documenti.',
    rangeDays: 'Da 1 a 365 giorni.',
    rangeDaysEveryDays: 'Da 1 a 30 giorni.',
    rangeTimes: 'Da 1 a 20 volte.',
    range: 'Da 1 a 365. Valore predefinito: 30.',
    remindSigners: 'Invia promemoria ai firmatari',
    recipientsWhoHaveNotSigned: 'I destinatari che non hanno firmato ricevono promemoria via e-mail.',
    remindEvery: 'Promemoria ogni',
    atMost: 'Al massimo',
    suggestRecipients: 'Suggerisci i destinatari',
    suggestRecipientsText:
      'Durante l’inserimento, l’app suggerisce ai membri i destinatari dei documenti che hanno inviato. Non vedono quelli degli altri.',
    timesSuffix: ' volte',
  },
  organizationForm: {
    signersSeeInInvitations: 'I firmatari lo vedono negli inviti e sul certificato di completamento.',
    nameInEMails: 'Nome nelle e-mail',
    theSame: 'Nome dell’organizzazione',
    registrationNumber: 'Numero di registrazione',
    shownInCertificateOfSeal:
      'Appare nel certificato del Suo sigillo. Inserisca registro, paese e numero, per esempio NTRGB-12345678 o VATDE-123456789.',
    none: 'Nessuno',
    allowedNetworks: 'Reti consentite',
    networksMembersAndApiKeys:
      'Reti da cui possono accedere i membri e le chiavi API. I firmatari non hanno mai restrizioni. Se perde l’accesso a queste reti, il gestore del server può togliere la restrizione.',
    addressesAndNetworks: 'Indirizzi e reti',
    onePerLineAsTwentyfour:
      'Uno per riga, per esempio 203.0.113.0/24 o 2001:db8::/32. Vuoto: tutte le reti. L’elenco deve comprendere il Suo indirizzo.',
    embedding: 'Incorporamento',
    ownPagesCanShowSigning:
      'Le Sue pagine possono mostrare la pagina di firma in un frame, e la pagina di firma può riportare a esse. Crei i link con l’API.',
    allowedOrigins: 'Origini consentite',
    onePerLineAsHttps:
      'Una per riga, per esempio https://app.example.com. Senza voci, nessuna pagina può mostrare la pagina di firma in un frame.',
    redirectHosts: 'Host di reindirizzamento',
    onePerLineAsApp: 'Uno per riga, per esempio app.example.com. Un redirectUrl deve portare a uno di questi host.',
  },
  storageSection: {
    files: counted({ one: '# file', other: '# file' }),
    storage: 'Spazio',
    in: (size: string, count: string): string => `${size} in ${count}. Il Suo spazio è illimitato.`,
    ofUsedIn: (size: string, otherSize: string, count: string): string => `${size} di ${otherSize} usati, in ${count}.`,
    storageUsed: 'Spazio usato',
    storageFull: 'Lo spazio è pieno. I caricamenti vengono rifiutati.',
    storageAlmostFull: 'Lo spazio è quasi pieno.',
    makeRoom: (state: string): string =>
      `${state} Elimini i documenti e i modelli che non Le servono più, oppure chieda altro spazio al gestore di questo server.`,
    includesDocumentsTemplates:
      'Comprende documenti, modelli e allegati in produzione e nella sandbox. I documenti eliminati contano per altri 30 giorni.',
  },
  organizationPage: {
    free: 'Free',
    smallTeam: 'Small Team',
    mediumTeam: 'Medium Team',
    largeTeam: 'Large Team',
    enterprise: 'Enterprise',
    about: 'Informazioni',
    plan: 'Piano',
    since: 'Dal',
    yourRole: 'Il Suo ruolo',
    id: 'ID',
    settingsForWholeOrganization: 'Impostazioni per l’intera organizzazione.',
    administratorsManageSettings: 'Queste impostazioni sono gestite dagli amministratori.',
    toChangeSomethingAskAdministrator: (name: string): string =>
      `Per una modifica, si rivolga a un amministratore di ${name}.`,
  },
};
