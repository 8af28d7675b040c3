import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('es');

export const system: AppWords['system'] = {
  systemPage: {
    ok: 'Correcto',
    warning: 'Aviso',
    actionNeeded: 'Acción necesaria',
    everythingInOrder: 'Todo está en orden.',
    ofToLookAt: (open, checksCount) =>
      `Comprobaciones que requieren atención: ${number(open)} de ${number(checksCount)}.`,
    system: 'Sistema',
    checksForProductionReadiness:
      'Comprobaciones de preparación para producción y de seguridad. Se actualizan cada 30 segundos.',
    checkNow: 'Comprobar ahora',
    productionReadiness: 'Preparación para producción',
    checksMustPassBeforePeople: 'Comprobaciones que deben superarse antes de que alguien dependa de esta instalación.',
    security: 'Seguridad',
    agesOfKeysAndCertificates: 'Antigüedad de claves y certificados, ajustes débiles, personas sin un segundo factor.',
    thisServer: 'Este servidor',
    version: 'Versión',
    started: 'Inicio',
    database: 'Base de datos',
    postgresql: 'PostgreSQL',
    schema: 'Esquema',
    passed: counted({ one: '# comprobación superada', other: '# comprobaciones superadas' }),
  },
};
