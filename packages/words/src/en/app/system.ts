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
};
