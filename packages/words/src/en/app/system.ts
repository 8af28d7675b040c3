import { figuresIn } from '../../figures.ts';

const { number, counted } = figuresIn('en');

export const system = {
  systemPage: {
    ok: 'OK',
    warning: 'Warning',
    actionNeeded: 'Action needed',
    everythingInOrder: 'Everything is in order.',
    ofToLookAt: (open: number, checksCount: number): string =>
      `${number(open)} of ${number(checksCount)} checks need attention.`,
    system: 'System',
    checksForProductionReadiness: 'Checks for production readiness and security. Updated every 30 seconds.',
    checkNow: 'Check now',
    productionReadiness: 'Production readiness',
    checksMustPassBeforePeople: 'Checks that must pass before people rely on this installation.',
    security: 'Security',
    agesOfKeysAndCertificates: 'The age of keys and certificates, weak settings, and people without a second factor.',
    thisServer: 'This server',
    version: 'Version',
    started: 'Started',
    database: 'Database',
    postgresql: 'PostgreSQL',
    schema: 'Schema',
    passed: counted({ one: '# check passed', other: '# checks passed' }),
  },
  /**
   * The displayed names of the checks, keyed by the name in the response. The checks' messages exist only in English.
   */
  checks: {
    'public-address': 'Public address',
    proxies: 'Proxies',
    database: 'Database',
    storage: 'File storage',
    signing: 'Signatures and time-stamps',
    files: 'Stored files',
    time: 'Clock',
    'audit-log': 'Audit log',
    backups: 'Backups',
    archive: 'Database archive',
    mail: 'Mail server',
    'mail-encrypted': 'E-mail encryption',
    'mail-signed': 'E-mail signatures (DKIM)',
    'master-key': 'Master key',
    'certificate-root': 'Root certificate',
    'certificate-issuing': 'Issuing CA certificate',
    'certificate-timestamp': 'Time-stamping certificate',
    'certificate-ocsp': 'OCSP certificate',
    'revocation-data': 'Revocation lists',
    'trusted-lists': 'Trusted lists',
    'second-factors': 'Second factors',
    'api-keys': 'API keys',
    'files-encrypted': 'File encryption',
    'database-encrypted': 'Database connection encryption',
    registration: 'Registration',
    'private-addresses': 'Private addresses',
    log: 'Log',
  },
};
