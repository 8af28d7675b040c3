import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('pt');

export const documentBulk: AppWords['documentBulk'] = {
  bulkActions: {
    archived: counted({ one: '1 documento arquivado', other: '# documentos arquivados' }),
    movedToTrash: counted({ one: '1 documento movido para a lixeira', other: '# documentos movidos para a lixeira' }),
    restored: counted({ one: '1 documento restaurado', other: '# documentos restaurados' }),
    formerTags: counted({
      one: '1 documento voltou a ter as etiquetas anteriores',
      other: '# documentos voltaram a ter as etiquetas anteriores',
    }),
    inFolder: (name: string) =>
      counted({ one: `1 documento está em “${name}”`, other: `# documentos estão em “${name}”` }),
    notInFolder: counted({ one: '1 documento removido da pasta', other: '# documentos removidos da pasta' }),
    movedBack: counted({ one: '1 documento movido de volta', other: '# documentos movidos de volta' }),
    notOut: 'Não está em assinatura.',
    noOneToRemind:
      'Nenhum destinatário pôde ser lembrado: todos receberam um lembrete na última hora ou não recebem lembretes.',
    reminderUnknown: 'A resposta se perdeu. A linha do tempo do documento mostra se o lembrete foi enviado.',
    reminded: counted({
      one: 'Lembrete enviado aos destinatários de 1 documento',
      other: 'Lembrete enviado aos destinatários de # documentos',
    }),
    voided: counted({ one: '1 documento retirado', other: '# documentos retirados' }),
    newTags: counted({ one: '1 documento tem novas etiquetas', other: '# documentos têm novas etiquetas' }),
    outForSigning: 'O documento aguarda assinaturas. Retire-o primeiro.',
    alreadyArchived: 'O documento já está arquivado.',
    noLongerExistsOrBelongs: 'O documento não existe mais ou pertence a outra pessoa.',
    serverDidNotReportResult: 'O servidor não informou o resultado.',
    nothingDone: counted({ one: 'A ação falhou para o documento', other: 'A ação falhou para todos os # documentos' }),
    failedForOthers: (done: string, failed: number): string => `${done}, ${number(failed)} com falha`,
  },
  bulkRun: {
    stopped: 'Interrompido',
    notConfirmed: 'Não confirmado',
    outcomeUnknown:
      'A resposta se perdeu, e o servidor não informou se a ação foi executada. Abra o documento para ver.',
    notCarriedOut: 'A ação não foi executada. Tente de novo.',
    leftOut: (tried: string, why: string, left: number): string => `${tried}. ${why}: ${number(left)} sem tentativa`,
    progress: (done: number, total: number): string => `${number(done)} de ${number(total)} concluídos`,
    selecting: (done: number, total: number): string => `${number(done)} de ${number(total)} carregados`,
    stop: 'Parar',
  },
  files: {
    name: 'documentos',
    notFound: 'O arquivo ZIP não o contém: ele foi excluído, está na lixeira ou pertence a outra pessoa.',
    notReady: 'O arquivo ZIP não o contém: o arquivo assinado ainda não está pronto. Tente de novo em um minuto.',
    downloaded: counted({ one: 'Arquivo de 1 documento salvo', other: 'Arquivos de # documentos salvos' }),
    savedAsCsv: counted({ one: '1 documento salvo como CSV', other: '# documentos salvos como CSV' }),
    signedOf: (signed: number, all: number): string => `${number(signed)} de ${number(all)}`,
    owner: 'Proprietário',
    tags: 'Etiquetas',
    created: 'Criado',
    expires: 'Expira',
    id: 'ID',
  },
  remindDialog: {
    title: counted({
      one: 'Lembrar os destinatários de 1 documento?',
      other: 'Lembrar os destinatários de # documentos?',
    }),
    text: 'Todos que podem assinar agora recebem um e-mail. Quem recebeu um lembrete na última hora é pulado.',
    optional: 'Opcional.',
    send: 'Enviar lembretes',
  },
  voidDialog: {
    title: counted({ one: 'Retirar 1 documento?', other: 'Retirar # documentos?' }),
    text: 'Depois disso, ninguém pode assiná-los, e os destinatários convidados recebem um e-mail. As assinaturas existentes ficam registradas. Isto não pode ser desfeito.',
    enterReason: 'Digite um motivo. Os destinatários o verão.',
    void: counted({ one: 'Retirar 1 documento', other: 'Retirar # documentos' }),
  },
  bulkBar: {
    remind: 'Lembrar…',
    void: 'Retirar…',
    addToFolder: 'Adicionar a uma pasta…',
    moveToFolder: 'Mover para outra pasta…',
    removeFromFolder: 'Remover desta pasta',
    saveAsCsv: 'Salvar a seleção como CSV',
    more: 'Mais ações',
    selectWholeList: (total: number): string => `Selecionar todos os ${number(total)} documentos desta lista`,
    selectFirst: (most: number): string => `Selecionar os primeiros ${number(most)} documentos desta lista`,
    archive: 'Arquivar',
    restore: 'Restaurar',
    selectedDocuments: 'Documentos selecionados',
    selected: counted({ one: '1 documento selecionado', other: '# documentos selecionados' }),
    selectAllShown: (total: number): string => `Selecionar todos os ${number(total)} mostrados`,
    createPackage: 'Criar um pacote',
    tags: 'Etiquetas',
    clearSelection: 'Limpar a seleção',
    dismiss: 'Dispensar',
    failedActions: 'Ações com falha',
  },
};
