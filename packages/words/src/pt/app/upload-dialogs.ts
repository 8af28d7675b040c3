import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('pt');

export const uploadDialogs: AppWords['uploadDialogs'] = {
  passwordDialog: {
    enterPasswordOfPdf: 'Digite a senha deste PDF',
    usedOnceToOpenFile:
      'A senha é usada uma única vez para abrir o arquivo e não é guardada. Os destinatários não precisam de senha.',
    upload: 'Carregar',
  },
  uploadDialog: {
    kb: (bytes: number): string => `${number(bytes)} kB`,
    mb: (bytes: string): string => `${bytes} MB`,
    uploading: 'Carregando',
    uploadingOf: (index: number, all: number): string => `Carregando arquivo ${number(index)} de ${number(all)}`,
    uploadProgress: 'Andamento do carregamento',
    sent: 'Enviado. O servidor verifica o PDF…',
    sentText: (percent: number): string => `${number(percent)} % enviado`,
  },
  severalFiles: {
    uploaded: counted({ one: '1 arquivo carregado', other: '# arquivos carregados' }),
    refused: counted({ one: '1 arquivo não foi carregado', other: '# arquivos não foram carregados' }),
    why: (name: string, why: string): string => `${name}: ${why}.`,
    tooMany: 'Arquivos demais',
    limit: (filesCount: number, most: number): string =>
      `Você escolheu ${number(filesCount)} arquivos. O limite é de ${number(most)} por vez. Nada foi carregado.`,
    needsPassword: 'Está protegido por uma senha. Carregue-o separadamente',
    notTried: 'Sem tentativa',
    canceled: 'Cancelado',
    choose: 'Juntos, os destinatários recebem um só e-mail e assinam todos os documentos em uma só visita.',
    separately: counted({ one: 'Abrir o rascunho', other: 'Manter como rascunhos separados' }),
    together: 'Enviar juntos',
    close: 'Fechar',
  },
  choosePdf: {
    pdfFile: 'Arquivo PDF',
  },
  newDocumentPage: {
    choosePdf: 'Escolha o PDF',
    storedUnchangedByteForByte: 'Ele é guardado sem alterações, byte por byte.',
    addRecipients: 'Adicione destinatários',
    namesEMailAddressesOrder: 'Nomes, endereços de e-mail, ordem e campos.',
    send: 'Envie',
    eachSignerGetsLink: 'Cada signatário recebe um link por e-mail. Você pode acompanhar o andamento.',
    dropPdf: 'Solte PDFs aqui',
    orAnywhereInWindow: 'ou em qualquer lugar desta janela. No máximo 50 MB cada.',
    nextSteps: 'Próximos passos',
  },
};
