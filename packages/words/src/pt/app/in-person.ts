import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('pt');

export const inPerson: AppWords['inPerson'] = {
  endButton: {
    sessionEnded: 'Sessão encerrada',
    deviceNoLongerShowsDocument: 'O dispositivo não mostra mais o documento.',
    endSession: (name: string): string => `Encerrar a sessão de ${name}`,
    end: 'Encerrar',
    endSessionText: 'Encerrar a sessão',
  },
  sessionState: {
    notOpenedYet: 'Ainda não aberto',
    signing: 'Assinando',
    lockedByWrongCodes: 'Bloqueado após códigos errados',
    ended: 'Encerrada',
    minutesLeft: counted({ one: 'falta 1 minuto', other: 'faltam # minutos' }),
  },
  handedOver: {
    handedOver: 'Dispositivo entregue',
    linkAsQrCode: 'O link como código QR, para a câmera do dispositivo',
    openOnDeviceWithCamera: 'Leia o código com a câmera do dispositivo ou abra o link nele.',
    giveSignerAccessCode: 'Depois informe o código de acesso ao signatário.',
    useDeviceOnWhich: 'Use um dispositivo em que você não entrou no Countersign.',
    copyLink: 'Copiar o link',
    nextSigner: 'Próximo signatário',
  },
  handOverForm: {
    handOver: 'Entregar',
    documentWaitsForSignature: 'Um documento que aguarda uma assinatura ou um rascunho sem destinatários',
    typePartOfTitle: 'Digite parte do título',
    noMatchingDocumentCan: 'Nenhum documento encontrado pode ser assinado',
    draftHasRecipientsAlready: <T>(link: (text: string) => T): Phrase<T> => [
      'Este rascunho já tem destinatários. ',
      link('Envie-o'),
      ' primeiro e depois entregue o dispositivo a um deles.',
    ],
    nobodyAskedToSignDocument: 'Nenhum destinatário pode assinar este documento no momento.',
    notChecked: 'Não verificada',
    iKnowSignerInPerson: 'Conheço o signatário pessoalmente',
    identityDocument: 'Documento de identificação',
    passport: 'Passaporte',
    identityCard: 'Carteira de identidade',
    drivingLicense: 'Carteira de habilitação',
    residencePermit: 'Autorização de residência',
    otherDocument: 'Outro documento',
    enterEMailAddress: 'Digite um endereço de e-mail para o documento concluído.',
    chooseWhoSigns: 'Escolha quem assina.',
    enterName: 'Digite o nome do signatário.',
    atLeastFourLettersDigits: 'Pelo menos 4 letras, algarismos ou símbolos sem acentos.',
    draftSentToPerson: 'O rascunho é enviado imediatamente a esta pessoa, sem convite por e-mail.',
    eMail: 'E-mail',
    signer: 'Signatário',
    signerMustEnterAccessCode: 'O signatário precisa digitar o código de acesso deste documento no dispositivo.',
    accessCodeOptional: 'Código de acesso (opcional)',
    requiredOnDeviceBeforeDocument: 'Pedido no dispositivo antes que o documento seja mostrado',
    howDidCheckSignersIdentity: 'Como você verificou a identidade do signatário?',
    printedOnCertificateOfCompletion: 'Impresso no certificado de conclusão',
    doNotRecord: 'Não registrar',
  },
  openSessions: {
    onOtherDevices: 'Em outros dispositivos',
    handedOverBy: <T>(link: T, name: T): Phrase<T> => [link, ', entregue por ', name],
  },
  inPersonPage: {
    inPerson: 'Presencial',
    signInPerson: 'Assinar presencialmente',
    handTabletOrPhone:
      'Entregue um tablet ou um celular ao signatário à sua frente. Você verifica a identidade dele, e isso fica registrado nas provas.',
  },
};
