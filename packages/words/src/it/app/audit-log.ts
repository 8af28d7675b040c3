import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('it');

const entries = counted({ one: '# voce', other: '# voci' });

export const auditLog: AppWords['auditLog'] = {
  chainCheck: {
    entries: counted({ one: '# voce', other: '# voci' }),
    inChains: (entries: string, chains: number): string =>
      counted({ one: `${entries} in # catena`, other: `${entries} in # catene` })(chains),
    chainsCouldNotBeVerified: (message: string): string => `Non è stato possibile verificare le catene: ${message}`,
    verified: (count: string): string =>
      `Verifica completata: ${count}. Nessuna voce è stata modificata, aggiunta o rimossa.`,
    verifyingChains: 'Verifica delle catene …',
    chainsDoNotVerify: (count: number, slice: string): string =>
      counted({
        one: `Una catena non supera la verifica: ${slice}`,
        other: `# catene non superano la verifica: ${slice}`,
      })(count),
    storedFactsContradictAuditTrail: (count: number, slice: string): string =>
      counted({
        one: `Un dato memorizzato contraddice il registro di controllo: ${slice}`,
        other: `# dati memorizzati contraddicono il registro di controllo: ${slice}`,
      })(count),
    chainsVerified: 'Catene verificate',
  },
  words: {
    signers: 'Firmatari',
    signingInPerson: 'Firma di persona',
    mail: 'E-mail',
    accountsAndSignIns: 'Account e accessi',
    invitations: 'Inviti',
    certificates: 'Certificati',
    certificateAuthorityKeys: 'Chiavi dell’autorità di certificazione',
    dataExports: 'Esportazioni di dati',
    securityIncidents: 'Incidenti di sicurezza',
    retention: 'Conservazione',
    recordsOfProcessing: 'Registro dei trattamenti',
    subProcessors: 'Sub-responsabili',
    consentTexts: 'Testi di consenso',
    trustAnchors: 'Ancore di fiducia',
    theOperator: 'Il gestore',
    operatorsProgram: 'Il programma del gestore',
    aRecipient: 'Un destinatario',
    apiKey: (name: string): string => `Chiave API ${name}`,
  },
  auditLogPage: {
    when: 'Quando',
    what: 'Che cosa',
    who: 'Chi',
    entries: 'Voci',
    entriesOfAuditLog: 'Voci del registro di audit',
    noMatches: 'Nessun risultato',
    noEntryMatchesFilters: 'Nessuna voce corrisponde ai filtri.',
    olderEntries: 'Voci meno recenti',
    auditLog: 'Registro di audit',
    everyActionInOrganization:
      'Ogni azione in questa organizzazione, con persona e ora. Se qualcuno modifica una voce, la catena di hash si interrompe.',
    evidenceWithHashedBytesJson: 'Prove con i byte sottoposti a hash (JSON lines)',
    checkpointsAndWitnesses: 'Punti di controllo e testimoni',
    onlyPerson: (id: string): string => `Solo ${id}`,
    onlyDocument: (id: string): string => `Solo documento ${id}`,
    removeFilter: (shown: string): string => `${shown}: rimuovi questo filtro`,
  },
  entryActions: {
    actionsFor: (summary: string): string => `Azioni per «${summary}»`,
    showAllOf: (name: string): string => `Mostra tutte le voci di ${name}`,
    showAllOfDocument: 'Mostra tutte le voci di questo documento',
    downloadProof: 'Scarica prova',
  },
  acceptLog: {
    title: 'Accettare questo registro di audit?',
    whatItMeans:
      'Il registro di audit contraddice un punto di controllo presentato da qualcuno. Lo accetti solo se ne conosce il motivo, per esempio dopo il ripristino di un backup. Il Suo nome e il motivo diventano una voce del registro. L’operazione non può essere annullata.',
    example: 'Per esempio: ripristino del backup del 28 novembre dopo un guasto del disco.',
    enterReason: 'Inserisca un motivo.',
    accept: 'Accetta il registro',
    accepted: 'Registro di audit accettato',
  },
  logState: {
    title: 'Punti di controllo e testimoni',
    lead: 'I punti di controllo firmati provano che in seguito nessuna voce del registro di audit è stata modificata, rimossa o aggiunta.',
    toEntries: 'Tutte le voci',
    log: 'Registro di audit',
    keepCopy:
      'Conservi un punto di controllo fuori da questo servizio. Proverà che il registro contiene ancora le stesse voci.',
    downloadCheckpoint: 'Scarica punto di controllo',
    downloadKeys: 'Scarica chiavi',
    entries: 'Voci',
    count: counted({ one: '#', other: '#' }),
    upTo: (size: number): string => `Le prime ${entries(size)}`,
    newestCheckpoint: 'Ultimo punto di controllo',
    name: 'Nome del registro',
    keys: 'Chiavi di firma',
    copies: 'Copia su un altro volume',
    pinFile: 'Il server confronta il registro con un file esterno al database.',
    noPinFile: 'Nessuna.',
    none: 'Nessuno',
    nothingYet: 'Ancora nulla',
    checkOffline: 'Scarichi le chiavi e verifichi il registro dalla riga di comando:',
    command: (address: string): string => `npx @countersign/cli audit verify ${address} --key audit-log-keys.txt`,
    publicAddress: 'Ultimo punto di controllo come testo',
    witnesses: 'Testimoni',
    aboutWitnesses:
      'Un testimone è gestito da un’altra organizzazione. Controfirma un punto di controllo solo se il registro prosegue quello precedente.',
    noWitnesses: 'Nessun testimone.',
    witness: 'Testimone',
    cosigned: 'Controfirmato',
    lastTime: 'Ultima volta',
    checkpoints: 'Ultimi punti di controllo',
    aboutCheckpoints:
      'Il server firma un punto di controllo entro un minuto da una nuova voce e dopo ogni documento completato.',
    signed: 'Firmato',
    timeStamp: 'Marca temporale',
    cosignatures: 'Controfirme',
    contradicted: 'Il registro di audit contraddice un punto di controllo firmato',
    contradictions: {
      behind: (size: number, pinned: number): string =>
        `Il registro aveva ${entries(size)}, il punto di controllo ha ${entries(pinned)}.`,
      forked: (_size: number, pinned: number): string =>
        `Le prime ${entries(pinned)} non sono quelle del punto di controllo.`,
      'unknown-key': (): string => 'Nessuna chiave di questo registro ha firmato il punto di controllo.',
    },
    sources: {
      'pin-file': 'Il punto di controllo è in PIN_FILE.',
      presented: 'Il punto di controllo è in un certificato di completamento che qualcuno ha verificato.',
    },
    since: (time: string): string => `Rilevato: ${time}.`,
    acceptPin: 'Solo il gestore del server può accettare un registro che contraddice PIN_FILE, con questo comando:',
    acceptPinCommand: 'npm start -- audit-log accept-pin "REASON"',
    findOutWhy:
      'È stato ripristinato un backup meno recente, oppure il registro è stato riscritto. Accerti il motivo prima di accettare il registro.',
    acceptDialog: 'Accetta il registro …',
  },
  follow: {
    person: 'Persona',
    nameOrAddress: 'Nome o indirizzo',
    noMember: 'Nessun membro ha questo nome o indirizzo.',
    title: 'Titolo',
    noDocument: 'Nessun documento ha questo titolo.',
  },
};
