import type { AppWords, Phrase } from '../../app.ts';

export const frameMenus: AppWords['frameMenus'] = {
  organizationItems: {
    organizations: 'Organizações',
    newOrganizationDialog: 'Nova organização…',
  },
  newOrganizationDialog: {
    enterNameSignersWillSee: 'Digite o nome que os signatários verão.',
    hasOwnDocumentsMembers:
      'A organização tem os seus próprios documentos, membros e chaves de API. Ela é sua, e você pode alternar entre organizações.',
    create: 'Criar',
    newOrganization: 'Nova organização',
  },
  userMenu: {
    light: 'Claro',
    dark: 'Escuro',
    systemDefault: 'Padrão do sistema',
    colors: 'Esquema de cores',
    goToSandbox: 'Ir para o ambiente de teste',
    leaveSandbox: 'Sair do ambiente de teste',
    verifyPdf: 'Verificar um PDF',
    apiReference: 'Referência da API',
    signOut: 'Sair',
  },
  deletionBar: {
    deletionOfAccount: 'Exclusão da sua conta',
    accountWillBeDeleted: <T>(strong: (text: string) => T, day: string, days: string): Phrase<T> => [
      strong('A sua conta será excluída'),
      ` em ${day} (${days}).`,
    ],
    keepMyAccount: 'Manter a minha conta',
  },
  sandboxBar: {
    aWeek: 'Uma semana',
    thirtyDays: '30 dias',
    clockAdvanced: 'Relógio adiantado',
    expiriesRemindersAndRetriesDue: 'Tudo o que vence até lá acontece agora: expirações, lembretes e novas tentativas.',
    advanceClock: 'Adiantar relógio',
    forwardBy: 'Adiantar',
    sandbox: 'Ambiente de teste',
    sandboxDocumentsTestsAndNotLegally: <T>(b: (text: string) => T): Phrase<T> => [
      b('Ambiente de teste.'),
      ' Os documentos aqui são testes e não têm valor jurídico. Os e-mails ficam na caixa de correio.',
    ],
    leave: 'Sair',
  },
  stepUp: {
    usePasskey: 'Usar uma chave de acesso',
    or: 'ou',
    enterPassword: 'Digite a sua senha.',
    enterCodeFromApp: 'Digite o código do seu aplicativo ou um código de recuperação.',
    code: 'Código',
    fromAuthenticatorAppOrRecovery: 'Do seu aplicativo autenticador, ou um código de recuperação.',
    continue: 'Continuar',
    changeAffectsSecurity:
      'Esta alteração afeta a segurança. Entre de novo pela sua organização. Isso não será pedido outra vez por dez minutos.',
    signInAgainInNew: 'Entrar de novo em uma nova aba',
    iHaveSignedInAgain: 'Já entrei de novo',
    changeAffectsAccessOrData:
      'Esta alteração afeta o acesso ou os dados. Isso não será pedido outra vez por dez minutos.',
    confirm: 'Confirme que é você',
  },
  settingsLayout: {
    profile: 'Perfil',
    security: 'Acesso e segurança',
    dataExport: 'Exportação de dados',
    general: 'Geral',
    incidents: 'Incidentes',
    retentionAndHolds: 'Retenção e bloqueios',
    dataProtection: 'Proteção de dados',
    auditLog: 'Log de auditoria',
    securityEvents: 'Eventos de segurança',
    planAndBilling: 'Plano e cobrança',
    system: 'Sistema',
    people: 'Pessoas',
    access: 'Segurança',
    developers: 'Desenvolvedores',
    compliance: 'Conformidade',
    installation: 'Instalação',
    settings: 'Configurações',
    you: 'Você',
  },
};
