import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('pl');

export const system: AppWords['system'] = {
  systemPage: {
    ok: 'OK',
    warning: 'Ostrzeżenie',
    actionNeeded: 'Wymaga działania',
    everythingInOrder: 'Wszystko jest w porządku.',
    ofToLookAt: (open: number, checksCount: number): string =>
      `Kontrole wymagające uwagi: ${number(open)} z ${number(checksCount)}.`,
    system: 'System',
    checksForProductionReadiness: 'Kontrole gotowości produkcyjnej i bezpieczeństwa. Odświeżane co 30 sekund.',
    checkNow: 'Sprawdź teraz',
    productionReadiness: 'Gotowość produkcyjna',
    checksMustPassBeforePeople: 'Kontrole, które muszą przejść pomyślnie, zanim ta instalacja będzie używana na serio.',
    security: 'Bezpieczeństwo',
    agesOfKeysAndCertificates: 'Wiek kluczy i certyfikatów, słabe ustawienia, osoby bez drugiego składnika.',
    thisServer: 'Ten serwer',
    version: 'Wersja',
    started: 'Uruchomiono',
    database: 'Baza danych',
    postgresql: 'PostgreSQL',
    schema: 'Schemat',
    passed: counted({
      one: '# kontrola zaliczona',
      few: '# kontrole zaliczone',
      many: '# kontroli zaliczonych',
      other: '# kontroli zaliczonych',
    }),
  },
};
