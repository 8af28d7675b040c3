import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('de');

const entries = counted({ one: '# Eintrag', other: '# Einträge' });
const firstEntries = counted({ one: 'Der erste Eintrag', other: 'Die ersten # Einträge' });

export const auditLog: AppWords['auditLog'] = {
  chainCheck: {
    entries: counted({ one: '# Eintrag', other: '# Einträge' }),
    inChains: (entries: string, chains: number): string =>
      counted({ one: `${entries} in # Kette`, other: `${entries} in # Ketten` })(chains),
    chainsCouldNotBeVerified: (message: string): string => `Die Ketten konnten nicht geprüft werden: ${message}`,
    verified: (count: string): string => `${count} geprüft. Nichts wurde geändert, hinzugefügt oder entfernt.`,
    verifyingChains: 'Ketten werden geprüft …',
    chainsDoNotVerify: (count: number, slice: string): string =>
      counted({
        one: `Eine Kette ist nicht intakt: ${slice}`,
        other: `# Ketten sind nicht intakt: ${slice}`,
      })(count),
    storedFactsContradictAuditTrail: (count: number, slice: string): string =>
      counted({
        one: `Eine gespeicherte Angabe widerspricht dem Prüfpfad: ${slice}`,
        other: `# gespeicherte Angaben widersprechen dem Prüfpfad: ${slice}`,
      })(count),
    chainsVerified: 'Ketten geprüft',
  },
  words: {
    signers: 'Unterzeichner',
    signingInPerson: 'Unterschreiben vor Ort',
    mail: 'E-Mail',
    accountsAndSignIns: 'Konten und Anmeldungen',
    invitations: 'Einladungen',
    certificates: 'Zertifikate',
    certificateAuthorityKeys: 'Schlüssel der Zertifizierungsstelle',
    dataExports: 'Datenexporte',
    securityIncidents: 'Sicherheitsvorfälle',
    retention: 'Aufbewahrung',
    recordsOfProcessing: 'Verarbeitungsverzeichnis',
    subProcessors: 'Unterauftragsverarbeiter',
    consentTexts: 'Einwilligungstexte',
    trustAnchors: 'Vertrauensanker',
    theOperator: 'Der Betreiber',
    operatorsProgram: 'Das Programm des Betreibers',
    aRecipient: 'Ein Empfänger',
    apiKey: (name: string): string => `API-Schlüssel ${name}`,
  },
  auditLogPage: {
    when: 'Wann',
    what: 'Was',
    who: 'Wer',
    entries: 'Einträge',
    entriesOfAuditLog: 'Einträge des Protokolls',
    noMatches: 'Keine Treffer',
    noEntryMatchesFilters: 'Kein Eintrag passt zu Ihren Filtern.',
    olderEntries: 'Ältere Einträge',
    auditLog: 'Protokoll',
    everyActionInOrganization:
      'Jede Aktion in dieser Organisation, mit Person und Zeit. Wenn jemand einen Eintrag ändert, bricht die Hash-Kette.',
    evidenceWithHashedBytesJson: 'Nachweise mit den gehashten Bytes (JSON Lines)',
    checkpointsAndWitnesses: 'Prüfpunkte und Zeugen',
    onlyPerson: (id: string): string => `Nur ${id}`,
    onlyDocument: (id: string): string => `Nur Dokument ${id}`,
    removeFilter: (shown: string): string => `${shown}: diesen Filter entfernen`,
  },
  entryActions: {
    actionsFor: (summary: string): string => `Aktionen für „${summary}“`,
    showAllOf: (name: string): string => `Alle Einträge von ${name} anzeigen`,
    showAllOfDocument: 'Alle Einträge dieses Dokuments anzeigen',
    downloadProof: 'Nachweis herunterladen',
  },
  acceptLog: {
    title: 'Dieses Protokoll annehmen?',
    whatItMeans:
      'Das Protokoll widerspricht einem vorgelegten Prüfpunkt. Nehmen Sie es nur an, wenn Sie den Grund kennen, etwa weil eine Sicherung wiederhergestellt wurde. Ihr Name und der Grund werden ein Eintrag im Protokoll. Das lässt sich nicht rückgängig machen.',
    example: 'Zum Beispiel: Sicherung vom 28. November nach einem Plattenausfall wiederhergestellt.',
    enterReason: 'Geben Sie einen Grund ein.',
    accept: 'Protokoll annehmen',
    accepted: 'Protokoll angenommen',
  },
  logState: {
    title: 'Prüfpunkte und Zeugen',
    lead: 'Signierte Prüfpunkte beweisen, dass kein Eintrag des Protokolls nachträglich geändert, entfernt oder hinzugefügt wurde.',
    toEntries: 'Alle Einträge',
    log: 'Protokoll',
    keepCopy:
      'Bewahren Sie einen Prüfpunkt außerhalb dieses Dienstes auf. Er beweist später, dass das Protokoll noch dieselben Einträge enthält.',
    downloadCheckpoint: 'Prüfpunkt herunterladen',
    downloadKeys: 'Schlüssel herunterladen',
    entries: 'Einträge',
    count: counted({ one: '#', other: '#' }),
    upTo: (size: number): string => firstEntries(size),
    newestCheckpoint: 'Neuester Prüfpunkt',
    name: 'Name des Protokolls',
    keys: 'Signaturschlüssel',
    copies: 'Kopie auf einem anderen Datenträger',
    pinFile: 'Der Server vergleicht das Protokoll mit einer Datei außerhalb der Datenbank.',
    noPinFile: 'Keine.',
    none: 'Keine',
    nothingYet: 'Noch nichts',
    checkOffline: 'Laden Sie die Schlüssel herunter, und prüfen Sie das Protokoll auf der Befehlszeile:',
    command: (address: string): string => `npx @countersign/cli audit verify ${address} --key audit-log-keys.txt`,
    publicAddress: 'Neuester Prüfpunkt als Text',
    witnesses: 'Zeugen',
    aboutWitnesses:
      'Ein Zeuge wird von einer anderen Organisation betrieben. Er zeichnet einen Prüfpunkt nur gegen, wenn das Protokoll den vorherigen fortsetzt.',
    noWitnesses: 'Keine Zeugen.',
    witness: 'Zeuge',
    cosigned: 'Gegengezeichnet',
    lastTime: 'Zuletzt',
    checkpoints: 'Neueste Prüfpunkte',
    aboutCheckpoints:
      'Der Server signiert innerhalb einer Minute nach einem neuen Eintrag und nach jedem abgeschlossenen Dokument einen Prüfpunkt.',
    signed: 'Signiert',
    timeStamp: 'Zeitstempel',
    cosignatures: 'Gegenzeichnungen',
    contradicted: 'Das Protokoll widerspricht einem signierten Prüfpunkt',
    contradictions: {
      behind: (size: number, pinned: number): string =>
        `Das Protokoll hatte ${entries(size)}, der Prüfpunkt nennt ${entries(pinned)}.`,
      forked: (_size: number, pinned: number): string =>
        counted({
          one: 'Der erste Eintrag stimmt nicht mit dem Prüfpunkt überein.',
          other: 'Die ersten # Einträge stimmen nicht mit dem Prüfpunkt überein.',
        })(pinned),
      'unknown-key': (): string => 'Der Prüfpunkt wurde mit keinem Schlüssel dieses Protokolls signiert.',
    },
    sources: {
      'pin-file': 'Der Prüfpunkt steht in PIN_FILE.',
      presented: 'Der Prüfpunkt steht in einem Abschlusszertifikat, das jemand geprüft hat.',
    },
    since: (time: string): string => `Festgestellt: ${time}.`,
    acceptPin:
      'Ein Protokoll, das PIN_FILE widerspricht, kann nur der Betreiber des Servers annehmen, mit diesem Befehl:',
    acceptPinCommand: 'npm start -- audit-log accept-pin "REASON"',
    findOutWhy:
      'Eine ältere Sicherung wurde wiederhergestellt, oder das Protokoll wurde umgeschrieben. Klären Sie den Grund, bevor Sie das Protokoll annehmen.',
    acceptDialog: 'Protokoll annehmen …',
  },
  follow: {
    person: 'Person',
    nameOrAddress: 'Name oder Adresse',
    noMember: 'Kein Mitglied hat diesen Namen oder diese Adresse.',
    title: 'Titel',
    noDocument: 'Kein Dokument hat diesen Titel.',
  },
};
