import { figuresIn } from '../../figures.ts';

const { number } = figuresIn('en');

export const securityEvents = {
  words: {
    accountsAndSignIns: 'Accounts and sign-ins',
    tooManyAttempts: 'Too many attempts',
    rejectedKeys: 'Rejected keys',
    rejectedOperations: 'Rejected operations',
    limitsReached: 'Limits reached',
    requestFirewall: 'Request firewall',
    membersAndRoles: 'Members and roles',
    invitations: 'Invitations',
    certificates: 'Certificates',
    certificateAuthorityKeys: 'Certificate authority keys',
    securityIncidents: 'Security incidents',
    trustAnchors: 'Trust anchors',
    dataExports: 'Data exports',
    retention: 'Retention',
    userImports: 'User imports',
    critical: 'Critical',
    high: 'High',
    medium: 'Medium',
    low: 'Low',
  },
  securityEventsPage: {
    when: 'When',
    what: 'What',
    severity: 'Severity',
    who: 'Who',
    timesWithinMinute: (count: number): string => `(${number(count)} times within a minute)`,
    events: 'Events',
    any: 'Any',
    andHigher: (label: string): string => `${label} and higher`,
    onePerson: 'One person',
    showAllPeople: 'Show all people',
    showAllAddresses: 'Show all addresses',
    securityEvents: 'Security events',
    noMatches: 'No matches',
    noSecurityEventMatchesFilters: 'No security event matches your filters.',
    olderEvents: 'Older events',
    signInsRejectedRequests:
      'Sign-ins, rejected requests, and changes of members, keys and permissions. New events appear automatically. A webhook for security.events sends them to your own systems.',
    dataJsonLines: 'Data (JSON lines)',
  },
};
