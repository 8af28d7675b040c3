import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('it');

export const securityEvents: AppWords['securityEvents'] = {
  words: {
    accountsAndSignIns: 'Account e accessi',
    tooManyAttempts: 'Troppi tentativi',
    rejectedKeys: 'Chiavi rifiutate',
    rejectedOperations: 'Operazioni rifiutate',
    limitsReached: 'Limiti raggiunti',
    requestFirewall: 'Firewall delle richieste',
    membersAndRoles: 'Membri e ruoli',
    invitations: 'Inviti',
    certificates: 'Certificati',
    certificateAuthorityKeys: 'Chiavi dell’autorità di certificazione',
    securityIncidents: 'Incidenti di sicurezza',
    trustAnchors: 'Ancore di fiducia',
    dataExports: 'Esportazioni di dati',
    retention: 'Conservazione',
    userImports: 'Importazioni di utenti',
    critical: 'Critica',
    high: 'Alta',
    medium: 'Media',
    low: 'Bassa',
  },
  securityEventsPage: {
    when: 'Quando',
    what: 'Che cosa',
    severity: 'Gravità',
    who: 'Chi',
    timesWithinMinute: (summary: string, count: number) => `${summary} (${number(count)} volte in un minuto)`,
    events: 'Eventi',
    any: 'Qualsiasi',
    andHigher: (label: string): string => `${label} e superiore`,
    onePerson: 'Una persona',
    showAllPeople: 'Mostra tutte le persone',
    showAllAddresses: 'Mostra tutti gli indirizzi',
    securityEvents: 'Eventi di sicurezza',
    noMatches: 'Nessun risultato',
    noSecurityEventMatchesFilters: 'Nessun evento di sicurezza corrisponde ai filtri.',
    olderEvents: 'Eventi meno recenti',
    signInsRejectedRequests:
      'Accessi, richieste rifiutate e modifiche di membri, chiavi e autorizzazioni. I nuovi eventi appaiono automaticamente. Un webhook per security.events li invia ai Suoi sistemi.',
    dataJsonLines: 'Dati (JSON lines)',
    timesThisDay: (summary: string, count: number) => `${summary} (${number(count)} volte in questo giorno)`,
    times: (when: string, count: number) => `${when}, ${number(count)} volte`,
    showEach: 'Mostra ogni volta',
  },
};
