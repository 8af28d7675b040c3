import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('pl');

const entries = counted({ one: '# wpis', few: '# wpisy', many: '# wpisów', other: '# wpisu' });

export const auditLog: AppWords['auditLog'] = {
  chainCheck: {
    entries,
    inChains: (entries: string, chains: number): string =>
      counted({
        one: `${entries} w # łańcuchu`,
        few: `${entries} w # łańcuchach`,
        many: `${entries} w # łańcuchach`,
        other: `${entries} w # łańcuchach`,
      })(chains),
    chainsCouldNotBeVerified: (message: string): string => `Nie udało się sprawdzić łańcuchów: ${message}`,
    verified: (count: string): string =>
      `Sprawdzono: ${count}. Żadnego wpisu nie zmieniono, nie dodano ani nie usunięto.`,
    verifyingChains: 'Sprawdzanie łańcuchów…',
    chainsDoNotVerify: (count: number, slice: string): string =>
      counted({
        one: `Jeden łańcuch nie przechodzi weryfikacji: ${slice}`,
        few: `# łańcuchy nie przechodzą weryfikacji: ${slice}`,
        many: `# łańcuchów nie przechodzi weryfikacji: ${slice}`,
        other: `# łańcuchów nie przechodzi weryfikacji: ${slice}`,
      })(count),
    storedFactsContradictAuditTrail: (count: number, slice: string): string =>
      counted({
        one: `Jeden zapisany fakt jest sprzeczny ze śladem audytu: ${slice}`,
        few: `# zapisane fakty są sprzeczne ze śladem audytu: ${slice}`,
        many: `# zapisanych faktów jest sprzecznych ze śladem audytu: ${slice}`,
        other: `# zapisanych faktów jest sprzecznych ze śladem audytu: ${slice}`,
      })(count),
    chainsVerified: 'Łańcuchy sprawdzone',
  },
  words: {
    signers: 'Podpisujący',
    signingInPerson: 'Podpisywanie osobiste',
    mail: 'E-mail',
    accountsAndSignIns: 'Konta i logowania',
    invitations: 'Zaproszenia',
    certificates: 'Certyfikaty',
    certificateAuthorityKeys: 'Klucze urzędu certyfikacji',
    dataExports: 'Eksporty danych',
    securityIncidents: 'Incydenty bezpieczeństwa',
    retention: 'Przechowywanie',
    recordsOfProcessing: 'Rejestr czynności przetwarzania',
    subProcessors: 'Dalsze podmioty przetwarzające',
    consentTexts: 'Treści zgody',
    trustAnchors: 'Kotwice zaufania',
    theOperator: 'Operator',
    operatorsProgram: 'Program operatora',
    aRecipient: 'Odbiorca',
    apiKey: (name: string): string => `Klucz API ${name}`,
  },
  auditLogPage: {
    when: 'Kiedy',
    what: 'Co',
    who: 'Kto',
    entries: 'Wpisy',
    entriesOfAuditLog: 'Wpisy dziennika audytu',
    noMatches: 'Brak wyników',
    noEntryMatchesFilters: 'Żaden wpis nie pasuje do filtrów.',
    olderEntries: 'Starsze wpisy',
    auditLog: 'Dziennik audytu',
    everyActionInOrganization:
      'Każde działanie w tej organizacji, z osobą i czasem. Jeśli ktoś zmieni wpis, łańcuch skrótów zostanie przerwany.',
    evidenceWithHashedBytesJson: 'Dowody z bajtami, z których liczone są skróty (JSON lines)',
    checkpointsAndWitnesses: 'Punkty kontrolne i świadkowie',
    onlyPerson: (id: string): string => `Tylko ${id}`,
    onlyDocument: (id: string): string => `Tylko dokument ${id}`,
    removeFilter: (shown: string): string => `${shown}: usuń ten filtr`,
  },
  entryActions: {
    actionsFor: (summary: string): string => `Działania: „${summary}”`,
    showAllOf: (name: string): string => `Pokaż wszystkie wpisy: ${name}`,
    showAllOfDocument: 'Pokaż wszystkie wpisy tego dokumentu',
    downloadProof: 'Pobierz dowód',
  },
  acceptLog: {
    title: 'Zaakceptować ten dziennik audytu?',
    whatItMeans:
      'Dziennik audytu jest sprzeczny z przedstawionym punktem kontrolnym. Zaakceptuj go tylko wtedy, gdy znasz przyczynę, na przykład po przywróceniu kopii zapasowej. Twoja nazwa i powód trafią do dziennika jako wpis. Tego nie można cofnąć.',
    example: 'Na przykład: przywrócono kopię zapasową z 28 listopada po awarii dysku.',
    enterReason: 'Wpisz powód.',
    accept: 'Zaakceptuj dziennik',
    accepted: 'Dziennik audytu zaakceptowany',
  },
  logState: {
    title: 'Punkty kontrolne i świadkowie',
    lead: 'Podpisane punkty kontrolne dowodzą, że żaden wpis dziennika audytu nie został później zmieniony, usunięty ani dodany.',
    toEntries: 'Wszystkie wpisy',
    log: 'Dziennik audytu',
    keepCopy: 'Przechowuj punkt kontrolny poza tą usługą. Dowodzi on później, że dziennik nadal zawiera te same wpisy.',
    downloadCheckpoint: 'Pobierz punkt kontrolny',
    downloadKeys: 'Pobierz klucze',
    entries: 'Wpisy',
    count: counted({ one: '#', few: '#', many: '#', other: '#' }),
    upTo: (size: number): string => `Do wpisu ${number(size)}`,
    newestCheckpoint: 'Najnowszy punkt kontrolny',
    name: 'Nazwa dziennika',
    keys: 'Klucze podpisujące',
    copies: 'Kopia na innym woluminie',
    pinFile: 'Serwer porównuje dziennik z plikiem poza bazą danych.',
    noPinFile: 'Brak.',
    none: 'Brak',
    nothingYet: 'Jeszcze nic',
    checkOffline: 'Pobierz klucze i sprawdź dziennik w wierszu poleceń:',
    command: (address: string): string => `npx @countersign/cli audit verify ${address} --key audit-log-keys.txt`,
    publicAddress: 'Najnowszy punkt kontrolny jako tekst',
    witnesses: 'Świadkowie',
    aboutWitnesses:
      'Świadka prowadzi inna organizacja. Kontrasygnuje on punkt kontrolny tylko wtedy, gdy dziennik jest ciągiem dalszym poprzedniego.',
    noWitnesses: 'Brak świadków.',
    witness: 'Świadek',
    cosigned: 'Kontrasygnowano',
    lastTime: 'Ostatnio',
    checkpoints: 'Najnowsze punkty kontrolne',
    aboutCheckpoints:
      'Serwer podpisuje punkt kontrolny w ciągu minuty po nowym wpisie oraz po każdym ukończonym dokumencie.',
    signed: 'Podpisano',
    timeStamp: 'Znacznik czasu',
    cosignatures: 'Kontrasygnaty',
    contradicted: 'Dziennik audytu jest sprzeczny z podpisanym punktem kontrolnym',
    contradictions: {
      behind: (size: number, pinned: number): string =>
        `Dziennik: ${entries(size)}. Punkt kontrolny: ${entries(pinned)}.`,
      forked: (_size: number, pinned: number): string =>
        `Wpisy do numeru ${number(pinned)} nie są tymi z punktu kontrolnego.`,
      'unknown-key': (): string => 'Punktu kontrolnego nie podpisał żaden klucz tego dziennika.',
    },
    sources: {
      'pin-file': 'Punkt kontrolny jest w PIN_FILE.',
      presented: 'Punkt kontrolny jest w certyfikacie ukończenia, który ktoś sprawdził.',
    },
    since: (time: string): string => `Wykryto: ${time}.`,
    acceptPin: 'Dziennik sprzeczny z PIN_FILE może zaakceptować tylko operator serwera, tym poleceniem:',
    acceptPinCommand: 'npm start -- audit-log accept-pin "REASON"',
    findOutWhy:
      'Przywrócono starszą kopię zapasową albo dziennik został przepisany. Ustal przyczynę, zanim zaakceptujesz dziennik.',
    acceptDialog: 'Zaakceptuj dziennik…',
  },
  follow: {
    person: 'Osoba',
    nameOrAddress: 'Imię i nazwisko lub adres',
    noMember: 'Żaden członek nie ma takiej nazwy ani adresu.',
    title: 'Tytuł',
    noDocument: 'Żaden dokument nie ma takiego tytułu.',
  },
};
