import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('pt');

export const securityEvents: AppWords['securityEvents'] = {
  words: {
    accountsAndSignIns: 'Contas e entradas',
    tooManyAttempts: 'Tentativas demais',
    rejectedKeys: 'Chaves rejeitadas',
    rejectedOperations: 'Operações rejeitadas',
    limitsReached: 'Limites atingidos',
    requestFirewall: 'Firewall de solicitações',
    membersAndRoles: 'Membros e funções',
    invitations: 'Convites',
    certificates: 'Certificados',
    certificateAuthorityKeys: 'Chaves da autoridade de certificação',
    securityIncidents: 'Incidentes de segurança',
    trustAnchors: 'Âncoras de confiança',
    dataExports: 'Exportações de dados',
    retention: 'Retenção',
    userImports: 'Importações de usuários',
    critical: 'Crítica',
    high: 'Alta',
    medium: 'Média',
    low: 'Baixa',
  },
  securityEventsPage: {
    when: 'Quando',
    what: 'O quê',
    severity: 'Gravidade',
    who: 'Quem',
    timesWithinMinute: (summary: string, count: number) => `${summary} (${number(count)} vezes em um minuto)`,
    events: 'Eventos',
    any: 'Todas',
    andHigher: (label: string): string => `${label} e superior`,
    onePerson: 'Uma pessoa',
    showAllPeople: 'Mostrar todas as pessoas',
    showAllAddresses: 'Mostrar todos os endereços',
    securityEvents: 'Eventos de segurança',
    noMatches: 'Nenhum resultado',
    noSecurityEventMatchesFilters: 'Nenhum evento de segurança corresponde aos filtros.',
    olderEvents: 'Eventos mais antigos',
    signInsRejectedRequests:
      'Entradas em contas, solicitações rejeitadas e alterações de membros, chaves e permissões. Novos eventos aparecem automaticamente. Um webhook para security.events os envia aos seus próprios sistemas.',
    dataJsonLines: 'Dados (JSON lines)',
    timesThisDay: (summary: string, count: number) => `${summary} (${number(count)} vezes neste dia)`,
    times: (when: string, count: number) => `${when}, ${number(count)} vezes`,
    showEach: 'Mostrar cada vez',
  },
};
