import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('pt');

export const dataExport: AppWords['dataExport'] = {
  dataPage: {
    beingPrepared: 'Em preparação',
    ready: 'Pronto',
    erased: 'Apagado',
    yourData: 'Os seus dados',
    theOrganization: 'A organização',
    exportStarted: 'Exportação iniciada',
    weWillSendEMail: 'Enviaremos um e-mail quando ela puder ser baixada.',
    ofDocuments: (done: number, total: number): string => `${number(done)} de ${number(total)} documentos`,
    documents: (count: number, size: string, day: string): string =>
      counted({ one: `# documento, ${size}; até ${day}`, other: `# documentos, ${size}; até ${day}` })(count),
    nothingStored: 'Nenhum arquivo foi guardado. Inicie a exportação de novo.',
    eraseDialog: 'Apagar…',
    cancelDialog: 'Cancelar…',
    deleteExport: 'Excluir esta exportação?',
    cancelExport: 'Cancelar esta exportação?',
    fileDeletedAtOnce: 'O arquivo é excluído imediatamente. Os seus dados não mudam, e você pode exportá-los de novo.',
    exportDiscarded: 'A exportação é descartada. Os seus dados não mudam.',
    erase: 'Apagar',
    cancelExportText: 'Cancelar exportação',
    documentsExported: 'Documentos exportados',
    export: 'Exportação',
    exports: 'Exportações',
    noExportsYet: 'Ainda não há exportações',
    startExportToSee: 'Inicie uma exportação para ver aqui o andamento.',
    dataExport: 'Exportação de dados',
    zipArchiveWithDocuments:
      'Um arquivo ZIP com os seus documentos e os dados relacionados em formatos abertos. Só você pode baixá-lo, em até sete dias.',
    accountDocumentsSentOrSigned:
      'A sua conta, os documentos que você enviou ou assinou, os seus consentimentos e as suas entradas no log de auditoria.',
    exportData: 'Exportar os seus dados',
    allDocumentsWithCertificates:
      'Todos os documentos com certificados e registros de auditoria, modelos, pacotes, membros, configurações e incidentes. Chaves e senhas não são incluídas.',
    exportOrganization: 'Exportar a organização',
  },
};
