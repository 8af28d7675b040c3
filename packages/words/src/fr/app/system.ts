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
  checks: {
    'public-address': 'Adresse publique',
    proxies: 'Proxys',
    database: 'Base de données',
    storage: 'Stockage des fichiers',
    signing: 'Signatures et horodatages',
    files: 'Fichiers enregistrés',
    time: 'Horloge',
    'audit-log': 'Journal d’audit',
    backups: 'Sauvegardes',
    archive: 'Archive de la base de données',
    mail: 'Serveur de messagerie',
    'mail-encrypted': 'Chiffrement des e-mails',
    'mail-signed': 'Signatures des e-mails',
    'master-key': 'Clé maîtresse',
    'certificate-root': 'Certificat racine',
    'certificate-issuing': 'Certificat de l’autorité émettrice',
    'certificate-timestamp': 'Certificat d’horodatage',
    'certificate-ocsp': 'Certificat OCSP',
    'revocation-data': 'Listes de révocation',
    'trusted-lists': 'Listes de confiance',
    'second-factors': 'Seconds facteurs',
    'api-keys': 'Clés API',
    'files-encrypted': 'Chiffrement des fichiers',
    'database-encrypted': 'Chiffrement de la connexion à la base de données',
    registration: 'Inscription',
    'private-addresses': 'Adresses privées',
    log: 'Journal du serveur',
  },
};
