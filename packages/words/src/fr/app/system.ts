import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('fr');

export const system: AppWords['system'] = {
  systemPage: {
    ok: 'OK',
    warning: 'Avertissement',
    actionNeeded: 'Action requise',
    everythingInOrder: 'Tout est en ordre.',
    ofToLookAt: (open: number, checksCount: number): string =>
      `Contrôles à examiner : ${number(open)} sur ${number(checksCount)}.`,
    system: 'Système',
    checksForProductionReadiness: 'Contrôles de mise en production et de sécurité. Mis à jour toutes les 30 secondes.',
    checkNow: 'Contrôler',
    productionReadiness: 'Prêt pour la production',
    checksMustPassBeforePeople: 'Contrôles à réussir avant que l’on se fie à cette installation.',
    security: 'Sécurité',
    agesOfKeysAndCertificates:
      'Ancienneté des clés et des certificats, réglages faibles, personnes sans second facteur.',
    thisServer: 'Ce serveur',
    version: 'Version',
    started: 'Démarrage',
    database: 'Base de données',
    postgresql: 'PostgreSQL',
    schema: 'Schéma',
    passed: counted({ one: '# contrôle réussi', other: '# contrôles réussis' }),
  },
};
