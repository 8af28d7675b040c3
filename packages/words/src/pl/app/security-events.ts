import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('pl');

export const securityEvents: AppWords['securityEvents'] = {
  words: {
    accountsAndSignIns: 'Konta i logowania',
    tooManyAttempts: 'Zbyt wiele prób',
    rejectedKeys: 'Odrzucone klucze',
    rejectedOperations: 'Odrzucone operacje',
    limitsReached: 'Osiągnięte limity',
    requestFirewall: 'Zapora żądań',
    membersAndRoles: 'Członkowie i role',
    invitations: 'Zaproszenia',
    certificates: 'Certyfikaty',
    certificateAuthorityKeys: 'Klucze urzędu certyfikacji',
    securityIncidents: 'Incydenty bezpieczeństwa',
    trustAnchors: 'Kotwice zaufania',
    dataExports: 'Eksporty danych',
    retention: 'Przechowywanie',
    userImports: 'Importy użytkowników',
    critical: 'Krytyczna',
    high: 'Wysoka',
    medium: 'Średnia',
    low: 'Niska',
  },
  securityEventsPage: {
    when: 'Kiedy',
    what: 'Co',
    severity: 'Waga',
    who: 'Kto',
    timesWithinMinute: (summary: string, count: number) => `${summary} (${number(count)}× w ciągu minuty)`,
    events: 'Zdarzenia',
    any: 'Dowolna',
    andHigher: (label: string): string => `${label} i wyższa`,
    onePerson: 'Jedna osoba',
    showAllPeople: 'Pokaż wszystkie osoby',
    showAllAddresses: 'Pokaż wszystkie adresy',
    securityEvents: 'Zdarzenia bezpieczeństwa',
    noMatches: 'Brak wyników',
    noSecurityEventMatchesFilters: 'Żadne zdarzenie bezpieczeństwa nie pasuje do filtrów.',
    olderEvents: 'Starsze zdarzenia',
    signInsRejectedRequests:
      'Logowania, odrzucone żądania oraz zmiany członków, kluczy i uprawnień. Nowe zdarzenia pojawiają się automatycznie. Webhook dla security.events wysyła je do Twoich systemów.',
    dataJsonLines: 'Dane (JSON lines)',
    timesThisDay: (summary: string, count: number) => `${summary} (${number(count)}× tego dnia)`,
    times: (when: string, count: number) => `${when}, ${number(count)}×`,
    showEach: 'Pokaż każde zdarzenie',
  },
};
