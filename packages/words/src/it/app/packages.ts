import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('it');

export const packages: AppWords['packages'] = {
  makePackageDialog: {
    documentsSignedInOneVisit: (documentsCount: number, documents: string): string =>
      `${number(documentsCount)} documenti, firmati in una sola volta in questo ordine: ${documents}.`,
    titleOfPackage: 'Titolo del pacchetto',
    forExample: 'Per esempio: Affitto dell’ufficio con allegati',
    enterTitle: 'Inserisca un titolo. I destinatari lo vedono.',
    createPackage: 'Crea pacchetto',
    createPackageTitle: 'Crea un pacchetto',
  },
  packagesPage: {
    documentsByBy: <T>(count: number, name: T): Phrase<T> => [
      counted({ one: '1 documento · di ', other: '# documenti · di ' })(count),
      name,
    ],
    of: (done: number, all: number): string => `${number(done)} di ${number(all)}`,
    changed: 'Modificato',
    noPackageHasStatus: (statuses: string): string => `Nessun pacchetto ha lo stato «${statuses}».`,
    noPackagesYet: 'Ancora nessun pacchetto',
    selectSeveralDraftsInList:
      'Selezioni più bozze nell’elenco dei documenti e scelga «Crea un pacchetto». I destinatari ricevono una sola e-mail e firmano un documento dopo l’altro.',
    chooseDrafts: 'Scegli bozze',
    severalDocumentsRecipientsSign: 'Più documenti che i destinatari firmano in una sola volta, con una sola e-mail.',
    allStatuses: 'Tutti gli stati',
  },
  cancelDialog: {
    packageCanceled: 'Pacchetto annullato',
    invitedRecipientsNotified: 'I destinatari invitati sono stati avvisati.',
    everyDocumentNotCompletedVoided:
      'Tutti i documenti non completati vengono ritirati e i destinatari invitati ricevono un’e-mail. L’operazione non può essere annullata.',
    completedDocumentsDoNotChange: (completedCount: number, documentCount: number): string =>
      `I documenti completati non cambiano: ${number(completedCount)} di ${number(documentCount)} documenti.`,
    forExample: 'Per esempio: il prezzo è cambiato',
    enterReason: 'Inserisca un motivo. I destinatari lo vedranno.',
    cancelPackage: 'Annulla pacchetto',
    cancelPackageTitle: 'Annullare questo pacchetto?',
  },
  assignment: {
    documentHasNoSigner: 'Questo documento non ha firmatari. Selezioni un destinatario o lo rimuova dal pacchetto.',
    aRecipient: 'Un destinatario',
    hasNoDocumentToSign: (name: string): string =>
      `${name} non ha documenti da firmare. Selezioni un documento oppure rimuova il destinatario.`,
    oneOfFieldsBelongs: 'Uno dei suoi campi è per una persona che non firma questo documento.',
  },
  assignmentGrid: {
    person: (index: number): string => `Persona ${number(index)}`,
    documentsByRecipient: 'Documenti per destinatario',
    eachRecipientSeesOnlyDocuments: 'Ogni destinatario vede solo i documenti che gli sono stati assegnati.',
    signsEveryDocument: (name: string): string => `${name} firma tutti i documenti`,
    signs: (name: string, title: string): string => `${name} firma ${title}`,
  },
  sendForm: {
    eachRecipientGetsOneE: 'Ogni destinatario riceve una sola e-mail per tutti i documenti.',
    confirmWarningAboutDocumentsFirst: 'Confermi prima l’avviso sui Suoi documenti.',
    nothingSent: (reason: string): string => `${reason} Non è stato inviato nulla.`,
    mayBeSent:
      'La connessione si è interrotta, perciò non sappiamo se il pacchetto è stato inviato. Ricarichi la pagina per controllare. Il pacchetto non viene mai inviato due volte.',
    signAll: (documents: number): string =>
      `Tutti i ${number(documents)} documenti vengono inviati insieme. Ogni destinatario li firma tutti e riceve una sola e-mail.`,
    signChecked: (documents: number): string =>
      `Tutti i ${number(documents)} documenti vengono inviati insieme. Ogni destinatario firma i documenti che gli sono stati assegnati e riceve una sola e-mail.`,
    sendDocuments: counted({ one: 'Invia 1 documento', other: 'Invia # documenti' }),
  },
  remindDialog: {
    title: counted({ one: 'Inviare un promemoria a 1 destinatario?', other: 'Inviare un promemoria a # destinatari?' }),
    text: (names: string): string =>
      `${names}. Ogni destinatario riceve una sola e-mail per tutti i documenti. Chi ha ricevuto un promemoria nell’ultima ora viene saltato.`,
    send: 'Invia promemoria',
  },
  preview: {
    show: (title: string): string => `Mostra le pagine di ${title}`,
    loading: 'Caricamento delle pagine',
  },
  timeline: {
    title: 'Cronologia',
    of: (title: string): string => `· ${title}`,
    showAll: (count: number): string => `Mostra tutte le ${number(count)} voci`,
  },
  packagePage: {
    recipientsOf: (title: string): string => `Destinatari di ${title}`,
    moveUp: (title: string): string => `Sposta in alto: ${title}`,
    moveDown: (title: string): string => `Sposta in basso: ${title}`,
    removeFromPackage: (title: string): string => `Rimuovi ${title} dal pacchetto`,
    packageDeleted: 'Pacchetto eliminato',
    documentsSeparateDraftsAgain: 'I suoi documenti sono di nuovo bozze separate.',
    ofDocumentsCompleted: (completedCount: number, documentCount: number): string =>
      `${number(completedCount)} di ${number(documentCount)} documenti completati`,
    cancelPackage: 'Annulla pacchetto',
    remind: 'Promemoria',
    waitingFor: (names) => `In attesa di ${names}`,
    package: 'Pacchetto',
    goToPackages: 'Vai ai pacchetti',
  },
};
