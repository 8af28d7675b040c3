import { figuresIn } from '../../figures.ts';

const { counted } = figuresIn('en');

const entries = counted({ one: '# entry', other: '# entries' });

export const auditLog = {
  chainCheck: {
    entries: counted({ one: '# entry', other: '# entries' }),
    inChains: (entries: string, chains: number): string =>
      counted({ one: `${entries} in # chain`, other: `${entries} in # chains` })(chains),
    chainsCouldNotBeVerified: (message: string): string => `The chains could not be verified: ${message}`,
    verified: (count: string): string => `${count} verified. No entry was changed, added or removed.`,
    verifyingChains: 'Verifying the chains …',
    chainsDoNotVerify: (count: number, slice: string): string =>
      counted({ one: `One chain is invalid: ${slice}`, other: `# chains are invalid: ${slice}` })(count),
    storedFactsContradictAuditTrail: (count: number, slice: string): string =>
      counted({
        one: `One stored value contradicts the audit trail: ${slice}`,
        other: `# stored values contradict the audit trail: ${slice}`,
      })(count),
    chainsVerified: 'Chains verified',
  },
  words: {
    signers: 'Signers',
    signingInPerson: 'In-person signing',
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
    operatorsProgram: 'A program run by the operator',
    aRecipient: 'A recipient',
    apiKey: (name: string): string => `API key ${name}`,
  },
  auditLogPage: {
    when: 'When',
    what: 'What',
    who: 'Who',
    entries: 'Entries',
    entriesOfAuditLog: 'Audit log entries',
    noMatches: 'No matches',
    noEntryMatchesFilters: 'No entry matches your filters.',
    olderEntries: 'Older entries',
    auditLog: 'Audit log',
    everyActionInOrganization:
      'Every action in this organization, with the person and the time. If someone changes an entry, the hash chain breaks.',
    evidenceWithHashedBytesJson: 'Evidence, including the hashed bytes (JSON Lines)',
    checkpointsAndWitnesses: 'Checkpoints and witnesses',
    onlyPerson: (id: string): string => `Only ${id}`,
    onlyDocument: (id: string): string => `Only document ${id}`,
    removeFilter: (shown: string): string => `Remove filter: ${shown}`,
  },
  entryActions: {
    actionsFor: (summary: string): string => `Actions for “${summary}”`,
    showAllOf: (name: string): string => `Show all entries by ${name}`,
    showAllOfDocument: 'Show all entries for this document',
    downloadProof: 'Download proof',
  },
  acceptLog: {
    title: 'Accept this audit log?',
    whatItMeans:
      'The audit log contradicts a checkpoint that someone submitted. Accept the log only if you know the reason, such as a restored backup. Your name and the reason are recorded in the log. This cannot be undone.',
    example: 'For example, the backup from November 28 was restored after a disk failure.',
    enterReason: 'Enter a reason.',
    accept: 'Accept the log',
    accepted: 'Audit log accepted',
  },
  logState: {
    title: 'Checkpoints and witnesses',
    lead: 'Signed checkpoints prove that no entry in the audit log was changed, removed or added later.',
    toEntries: 'All entries',
    log: 'Audit log',
    keepCopy:
      'Keep a checkpoint outside this service. You can use it later to prove that the log still contains the same entries.',
    downloadCheckpoint: 'Download checkpoint',
    downloadKeys: 'Download keys',
    entries: 'Entries',
    count: counted({ one: '#', other: '#' }),
    upTo: (size: number): string => `The first ${entries(size)}`,
    newestCheckpoint: 'Newest checkpoint',
    name: 'Log name',
    keys: 'Signing keys',
    copies: 'Checkpoint copy on another volume',
    pinFile: 'The server compares the log with a file outside the database.',
    noPinFile: 'None.',
    none: 'None',
    nothingYet: 'None yet',
    checkOffline: 'Download the keys, then check the log on the command line:',
    command: (address: string): string => `npx @countersign/cli audit verify ${address} --key audit-log-keys.txt`,
    publicAddress: 'Newest checkpoint (text)',
    witnesses: 'Witnesses',
    aboutWitnesses:
      'A witness is run by another organization. It cosigns a checkpoint only if the log still contains every entry of the previous one, unchanged.',
    noWitnesses: 'No witnesses.',
    witness: 'Witness',
    cosigned: 'Cosigned',
    lastTime: 'Last cosignature',
    checkpoints: 'Newest checkpoints',
    aboutCheckpoints:
      'The server signs a checkpoint within a minute of each new entry, and after each completed document.',
    signed: 'Signed',
    timeStamp: 'Time-stamp',
    cosignatures: 'Cosignatures',
    contradicted: 'The audit log contradicts a signed checkpoint',
    contradictions: {
      behind: (size: number, pinned: number): string =>
        `The log had ${entries(size)}, but the checkpoint covers ${entries(pinned)}.`,
      forked: (_size: number, pinned: number): string =>
        `The first ${entries(pinned)} differ from those in the checkpoint.`,
      'unknown-key': (): string => "The checkpoint is not signed with one of this log's keys.",
    },
    sources: {
      'pin-file': 'The checkpoint is in PIN_FILE.',
      presented: 'The checkpoint is in a certificate of completion that someone verified.',
    },
    since: (time: string): string => `Found on ${time}.`,
    acceptPin: 'Only the operator of the server can accept a log that contradicts PIN_FILE, with this command:',
    acceptPinCommand: 'npm start -- audit-log accept-pin "REASON"',
    findOutWhy:
      'Either an older backup was restored, or the log was rewritten. Find the cause before you accept the log.',
    acceptDialog: 'Accept the log …',
  },
  follow: {
    person: 'Person',
    nameOrAddress: 'Name or address',
    noMember: 'No member has this name or address.',
    title: 'Title',
    noDocument: 'No document has this title.',
  },
};
