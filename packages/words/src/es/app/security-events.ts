import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('es');

export const securityEvents: AppWords['securityEvents'] = {
  words: {
    accountsAndSignIns: 'Cuentas e inicios de sesión',
    tooManyAttempts: 'Demasiados intentos',
    rejectedKeys: 'Claves rechazadas',
    rejectedOperations: 'Operaciones rechazadas',
    limitsReached: 'Límites alcanzados',
    requestFirewall: 'Cortafuegos de solicitudes',
    membersAndRoles: 'Miembros y funciones',
    invitations: 'Invitaciones',
    certificates: 'Certificados',
    certificateAuthorityKeys: 'Claves de la autoridad de certificación',
    securityIncidents: 'Incidentes de seguridad',
    trustAnchors: 'Anclas de confianza',
    dataExports: 'Exportaciones de datos',
    retention: 'Conservación',
    userImports: 'Importaciones de usuarios',
    critical: 'Crítica',
    high: 'Alta',
    medium: 'Media',
    low: 'Baja',
  },
  securityEventsPage: {
    when: 'Cuándo',
    what: 'Qué',
    severity: 'Gravedad',
    who: 'Quién',
    timesWithinMinute: (summary: string, count: number) => `${summary} (${number(count)} veces en un minuto)`,
    events: 'Eventos',
    any: 'Cualquiera',
    andHigher: (label) => `${label} y superiores`,
    onePerson: 'Una persona',
    showAllPeople: 'Mostrar todas las personas',
    showAllAddresses: 'Mostrar todas las direcciones',
    securityEvents: 'Eventos de seguridad',
    noMatches: 'Sin resultados',
    noSecurityEventMatchesFilters: 'Ningún evento de seguridad coincide con los filtros.',
    olderEvents: 'Eventos anteriores',
    signInsRejectedRequests:
      'Inicios de sesión, solicitudes rechazadas y cambios de miembros, claves y permisos. Los eventos nuevos aparecen automáticamente. Un webhook para security.events los envía a sus propios sistemas.',
    dataJsonLines: 'Datos (JSON Lines)',
    timesThisDay: (summary: string, count: number) => `${summary} (${number(count)} veces ese día)`,
    times: (when: string, count: number) => `${when}, ${number(count)} veces`,
    showEach: 'Mostrar cada vez',
  },
};
