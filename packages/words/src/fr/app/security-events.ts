import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('fr');

export const securityEvents: AppWords['securityEvents'] = {
  words: {
    accountsAndSignIns: 'Comptes et connexions',
    tooManyAttempts: 'Trop de tentatives',
    rejectedKeys: 'Clés rejetées',
    rejectedOperations: 'Opérations rejetées',
    limitsReached: 'Limites atteintes',
    requestFirewall: 'Pare-feu des requêtes',
    membersAndRoles: 'Membres et rôles',
    invitations: 'Invitations',
    certificates: 'Certificats',
    certificateAuthorityKeys: 'Clés de l’autorité de certification',
    securityIncidents: 'Incidents de sécurité',
    trustAnchors: 'Ancres de confiance',
    dataExports: 'Exports de données',
    retention: 'Conservation',
    userImports: 'Imports de membres',
    critical: 'Critique',
    high: 'Élevée',
    medium: 'Moyenne',
    low: 'Faible',
  },
  securityEventsPage: {
    when: 'Quand',
    what: 'Quoi',
    severity: 'Gravité',
    who: 'Qui',
    timesWithinMinute: (summary: string, count: number) => `${summary} (${number(count)} fois en une minute)`,
    events: 'Événements',
    any: 'Toutes',
    andHigher: (label: string): string => `${label} et plus`,
    onePerson: 'Une personne',
    showAllPeople: 'Afficher toutes les personnes',
    showAllAddresses: 'Afficher toutes les adresses',
    securityEvents: 'Événements de sécurité',
    noMatches: 'Aucun résultat',
    noSecurityEventMatchesFilters: 'Aucun événement de sécurité ne correspond à vos filtres.',
    olderEvents: 'Événements plus anciens',
    signInsRejectedRequests:
      'Connexions, requêtes rejetées et modifications des membres, des clés et des autorisations. Les nouveaux événements apparaissent automatiquement. Un webhook pour security.events les envoie à vos propres systèmes.',
    dataJsonLines: 'Données (JSON Lines)',
    timesThisDay: (summary: string, count: number) => `${summary} (${number(count)} fois ce jour-là)`,
    times: (when: string, count: number) => `${when}, ${number(count)} fois`,
    showEach: 'Afficher chaque occurrence',
  },
};
