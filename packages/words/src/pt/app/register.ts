import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('pt');

export const register: AppWords['register'] = {
  words: {
    purpose: 'Finalidade',
    legalBasis: 'Base legal',
    peopleDataAbout: 'Titulares dos dados',
    categoriesOfData: 'Categorias de dados',
    transfersOutsideEu: 'Transferências para fora da UE',
    keptFor: 'Prazo de guarda',
    technicalAndOrganizationalMeasures: 'Medidas técnicas e organizacionais',
  },
  activityForm: {
    requiredByArticleThirtyGdpr: 'Exigido pelo artigo 30 do RGPD.',
    entrySaved: 'Entrada salva',
    optional: (label: string): string => `${label} (opcional)`,
    retired: 'Desativada',
    addEntry: 'Adicionar entrada',
    saveAsNewVersion: 'Salvar como nova versão',
  },
  activitiesSection: {
    version: 'Versão',
    retired: ', desativada',
    olderVersions: 'Versões mais antigas',
    basedOnCurrentSettings:
      'Baseado nas configurações atuais da sua organização. Adicione as suas próprias entradas para outros tratamentos.',
    showVersions: 'Mostrar versões',
    changeDialog: 'Alterar…',
    yoursVersion: (version: number): string => `A sua entrada, versão ${number(version)}`,
    none: 'Nenhuma entrada. As entradas desativadas aparecem aqui.',
    activity: 'Atividade',
    keptFor: 'Prazo de guarda',
    entry: 'Entrada',
    moreEntries: 'Mais entradas',
    recordsOfProcessing: 'Registros de tratamento',
    countersignFillsInOwnProcessing:
      'O Countersign preenche os seus próprios tratamentos a partir das configurações da organização. Adicione as suas outras atividades de tratamento.',
    addEntryDialog: 'Adicionar uma entrada…',
    whichEntries: 'Filtrar entradas',
    retiredLabel: 'Desativadas',
    addEntryToRecords: 'Adicionar uma entrada aos registros',
  },
  consentSection: {
    enterText: 'Digite um texto.',
    textAdded: 'Texto adicionado',
    signersWhoReadAgree: (languageName: string): string =>
      `Vale para os signatários que leem neste idioma: ${languageName}.`,
    documentsSendFromNow:
      'Os documentos que você enviar a partir de agora o mostram. Os documentos já enviados mantêm o texto que têm.',
    addText: 'Adicionar texto',
    textWithdrawn: 'Texto revogado',
    documentsSendFromNowOnShow: 'Os documentos que você enviar a partir de agora mostram o texto incorporado.',
    versionSha: (version: string, sha256: string): string =>
      `Versão ${version}, SHA-256 ${sha256}. O registro de auditoria de cada assinatura contém a versão e o hash.`,
    withdraw: 'Revogar',
    replaceDialog: 'Substituir…',
    yours: (version: string) => `O seu texto, versão ${version}`,
    since: (day: string): string => `Desde ${day}`,
    until: (day: string): string => `Até ${day}`,
    none: 'Nenhum texto. Os textos substituídos e revogados aparecem aqui.',
    version: 'Versão',
    moreTexts: 'Mais textos',
    consentTexts: 'Textos de consentimento',
    textsSignersAgreeTo:
      'Os textos que os signatários aceitam antes de assinar. O seu próprio texto substitui o texto incorporado do idioma dele.',
    addTextDialog: 'Adicionar um texto…',
    whichTexts: 'Filtrar textos',
    inForce: 'Em vigor',
    earlier: 'Anteriores',
    consentText: (languageName: string): string => `Texto de consentimento, ${languageName}`,
    addConsentText: 'Adicionar um texto de consentimento',
  },
  publishForm: {
    service: 'Serviço',
    data: 'Dados',
    locationAndSafeguardsOutsideEu: 'Local e garantias fora da UE',
    fill: 'Digite um valor.',
    listPublished: 'Lista publicada',
    administratorsOfEveryOrganization: 'Os administradores de todas as organizações recebem um e-mail.',
    noEntries: 'Nenhuma entrada. Nenhuma outra empresa trata dados.',
    entry: (index: number): string => `Entrada ${number(index)}`,
    removeEntry: (index: number): string => `Remover a entrada ${number(index)}`,
    addEntry: 'Adicionar uma entrada',
    inForceFrom: 'Em vigor a partir de',
    leaveEmptyForNow: 'Deixe em branco para começar imediatamente.',
    leaveEmptyForThirtyDays: 'Deixe em branco para daqui a 30 dias, para que as organizações possam se opor.',
    publishAndNotifyAdministrators: 'Publicar e notificar administradores',
  },
  subProcessorsSection: {
    noSubProcessors: 'Nenhum suboperador.',
    service: 'Serviço',
    data: 'Dados',
    where: 'Onde',
    inUseButNot: 'Em uso, mas fora da lista',
    nameHostInEntry: 'Adicione o host a uma entrada da próxima lista.',
    versionInForceFrom: (version: number, day: string): string =>
      `Versão ${number(version)}, em vigor a partir de ${day}`,
    subProcessors: 'Suboperadores',
    companiesProcessDataForService:
      'Empresas que tratam dados para este serviço. Os administradores são avisados de uma nova lista por e-mail, por padrão com 30 dias de antecedência.',
    publishListDialog: 'Publicar uma lista…',
    from: (day: string): string => `A partir de ${day}`,
    operatorOfServiceHas: 'O operador deste serviço ainda não publicou uma lista.',
    inForceSince: (day: string): string => `Em vigor desde ${day}`,
    olderLists: 'Listas mais antigas',
    publishListOfSubProcessors: 'Publicar uma lista de suboperadores',
  },
  registerPage: {
    documentPdf: 'Documento (PDF)',
    dataJson: 'Dados (JSON)',
    dataProtection: 'Proteção de dados',
    recordsOfProcessingArticleThirty:
      'Registros de tratamento (artigo 30 do RGPD), suboperadores e textos de consentimento.',
    downloadRecords: 'Baixar registros',
  },
};
