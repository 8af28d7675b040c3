import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('de');

export const system: AppWords['system'] = {
  systemPage: {
    ok: 'OK',
    warning: 'Warnung',
    actionNeeded: 'Handlungsbedarf',
    everythingInOrder: 'Alles ist in Ordnung.',
    ofToLookAt: (open: number, checksCount: number): string =>
      `Zu beachten: ${number(open)} von ${number(checksCount)} Prüfungen.`,
    system: 'System',
    checksForProductionReadiness: 'Prüfungen zu Produktivbetrieb und Sicherheit. Alle 30 Sekunden aktualisiert.',
    checkNow: 'Jetzt prüfen',
    productionReadiness: 'Bereit für den Produktivbetrieb',
    checksMustPassBeforePeople:
      'Diese Prüfungen müssen bestanden sein, bevor sich jemand auf diese Installation verlässt.',
    security: 'Sicherheit',
    agesOfKeysAndCertificates:
      'Alter von Schlüsseln und Zertifikaten, schwache Einstellungen, Personen ohne zweiten Faktor.',
    thisServer: 'Dieser Server',
    version: 'Version',
    started: 'Gestartet',
    database: 'Datenbank',
    postgresql: 'PostgreSQL',
    schema: 'Schema',
    passed: counted({ one: '# Prüfung bestanden', other: '# Prüfungen bestanden' }),
  },
  checks: {
    'public-address': 'Öffentliche Adresse',
    proxies: 'Proxys',
    database: 'Datenbank',
    storage: 'Dateispeicher',
    signing: 'Signaturen und Zeitstempel',
    files: 'Gespeicherte Dateien',
    time: 'Uhr',
    'audit-log': 'Protokoll',
    backups: 'Sicherungen',
    archive: 'Datenbankarchiv',
    mail: 'Mailserver',
    'mail-encrypted': 'Verschlüsselung der E-Mails',
    'mail-signed': 'Signaturen der E-Mails',
    'master-key': 'Hauptschlüssel',
    'certificate-root': 'Stammzertifikat',
    'certificate-issuing': 'Zertifikat der ausstellenden Stelle',
    'certificate-timestamp': 'Zertifikat des Zeitstempeldienstes',
    'certificate-ocsp': 'OCSP-Zertifikat',
    'revocation-data': 'Sperrlisten',
    'trusted-lists': 'Vertrauenslisten',
    'second-factors': 'Zweite Faktoren',
    'api-keys': 'API-Schlüssel',
    'files-encrypted': 'Verschlüsselung der Dateien',
    'database-encrypted': 'Verschlüsselung der Datenbankverbindung',
    registration: 'Registrierung',
    'private-addresses': 'Private Adressen',
    log: 'Serverprotokoll',
  },
};
