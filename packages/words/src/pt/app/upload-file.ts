import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('pt');

export const uploadFile: AppWords['uploadFile'] = {
  upload: {
    document: 'Documento',
    nothingUploaded: 'Nada foi carregado.',
    fileEmpty: 'Este arquivo está vazio',
    hasNoContent: (name: string, kept: string): string =>
      `“${name}” não tem conteúdo. ${kept} Salve o documento como PDF de novo e escolha esse arquivo.`,
    fileTooLarge: 'Este arquivo é grande demais',
    hasMb: (name: string, size: number, kept: string): string =>
      `“${name}” tem ${number(size)} MB. O limite é de 50 MB. ${kept} Reduza o tamanho das imagens ou divida o arquivo.`,
    notPdf: 'Isto não é um PDF',
    cannotBeSigned: (name: string, kept: string): string =>
      `“${name}” tem outro formato. ${kept} Salve-o ou imprima-o como PDF e escolha esse arquivo.`,
    pdfProtectedByPassword: 'Este PDF está protegido por uma senha',
    passwordDoesNotOpenPdf: 'Esta senha não abre o PDF',
    pdfEncryptedInWay: 'Este PDF está criptografado de uma forma não suportada',
    pdfSignedAndEncrypted: 'Este PDF está assinado e criptografado',
    pdfListsPageTwice: 'Este PDF lista uma página duas vezes',
    pdfCannotBeRepairedWithout: 'Este PDF não pode ser reparado sem ser alterado',
    pageOfPdfCannot: 'Uma página deste PDF não pode ser mostrada',
    pdfTooLongTo: 'Este PDF é longo demais para ser reparado',
    pdfDynamicForm: 'Este PDF é um formulário dinâmico',
    pdfLockedByCertification: 'Este PDF está bloqueado por uma certificação',
    pdfDoesNotAllowNew: 'Este PDF não permite novos campos de assinatura',
    pdfHasActiveContent: 'Este PDF tem conteúdo ativo',
    pdfDamaged: 'Este PDF está danificado',
    formFieldOfPdfCannot: 'Um campo de formulário deste PDF não pode ser mostrado',
    pdfCannotBeRead: 'Este PDF não pode ser lido',
    theFile: (message: string): string => `Arquivo: ${message}.`,
    fileNotAccepted: 'Este arquivo não foi aceito',
    notStored: (ofTheFile: string): string => `${ofTheFile} Ele não foi guardado.`,
  },
};
