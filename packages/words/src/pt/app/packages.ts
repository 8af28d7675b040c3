import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('pt');

export const packages: AppWords['packages'] = {
  makePackageDialog: {
    documentsSignedInOneVisit: (documentsCount: number, documents: string): string =>
      `${number(documentsCount)} documentos, assinados em uma só visita nesta ordem: ${documents}.`,
    titleOfPackage: 'Título do pacote',
    forExample: 'Por exemplo: aluguel do escritório com anexos',
    enterTitle: 'Digite um título. Os destinatários o veem.',
    createPackage: 'Criar pacote',
    createPackageTitle: 'Criar um pacote',
  },
  packagesPage: {
    documentsByBy: <T>(count: number, name: T): Phrase<T> => [
      counted({ one: '1 documento · por ', other: '# documentos · por ' })(count),
      name,
    ],
    of: (done: number, all: number): string => `${number(done)} de ${number(all)}`,
    changed: 'Alterado',
    noPackageHasStatus: (statuses: string): string => `Nenhum pacote tem o status “${statuses}”.`,
    noPackagesYet: 'Ainda não há pacotes',
    selectSeveralDraftsInList:
      'Selecione vários rascunhos na lista de documentos e escolha “Criar um pacote”. Os destinatários recebem um só e-mail e assinam um documento após o outro.',
    chooseDrafts: 'Escolher rascunhos',
    severalDocumentsRecipientsSign:
      'Vários documentos que os destinatários assinam em uma só visita, com um só e-mail.',
    allStatuses: 'Todos os status',
  },
  cancelDialog: {
    packageCanceled: 'Pacote cancelado',
    invitedRecipientsNotified: 'Os destinatários convidados foram avisados.',
    everyDocumentNotCompletedVoided:
      'Todos os documentos não concluídos são retirados, e os destinatários convidados recebem um e-mail. Isto não pode ser desfeito.',
    completedDocumentsDoNotChange: (completedCount: number, documentCount: number): string =>
      `Os documentos concluídos não mudam: ${number(completedCount)} de ${number(documentCount)} documentos.`,
    forExample: 'Por exemplo: o preço mudou',
    enterReason: 'Digite um motivo. Os destinatários o verão.',
    cancelPackage: 'Cancelar pacote',
    cancelPackageTitle: 'Cancelar este pacote?',
  },
  assignment: {
    documentHasNoSigner: 'Este documento não tem signatário. Selecione um destinatário para ele ou remova-o do pacote.',
    aRecipient: 'Um destinatário',
    hasNoDocumentToSign: (name: string): string =>
      `${name} não tem documento para assinar. Selecione um documento para esta pessoa ou remova-a.`,
    oneOfFieldsBelongs: 'Um dos campos dele é para uma pessoa que não assina este documento.',
  },
  assignmentGrid: {
    person: (index: number): string => `Pessoa ${number(index)}`,
    documentsByRecipient: 'Documentos por destinatário',
    eachRecipientSeesOnlyDocuments: 'Cada destinatário vê somente os documentos selecionados para ele.',
    signsEveryDocument: (name: string): string => `${name} assina todos os documentos`,
    signs: (name: string, title: string): string => `${name} assina ${title}`,
  },
  sendForm: {
    eachRecipientGetsOneE: 'Cada destinatário recebe um só e-mail para todos os documentos.',
    confirmWarningAboutDocumentsFirst: 'Confirme primeiro o aviso sobre os seus documentos.',
    nothingSent: (reason: string): string => `${reason} Nada foi enviado.`,
    mayBeSent:
      'A conexão caiu, por isso não sabemos se o pacote foi enviado. Recarregue a página para verificar. O pacote nunca é enviado duas vezes.',
    signAll: (documents: number): string =>
      `Todos os ${number(documents)} documentos são enviados juntos. Cada destinatário assina todos eles e recebe um só e-mail.`,
    signChecked: (documents: number): string =>
      `Todos os ${number(documents)} documentos são enviados juntos. Cada destinatário assina os documentos selecionados para ele e recebe um só e-mail.`,
    sendDocuments: (documentCount: number): string =>
      counted({ one: 'Enviar # documento', other: 'Enviar # documentos' })(documentCount),
  },
  remindDialog: {
    title: counted({ one: 'Lembrar 1 destinatário?', other: 'Lembrar # destinatários?' }),
    text: (names: string): string =>
      `${names}. Cada destinatário recebe um só e-mail para todos os documentos. Quem recebeu um lembrete na última hora é pulado.`,
    send: 'Enviar lembretes',
  },
  preview: {
    show: (title: string): string => `Mostrar as páginas de ${title}`,
    loading: 'Carregando as páginas',
  },
  timeline: {
    title: 'Linha do tempo',
    of: (title: string): string => `· ${title}`,
    showAll: (count: number): string => `Mostrar todas as ${number(count)} entradas`,
  },
  packagePage: {
    recipientsOf: (title: string): string => `Destinatários de ${title}`,
    moveUp: (title: string): string => `Mover ${title} para cima`,
    moveDown: (title: string): string => `Mover ${title} para baixo`,
    removeFromPackage: (title: string): string => `Remover ${title} do pacote`,
    packageDeleted: 'Pacote excluído',
    documentsSeparateDraftsAgain: 'Os documentos dele voltam a ser rascunhos separados.',
    ofDocumentsCompleted: (completedCount: number, documentCount: number): string =>
      `${number(completedCount)} de ${number(documentCount)} documentos concluídos`,
    cancelPackage: 'Cancelar pacote',
    remind: 'Lembrar',
    waitingFor: (names) => `Aguardando ${names}`,
    package: 'Pacote',
    goToPackages: 'Ir para os pacotes',
  },
};
