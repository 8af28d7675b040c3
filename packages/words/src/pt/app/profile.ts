import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('pt');

export const profile: AppWords['profile'] = {
  deleteAccount: {
    enterPassword: 'Digite a sua senha.',
    deletionScheduled: 'Exclusão programada',
    untilCanCancelDeletion: (day: string): string => `Até ${day}, você pode cancelar a exclusão.`,
    inAboutThirtyDays: 'Em cerca de 30 dias:',
    signedOutEverywhereAndApi: 'A sua sessão é encerrada em todos os lugares, e as suas chaves de API são revogadas.',
    profileSavedSignaturePasskeys:
      'O seu perfil, a assinatura salva, as chaves de acesso e os e-mails para você são excluídos.',
    documentsDraftsAndTemplatesGo:
      'Os seus documentos, rascunhos e modelos passam para um proprietário de cada organização.',
    signedDocumentsAndEvidenceStay:
      'Os documentos assinados e as suas provas ficam com as organizações até o fim do período de retenção.',
    ifOnlyOwnerOfOrganization:
      'Se você é o único proprietário de uma organização, transfira a propriedade ou exclua a organização primeiro.',
    yourPassword: 'A sua senha',
    deleteMyAccount: 'Excluir a minha conta',
    keepMyAccount: 'Manter a minha conta',
    legalHoldOfOne:
      'Um bloqueio legal de uma das suas organizações impede a exclusão. A sua conta é excluída quando o bloqueio for liberado.',
    organizationWouldHaveNoOwner: 'Uma organização ficaria sem proprietário. Transfira a propriedade dela ou exclua-a.',
    accountWillBeDeleted: 'A sua conta será excluída',
    on: (day: string, days: string): string => `Em ${day} (${days}).`,
    takesAboutThirtyDays: 'A sua conta é excluída em cerca de 30 dias. Até lá, você pode cancelar a exclusão.',
    deleteMyAccountDialog: 'Excluir a minha conta…',
    deleteAccount: 'Excluir a sua conta?',
  },
  signaturePad: {
    drawingAreaForSignature: 'Área para desenhar a sua assinatura',
    useMouseFingerOrPen: 'Use o mouse, o dedo ou uma caneta',
    clear: 'Limpar',
  },
  handChoice: {
    noneOfHandwritingFonts:
      'Nenhuma das fontes manuscritas tem estas letras, por isso o seu nome aparece em letra comum. Você pode desenhá-lo.',
    handwriting: 'Letra manuscrita',
    style: (index: number): string => `Estilo ${number(index)}`,
  },
  profilePage: {
    keyboard: 'Teclado',
    keyboardText: 'Esta configuração vale somente para este navegador.',
    singleKeys: 'Atalhos com uma única tecla',
    singleKeysText: 'Por exemplo, J e K nas listas. Aperte ? para ver todos os atalhos.',
    enterName: 'Digite o seu nome.',
    profileSaved: 'Perfil salvo',
    forEMailsTo: 'Para o aplicativo, os e-mails enviados a você e os documentos que você assina.',
    browserSetting: 'Configuração do navegador',
    timeZone: 'Fuso horário',
    forTimesInApp: 'Para as horas neste aplicativo e nos e-mails enviados a você.',
    browserSettingPlaceholder: (here: string): string => `Configuração do navegador (${here})`,
    unknownTimeZone: 'Fuso horário desconhecido',
    signatureSaved: 'Assinatura salva',
    offeredWhenSignDocument: 'Ela é oferecida quando você assina um documento.',
    kindOfSignature: 'Tipo de assinatura',
    draw: 'Desenhar',
    type: 'Digitar',
    yourName: 'O seu nome',
    saveSignature: 'Salvar assinatura',
    savedSignature: (data: string): string => `A sua assinatura salva: ${data}`,
    savedSignatureAlt: 'A sua assinatura salva',
    signatureRemoved: 'Assinatura removida',
    savedSignatureTitle: 'Assinatura salva',
    offeredWhenSignWithAccount:
      'Oferecida quando você assina com a sua conta. O que prova uma assinatura é o certificado, não esta imagem.',
    addSignature: 'Adicionar uma assinatura',
    profile: 'Perfil',
    nameLanguageAndSavedSignature: 'O seu nome, o idioma e a assinatura salva.',
    aboutYou: 'Sobre você',
  },
  contacts: {
    title: 'Catálogo de endereços',
    text: 'Enquanto você digita destinatários, o aplicativo sugere pessoas a quem você enviou documentos. Só você vê essas sugestões.',
    people: counted({ one: '# pessoa', other: '# pessoas' }),
    clearDialog: 'Limpar…',
    clearTitle: 'Limpar o seu catálogo de endereços?',
    clearText:
      'Essas pessoas deixam de ser sugeridas. Não é possível desfazer. Os seus documentos não mudam, e as pessoas a quem você enviar outro documento voltam a ser sugeridas.',
    clear: 'Limpar catálogo',
    cleared: 'Catálogo de endereços limpo',
  },
};
