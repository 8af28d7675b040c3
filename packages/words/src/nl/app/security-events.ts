import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('nl');

export const securityEvents: AppWords['securityEvents'] = {
  words: {
    accountsAndSignIns: 'Accounts en aanmeldingen',
    tooManyAttempts: 'Te veel pogingen',
    rejectedKeys: 'Geweigerde sleutels',
    rejectedOperations: 'Geweigerde acties',
    limitsReached: 'Bereikte limieten',
    requestFirewall: 'Firewall voor verzoeken',
    membersAndRoles: 'Leden en rollen',
    invitations: 'Uitnodigingen',
    certificates: 'Certificaten',
    certificateAuthorityKeys: 'Sleutels van de certificeringsinstantie',
    securityIncidents: 'Beveiligingsincidenten',
    trustAnchors: 'Vertrouwensankers',
    dataExports: 'Gegevensexports',
    retention: 'Bewaren',
    userImports: 'Import van leden',
    critical: 'Kritiek',
    high: 'Hoog',
    medium: 'Gemiddeld',
    low: 'Laag',
  },
  securityEventsPage: {
    when: 'Wanneer',
    what: 'Wat',
    severity: 'Ernst',
    who: 'Wie',
    timesWithinMinute: (summary: string, count: number) => `${summary} (${number(count)} keer binnen een minuut)`,
    events: 'Gebeurtenissen',
    any: 'Alle',
    andHigher: (label: string): string => `${label} en hoger`,
    onePerson: 'Eén persoon',
    showAllPeople: 'Alle personen tonen',
    showAllAddresses: 'Alle adressen tonen',
    securityEvents: 'Beveiligingsgebeurtenissen',
    noMatches: 'Geen resultaten',
    noSecurityEventMatchesFilters: 'Geen beveiligingsgebeurtenis past bij uw filters.',
    olderEvents: 'Oudere gebeurtenissen',
    signInsRejectedRequests:
      'Aanmeldingen, geweigerde verzoeken en wijzigingen van leden, sleutels en rechten. Nieuwe gebeurtenissen verschijnen vanzelf. Een webhook voor security.events stuurt ze naar uw eigen systemen.',
    dataJsonLines: 'Gegevens (JSON Lines)',
    timesThisDay: (summary: string, count: number) => `${summary} (${number(count)} keer op deze dag)`,
    times: (when: string, count: number) => `${when}, ${number(count)} keer`,
    showEach: 'Elk tijdstip tonen',
  },
};
