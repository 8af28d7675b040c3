import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('nl');

export const system: AppWords['system'] = {
  systemPage: {
    ok: 'OK',
    warning: 'Waarschuwing',
    actionNeeded: 'Actie nodig',
    everythingInOrder: 'Alles is in orde.',
    ofToLookAt: (open: number, checksCount: number): string =>
      `Controles die aandacht vragen: ${number(open)} van ${number(checksCount)}.`,
    system: 'Systeem',
    checksForProductionReadiness: 'Controles voor productiegebruik en beveiliging. Elke 30 seconden bijgewerkt.',
    checkNow: 'Nu controleren',
    productionReadiness: 'Klaar voor productie',
    checksMustPassBeforePeople: 'Controles die moeten slagen voordat mensen op deze installatie vertrouwen.',
    security: 'Beveiliging',
    agesOfKeysAndCertificates:
      'Ouderdom van sleutels en certificaten, zwakke instellingen, personen zonder tweede factor.',
    thisServer: 'Deze server',
    version: 'Versie',
    started: 'Gestart',
    database: 'Database',
    postgresql: 'PostgreSQL',
    schema: 'Schema',
    passed: counted({ one: '# controle geslaagd', other: '# controles geslaagd' }),
  },
  checks: {
    'public-address': 'Openbaar adres',
    proxies: 'Proxy’s',
    database: 'Database',
    storage: 'Bestandsopslag',
    signing: 'Handtekeningen en tijdstempels',
    files: 'Opgeslagen bestanden',
    time: 'Klok',
    'audit-log': 'Logboek',
    backups: 'Back-ups',
    archive: 'Databasearchief',
    mail: 'Mailserver',
    'mail-encrypted': 'Versleuteling van e-mails',
    'mail-signed': 'Handtekeningen van e-mails',
    'master-key': 'Hoofdsleutel',
    'certificate-root': 'Rootcertificaat',
    'certificate-issuing': 'Certificaat van de uitgevende instantie',
    'certificate-timestamp': 'Certificaat van de tijdstempeldienst',
    'certificate-ocsp': 'OCSP-certificaat',
    'revocation-data': 'Intrekkingslijsten',
    'trusted-lists': 'Vertrouwenslijsten',
    'second-factors': 'Tweede factoren',
    'api-keys': 'API-sleutels',
    'files-encrypted': 'Versleuteling van bestanden',
    'database-encrypted': 'Versleuteling van de databaseverbinding',
    registration: 'Registratie',
    'private-addresses': 'Privéadressen',
    log: 'Serverlogboek',
  },
};
