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
};
