import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('de');

export const securityEvents: AppWords['securityEvents'] = {
  words: {
    accountsAndSignIns: 'Konten und Anmeldungen',
    tooManyAttempts: 'Zu viele Versuche',
    rejectedKeys: 'Abgewiesene Schlüssel',
    rejectedOperations: 'Abgewiesene Vorgänge',
    limitsReached: 'Erreichte Limits',
    requestFirewall: 'Anfragen-Firewall',
    membersAndRoles: 'Mitglieder und Rollen',
    invitations: 'Einladungen',
    certificates: 'Zertifikate',
    certificateAuthorityKeys: 'Schlüssel der Zertifizierungsstelle',
    securityIncidents: 'Sicherheitsvorfälle',
    trustAnchors: 'Vertrauensanker',
    dataExports: 'Datenexporte',
    retention: 'Aufbewahrung',
    userImports: 'Import von Mitgliedern',
    critical: 'Kritisch',
    high: 'Hoch',
    medium: 'Mittel',
    low: 'Niedrig',
  },
  securityEventsPage: {
    when: 'Wann',
    what: 'Was',
    severity: 'Schweregrad',
    who: 'Wer',
    timesWithinMinute: (summary: string, count: number) => `${summary} (${number(count)}-mal innerhalb einer Minute)`,
    events: 'Ereignisse',
    any: 'Jeder',
    andHigher: (label: string): string => `${label} und höher`,
    onePerson: 'Eine Person',
    showAllPeople: 'Alle Personen anzeigen',
    showAllAddresses: 'Alle Adressen anzeigen',
    securityEvents: 'Sicherheitsereignisse',
    noMatches: 'Keine Treffer',
    noSecurityEventMatchesFilters: 'Kein Sicherheitsereignis passt zu Ihren Filtern.',
    olderEvents: 'Ältere Ereignisse',
    signInsRejectedRequests:
      'Anmeldungen, abgewiesene Anfragen und Änderungen an Mitgliedern, Schlüsseln und Berechtigungen. Neue Ereignisse erscheinen von selbst. Ein Webhook für security.events sendet sie an Ihre eigenen Systeme.',
    dataJsonLines: 'Daten (JSON Lines)',
    timesThisDay: (summary: string, count: number) => `${summary} (${number(count)}-mal an diesem Tag)`,
    times: (when: string, count: number) => `${when}, ${number(count)}-mal`,
    showEach: 'Jeden Zeitpunkt zeigen',
  },
};
