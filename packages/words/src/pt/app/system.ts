import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('pt');

export const system: AppWords['system'] = {
  systemPage: {
    ok: 'OK',
    warning: 'Aviso',
    actionNeeded: 'Ação necessária',
    everythingInOrder: 'Tudo está em ordem.',
    ofToLookAt: (open: number, checksCount: number): string =>
      `${number(open)} de ${number(checksCount)} verificações exigem atenção.`,
    system: 'Sistema',
    checksForProductionReadiness:
      'Verificações de prontidão para produção e de segurança. Atualizadas a cada 30 segundos.',
    checkNow: 'Verificar agora',
    productionReadiness: 'Prontidão para produção',
    checksMustPassBeforePeople: 'Verificações que devem ser aprovadas antes que as pessoas dependam desta instalação.',
    security: 'Segurança',
    agesOfKeysAndCertificates: 'Idade de chaves e certificados, configurações fracas, pessoas sem segundo fator.',
    thisServer: 'Este servidor',
    version: 'Versão',
    started: 'Iniciado',
    database: 'Banco de dados',
    postgresql: 'PostgreSQL',
    schema: 'Esquema',
    passed: counted({ one: '# verificação aprovada', other: '# verificações aprovadas' }),
  },
};
