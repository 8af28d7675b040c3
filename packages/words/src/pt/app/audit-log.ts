import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('pt');

const entries = counted({ one: '# entrada', other: '# entradas' });

export const auditLog: AppWords['auditLog'] = {
  chainCheck: {
    entries,
    inChains: (entries: string, chains: number): string =>
      counted({ one: `${entries} em # cadeia`, other: `${entries} em # cadeias` })(chains),
    chainsCouldNotBeVerified: (message: string): string => `Não foi possível verificar as cadeias: ${message}`,
    verified: (count: string): string =>
      `Verificação feita: ${count}. Nenhuma entrada foi alterada, adicionada ou removida.`,
    verifyingChains: 'Verificando as cadeias…',
    chainsDoNotVerify: (count: number, slice: string): string =>
      counted({
        one: `Uma cadeia não passa na verificação: ${slice}`,
        other: `# cadeias não passam na verificação: ${slice}`,
      })(count),
    storedFactsContradictAuditTrail: (count: number, slice: string): string =>
      counted({
        one: `Um dado armazenado contradiz o registro de auditoria: ${slice}`,
        other: `# dados armazenados contradizem o registro de auditoria: ${slice}`,
      })(count),
    chainsVerified: 'Cadeias verificadas',
  },
  words: {
    signers: 'Signatários',
    signingInPerson: 'Assinatura presencial',
    mail: 'E-mail',
    accountsAndSignIns: 'Contas e entradas',
    invitations: 'Convites',
    certificates: 'Certificados',
    certificateAuthorityKeys: 'Chaves da autoridade de certificação',
    dataExports: 'Exportações de dados',
    securityIncidents: 'Incidentes de segurança',
    retention: 'Retenção',
    recordsOfProcessing: 'Registros de tratamento',
    subProcessors: 'Suboperadores',
    consentTexts: 'Textos de consentimento',
    trustAnchors: 'Âncoras de confiança',
    theOperator: 'O operador',
    operatorsProgram: 'O programa do operador',
    aRecipient: 'Um destinatário',
    apiKey: (name: string): string => `Chave de API ${name}`,
  },
  auditLogPage: {
    when: 'Quando',
    what: 'O quê',
    who: 'Quem',
    entries: 'Entradas',
    entriesOfAuditLog: 'Entradas do log de auditoria',
    noMatches: 'Nenhum resultado',
    noEntryMatchesFilters: 'Nenhuma entrada corresponde aos filtros.',
    olderEntries: 'Entradas mais antigas',
    auditLog: 'Log de auditoria',
    everyActionInOrganization:
      'Todas as ações nesta organização, com pessoa e hora. Se alguém alterar uma entrada, a cadeia de hashes se rompe.',
    evidenceWithHashedBytesJson: 'Provas com os bytes do hash (JSON lines)',
    checkpointsAndWitnesses: 'Pontos de controle e testemunhas',
    onlyPerson: (id: string): string => `Somente ${id}`,
    onlyDocument: (id: string): string => `Somente o documento ${id}`,
    removeFilter: (shown: string): string => `${shown}: remover este filtro`,
  },
  entryActions: {
    actionsFor: (summary: string): string => `Ações para “${summary}”`,
    showAllOf: (name: string): string => `Mostrar todas as entradas de ${name}`,
    showAllOfDocument: 'Mostrar todas as entradas deste documento',
    downloadProof: 'Baixar prova',
  },
  acceptLog: {
    title: 'Aceitar este log de auditoria?',
    whatItMeans:
      'O log de auditoria contradiz um ponto de controle que alguém apresentou. Aceite-o somente se souber o motivo, por exemplo depois de restaurar um backup. O seu nome e o motivo ficam registrados como uma entrada do log. Isto não pode ser desfeito.',
    example: 'Por exemplo: o backup de 28 de novembro foi restaurado depois de uma falha de disco.',
    enterReason: 'Digite um motivo.',
    accept: 'Aceitar o log',
    accepted: 'Log de auditoria aceito',
  },
  logState: {
    title: 'Pontos de controle e testemunhas',
    lead: 'Os pontos de controle assinados provam que nenhuma entrada do log de auditoria foi alterada, removida ou adicionada depois.',
    toEntries: 'Todas as entradas',
    log: 'Log de auditoria',
    keepCopy:
      'Guarde um ponto de controle fora deste serviço. Ele prova mais tarde que o log ainda contém as mesmas entradas.',
    downloadCheckpoint: 'Baixar ponto de controle',
    downloadKeys: 'Baixar chaves',
    entries: 'Entradas',
    count: counted({ one: '#', other: '#' }),
    upTo: (size: number): string => `Até a entrada ${number(size)}`,
    newestCheckpoint: 'Ponto de controle mais recente',
    name: 'Nome do log',
    keys: 'Chaves de assinatura',
    copies: 'Cópia em outro volume',
    pinFile: 'O servidor compara o log com um arquivo fora do banco de dados.',
    noPinFile: 'Nenhuma.',
    none: 'Nenhum',
    nothingYet: 'Nada ainda',
    checkOffline: 'Baixe as chaves e verifique o log com a linha de comando:',
    command: (address: string): string => `npx @countersign/cli audit verify ${address} --key audit-log-keys.txt`,
    publicAddress: 'Ponto de controle mais recente como texto',
    witnesses: 'Testemunhas',
    aboutWitnesses:
      'Uma testemunha é operada por outra organização. Ela só coassina um ponto de controle se o log der continuidade ao anterior.',
    noWitnesses: 'Nenhuma testemunha.',
    witness: 'Testemunha',
    cosigned: 'Coassinados',
    lastTime: 'Última vez',
    checkpoints: 'Pontos de controle mais recentes',
    aboutCheckpoints:
      'O servidor assina um ponto de controle em até um minuto depois de uma nova entrada e depois de cada documento concluído.',
    signed: 'Assinado',
    timeStamp: 'Carimbo do tempo',
    cosignatures: 'Coassinaturas',
    contradicted: 'O log de auditoria contradiz um ponto de controle assinado',
    contradictions: {
      behind: (size: number, pinned: number): string =>
        `O log tinha ${entries(size)}, e o ponto de controle tem ${entries(pinned)}.`,
      forked: (_size: number, pinned: number): string =>
        `As entradas até a número ${number(pinned)} não são as do ponto de controle.`,
      'unknown-key': (): string => 'Nenhuma chave deste log assinou o ponto de controle.',
    },
    sources: {
      'pin-file': 'O ponto de controle está em PIN_FILE.',
      presented: 'O ponto de controle está em um certificado de conclusão que alguém verificou.',
    },
    since: (time: string): string => `Detectado em ${time}.`,
    acceptPin: 'Só o operador do servidor pode aceitar um log que contradiz PIN_FILE, com este comando:',
    acceptPinCommand: 'npm start -- audit-log accept-pin "REASON"',
    findOutWhy:
      'Um backup mais antigo foi restaurado, ou o log foi reescrito. Descubra o motivo antes de aceitar o log.',
    acceptDialog: 'Aceitar o log…',
  },
  follow: {
    person: 'Pessoa',
    nameOrAddress: 'Nome ou endereço',
    noMember: 'Nenhum membro tem este nome ou endereço.',
    title: 'Título',
    noDocument: 'Nenhum documento tem este título.',
  },
};
