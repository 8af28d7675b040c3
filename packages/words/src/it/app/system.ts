import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('it');

export const system: AppWords['system'] = {
  systemPage: {
    ok: 'OK',
    warning: 'Avviso',
    actionNeeded: 'Azione necessaria',
    everythingInOrder: 'Tutto è in ordine.',
    ofToLookAt: (open: number, checksCount: number): string =>
      `Controlli che richiedono attenzione: ${number(open)} di ${number(checksCount)}.`,
    system: 'Sistema',
    checksForProductionReadiness: 'Controlli per l’uso in produzione e la sicurezza. Aggiornati ogni 30 secondi.',
    checkNow: 'Controlla ora',
    productionReadiness: 'Idoneità alla produzione',
    checksMustPassBeforePeople: 'Controlli da superare prima che qualcuno faccia affidamento su questa installazione.',
    security: 'Sicurezza',
    agesOfKeysAndCertificates: 'Età di chiavi e certificati, impostazioni deboli, persone senza secondo fattore.',
    thisServer: 'Questo server',
    version: 'Versione',
    started: 'Avviato',
    database: 'Database',
    postgresql: 'PostgreSQL',
    schema: 'Schema',
    passed: counted({ one: '# controllo superato', other: '# controlli superati' }),
  },
};
