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
};
