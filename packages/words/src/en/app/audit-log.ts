import { figuresIn } from '../../figures.ts';

const { counted } = figuresIn('en');

export const auditLog = {
  chainCheck: {
    entries: counted({ one: '# entry', other: '# entries' }),
    inChains: (entries: string, chains: number): string =>
      counted({ one: `${entries} in # chain`, other: `${entries} in # chains` })(chains),
    chainsCouldNotBeVerified: (message: string): string => `The chains could not be verified: ${message}`,
    verified: (count: string): string => `${count} verified. No entry was changed, added or removed.`,
    verifyingChains: 'Verifying the chains …',
    chainsDoNotVerify: (count: number, slice: string): string =>
      counted({ one: `One chain does not verify: ${slice}`, other: `# chains do not verify: ${slice}` })(count),
    storedFactsContradictAuditTrail: (count: number, slice: string): string =>
      counted({
        one: `One stored fact contradicts the audit trail: ${slice}`,
        other: `# stored facts contradict the audit trail: ${slice}`,
      })(count),
    chainsVerified: 'Chains verified',
  },
  words: {
    signers: 'Signers',
    signingInPerson: 'Signing in person',
    mail: 'E-mail',
    accountsAndSignIns: 'Accounts and sign-ins',
    invitations: 'Invitations',
    certificates: 'Certificates',
    certificateAuthorityKeys: 'Certificate authority keys',
    dataExports: 'Data exports',
    securityIncidents: 'Security incidents',
    retention: 'Retention',
    recordsOfProcessing: 'Records of processing',
    subProcessors: 'Sub-processors',
    consentTexts: 'Consent texts',
    trustAnchors: 'Trust anchors',
    theOperator: 'The operator',
    operatorsProgram: "The operator's program",
    aRecipient: 'A recipient',
    apiKey: (name: string): string => `API key ${name}`,
  },
  auditLogPage: {
    when: 'When',
    what: 'What',
    who: 'Who',
    entries: 'Entries',
    entriesOfAuditLog: 'Entries of the audit log',
    noMatches: 'No matches',
    noEntryMatchesFilters: 'No entry matches your filters.',
    olderEntries: 'Older entries',
    auditLog: 'Audit log',
    everyActionInOrganization:
      'Every action in this organization, with person and time. If someone changes an entry, the hash chain breaks.',
    evidenceWithHashedBytesJson: 'Evidence with the hashed bytes (JSON lines)',
  },
};
