import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('pt');

export const organization: AppWords['organization'] = {
  organizationEnds: {
    chooseNewOwner: 'Escolha o novo proprietário.',
    enterPassword: 'Digite a sua senha.',
    ownershipTransferred: 'Propriedade transferida',
    nowAdministrator: (name: string): string => `Agora você é administrador de ${name}.`,
    newOwnerCanDoEverything:
      'O novo proprietário pode fazer tudo, inclusive cobrança e exclusão. Você passa a ser administrador, e só o novo proprietário pode mudar isso.',
    newOwner: 'Novo proprietário',
    nameOrAddress: 'Nome ou endereço',
    noOtherMemberHasName: 'Nenhum outro membro tem este nome ou endereço.',
    yourPassword: 'A sua senha',
    ownership: 'Propriedade',
    ownOrganization: 'Esta organização é sua. Transfira-a antes de sair dela.',
    handOverDialog: 'Transferir…',
    transferOwnership: 'Transferir propriedade',
    leave: 'Sair da organização',
    keepAccount:
      'Você mantém a sua conta. Os seus documentos aqui passam para o proprietário, e as suas chaves de API são revogadas.',
    leaveDialog: 'Sair…',
    leaveTitle: (name: string): string => `Sair de ${name}?`,
    loseAccessAtOnce: 'Você perde o acesso imediatamente. Para voltar, precisa de um novo convite.',
    stay: 'Ficar',
    deletionScheduled: 'Exclusão programada',
    untilEverythingWorksAnd: 'Até lá tudo funciona, e você pode cancelar a exclusão.',
    inThirtyDaysDeleted: (name: string): string =>
      `Em 30 dias, ${name} será excluída. Os documentos que aguardam assinaturas serão retirados, e todos os membros perderão o acesso. Os documentos concluídos são mantidos até o fim do período de retenção. Até lá, você pode cancelar a exclusão.`,
    deleteInThirtyDays: 'Excluir em 30 dias',
    willBeDeleted: (name: string): string => `${name} será excluída`,
    on: (day: string, days: string): string => `Em ${day} (${days}).`,
    documentsOutForSigningVoided: counted({
      one: '# documento que aguarda assinaturas será retirado, a menos que seja concluído antes.',
      other: '# documentos que aguardam assinaturas serão retirados, a menos que sejam concluídos antes.',
    }),
    deletionCanceled: 'Exclusão cancelada',
    willNotBeDeleted: (name: string): string => `${name} não será excluída.`,
    keepOrganization: 'Manter a organização',
    deleteOrganization: 'Excluir a organização',
    takesThirtyDays: 'A organização é excluída em 30 dias. Até lá, você pode cancelar a exclusão.',
    delete: (name: string): string => `Excluir ${name}?`,
  },
  logoSection: {
    choosePngFile: 'Escolha um arquivo PNG.',
    fileLargerThanKb: 'Este arquivo tem mais de 200 kB. Escolha um menor.',
    fileEmpty: 'Este arquivo está vazio. Escolha outro.',
    notPngImageOrDamaged: 'Isto não é uma imagem PNG, ou ela está danificada. Escolha outra.',
    imageHasMoreThanFour: 'Esta imagem tem mais de 4.000 pixels em um lado ou 4 milhões no total. Escolha uma menor.',
    logoSaved: 'Logotipo salvo',
    documentsSendFromNow: 'Os documentos que você enviar a partir de agora o mostram.',
    logoRemoved: 'Logotipo removido',
    logo: 'Logotipo',
    shownOnSignaturePages:
      'Aparece nas páginas de assinatura e nos certificados de conclusão. Um PNG de no máximo 200 kB.',
    noLogoYet: 'Ainda não há logotipo. Os documentos mostram só o nome da sua organização.',
    logoOf: (name: string): string => `Logotipo de ${name}`,
    uploadLogo: 'Carregar logotipo',
    replaceLogo: 'Substituir logotipo',
    removeLogo: 'Remover logotipo',
  },
  settingsForm: {
    settingsSaved: 'Configurações salvas',
    settingsSavedApiKeysWillBe: 'Configurações salvas. Chaves de API serão suspensas',
    ownersHaveNoSecondFactor: (suspendedKeys: string): string =>
      `Os titulares não têm segundo fator. Em 7 dias, estas chaves deixam de funcionar: ${suspendedKeys}.`,
    needSecondFactorToChange: <T>(link: (text: string) => T): Phrase<T> => [
      'Você precisa de um segundo fator para alterar as configurações de segurança. ',
      link('Configure um aplicativo autenticador ou uma chave de acesso'),
      ' e depois volte aqui.',
    ],
    someoneElseChangedSettings:
      'Outra pessoa alterou as configurações, por isso nada foi salvo. Recarregue-as e faça a sua alteração de novo.',
    reloadSettings: 'Recarregar as configurações',
  },
  documentsSettings: {
    removeIt: 'Remover',
    pagesDoNotChange: 'As páginas não mudam. Arquivos já assinados não são modificados.',
    rejectFile: 'Rejeitar o arquivo',
    uploaderAskedToPrint: 'Quem o carrega precisa antes imprimi-lo em PDF.',
    contentSignersSeeCanDepend: 'Nesse caso, scripts podem alterar o conteúdo que os signatários veem.',
    rulesForUploadsAndRetention: 'Regras para carregamento e retenção.',
    rangeYears: 'De 1 mês a 100 anos.',
    rangeYearsAudit_retention_days: 'De 1 a 100 anos.',
    atLeastAsLong: 'Pelo menos tanto tempo quanto os documentos, porque o registro de auditoria é a prova deles.',
    rangeDays: 'De 1 a 90 dias.',
    scriptsAndOtherActiveContent: 'Scripts e outro conteúdo ativo em um PDF',
    keepCompletedDocuments: 'Manter documentos concluídos',
    rangeYearsDefaultSevenYears: 'De 1 mês a 100 anos. Padrão: 7 anos.',
    keepAuditTrail: 'Manter o registro de auditoria',
    rangeYearsAndAtLeast: 'De 1 a 100 anos, e pelo menos tanto tempo quanto os documentos. Padrão: 10 anos.',
    keepDataOfDeletedAccounts: 'Manter dados de contas excluídas',
    rangeDaysAfterAccountDeleted: 'De 1 a 90 dias depois da exclusão da conta. Padrão: 30.',
  },
  securitySettings: {
    security: 'Segurança',
    appliesToEveryMember: 'Vale para todos os membros a partir da próxima solicitação deles.',
    range: 'De 8 a 128.',
    rangeMinutes: 'De 5 a 720 minutos.',
    requireSecondFactor: 'Exigir um segundo fator',
    membersWithoutSecondFactor:
      'Membros sem segundo fator só podem configurar um. As chaves de API deles deixam de funcionar depois de 7 dias.',
    forSingleSign: 'Também para o login único',
    singleSignOnWorks:
      'O login único passa a funcionar somente se o provedor de identidade confirmar um segundo fator.',
    minimumPasswordLength: 'Comprimento mínimo da senha',
    rangeCharacters: 'De 8 a 128 caracteres. Padrão: 12. Para membros de várias organizações, vale o maior.',
    signOutAfterInactivity: 'Encerrar a sessão após inatividade',
    rangeMinutesDefaultThirtyAppliesTo: 'De 5 a 720 minutos. Padrão: 30. Vale também para sessões abertas.',
    charactersSuffix: ' caracteres',
  },
  sendingSettings: {
    sending: 'Envio',
    defaultSettingsForSendingDocuments: 'Configurações padrão para o envio de documentos.',
    rangeDays: 'De 1 a 365 dias.',
    rangeDaysEveryDays: 'De 1 a 30 dias.',
    rangeTimes: 'De 1 a 20 vezes.',
    range: 'De 1 a 365. Padrão: 30.',
    remindSigners: 'Lembrar os signatários',
    recipientsWhoHaveNotSigned: 'Os destinatários que não assinaram recebem lembretes por e-mail.',
    remindEvery: 'Lembrar a cada',
    atMost: 'No máximo',
    suggestRecipients: 'Sugerir destinatários',
    suggestRecipientsText:
      'Enquanto os membros digitam, o aplicativo sugere os destinatários dos documentos que eles enviaram. Ninguém vê os de outras pessoas.',
    timesSuffix: ' vezes',
  },
  organizationForm: {
    signersSeeInInvitations: 'Os signatários o veem nos convites e no certificado de conclusão.',
    nameInEMails: 'Nome nos e-mails',
    theSame: 'Nome da organização',
    registrationNumber: 'Número de registro',
    shownInCertificateOfSeal:
      'Aparece no certificado do seu selo. Digite registro, país e número, por exemplo NTRGB-12345678 ou VATDE-123456789.',
    none: 'Nenhum',
    allowedNetworks: 'Redes permitidas',
    networksMembersAndApiKeys:
      'Redes que membros e chaves de API podem usar. Os signatários nunca são restringidos. Se você perder o acesso a estas redes, o operador do servidor pode remover a restrição.',
    addressesAndNetworks: 'Endereços e redes',
    onePerLineAsTwentyfour:
      'Um por linha, por exemplo 203.0.113.0/24 ou 2001:db8::/32. Em branco: todas as redes. A lista deve incluir o seu próprio endereço.',
    embedding: 'Incorporação',
    ownPagesCanShowSigning:
      'As suas próprias páginas podem mostrar a página de assinatura em um quadro, e a página de assinatura pode redirecionar de volta para elas. Crie os links com a API.',
    allowedOrigins: 'Origens permitidas',
    onePerLineAsHttps:
      'Uma por linha, por exemplo https://app.example.com. Sem nenhuma, nenhuma página pode mostrar a página de assinatura em um quadro.',
    redirectHosts: 'Hosts de redirecionamento',
    onePerLineAsApp: 'Um por linha, por exemplo app.example.com. Um redirectUrl deve levar a um destes hosts.',
  },
  storageSection: {
    files: counted({ one: '# arquivo', other: '# arquivos' }),
    storage: 'Armazenamento',
    in: (size: string, count: string): string => `${size} em ${count}. O seu armazenamento é ilimitado.`,
    ofUsedIn: (size: string, otherSize: string, count: string): string =>
      `${size} de ${otherSize} em uso, em ${count}.`,
    storageUsed: 'Armazenamento em uso',
    storageFull: 'O seu armazenamento está cheio. Novos arquivos são rejeitados.',
    storageAlmostFull: 'O seu armazenamento está quase cheio.',
    makeRoom: (state: string): string =>
      `${state} Exclua documentos e modelos de que não precisa mais ou peça mais armazenamento ao operador deste servidor.`,
    includesDocumentsTemplates:
      'Inclui documentos, modelos e anexos em produção e no ambiente de teste. Os documentos excluídos contam por mais 30 dias.',
  },
  organizationPage: {
    free: 'Free',
    smallTeam: 'Small Team',
    mediumTeam: 'Medium Team',
    largeTeam: 'Large Team',
    enterprise: 'Enterprise',
    about: 'Informações',
    plan: 'Plano',
    since: 'Desde',
    yourRole: 'A sua função',
    id: 'ID',
    settingsForWholeOrganization: 'Configurações de toda a organização.',
    administratorsManageSettings: 'Os administradores gerenciam estas configurações.',
    toChangeSomethingAskAdministrator: (name: string): string =>
      `Para alterar algo aqui, fale com um administrador de ${name}.`,
  },
};
