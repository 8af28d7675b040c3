import { figuresIn } from '../figures.ts';
import type { visit as en } from '../en/visit.ts';

const { counted } = figuresIn('pt');

export const visit: typeof en = {
  brand: 'Countersign',
  language: 'Idioma',
  opening: 'A abrir o documento…',
  close: 'Fechar',
  cancel: 'Cancelar',
  back: 'Voltar',
  tryAgain: 'Tentar de novo',

  asksToSign: (who) => `${who} pede a sua assinatura`,
  asksToApprove: (who) => `${who} pede a sua aprovação`,
  asTheSigner: (name) => `Para ${name}`,
  messageFrom: (name) => `Mensagem de ${name}`,
  document: 'Documento',
  pageCount: counted({ one: '# página', other: '# páginas' }),
  signBy: 'Assinar até',
  lastDay: 'hoje é o último dia',
  daysLeft: counted({ one: 'falta # dia', other: 'faltam # dias' }),
  noEndDate: 'Sem prazo',
  alsoSigning: 'Também assinam',
  reviewDocument: 'Ler o documento',
  nothingYet:
    'Leia-o primeiro. Nada é assinado antes de premir “Assinar o documento” no fim. Não precisa de uma conta.',
  nothingYetApprover:
    'Leia-o primeiro. Nada é aprovado antes de premir “Aprovar o documento” no fim. Não precisa de uma conta.',
  notForYou: 'Não é para si, ou prefere assinar em papel?',
  writeTo: (name) => `Escrever a ${name}`,

  codeTitle: 'Introduza o código de acesso',
  codeText: (sender) =>
    `${sender} protegeu este documento com um código e indicou-lho por um meio diferente deste e-mail.`,
  codeLabel: 'Código de acesso',
  codeWrong: counted({
    one: 'Esse não é o código. Resta # tentativa.',
    other: 'Esse não é o código. Restam # tentativas.',
  }),
  codeOpen: 'Abrir o documento',
  codeMissing: 'Não tem o código?',

  turnTitle: 'Ainda não é a sua vez',
  turnText: (sender) =>
    `Outras pessoas assinam antes de si. Receberá um e-mail assim que for a sua vez. Se tiver dúvidas, escreva a ${sender}.`,
  readMeanwhile: 'Ler o documento',
  checkAgain: 'Verificar de novo',
  readingTurn: 'Apenas para ler: ainda não é a sua vez',
  readingCopy: 'A sua cópia: aqui não há nada a assinar',

  otherwise: 'Não vai assinar?',
  declineTitle: 'Recusar assinar',
  declineText: (sender) =>
    `Isto encerra o documento para todos e não pode ser desfeito. ${sender} e as outras pessoas ficam a saber o seu motivo.`,
  declineReason: 'Motivo',
  declineMissing: 'Diga porquê, em poucas palavras.',
  decline: 'Recusar',
  forwardTitle: 'Deve assinar outra pessoa',
  forwardText: (sender) =>
    `Essa pessoa recebe um link próprio e assina em seu lugar. O seu link deixa de funcionar, e ${sender} recebe um aviso.`,
  forwardName: 'Nome dessa pessoa',
  forwardEmail: 'Endereço de e-mail dessa pessoa',
  forwardRefused: 'O documento não pode ser passado para este endereço.',
  forward: 'Passar o documento',
  otherwiseFaults: {
    offline: { title: 'Sem ligação', text: 'Não chegou resposta. Verifique a ligação e tente de novo.' },
    unavailable: {
      title: 'Não é possível de momento',
      text: 'Nada foi alterado. Tente de novo daqui a pouco.',
    },
    other: { title: 'Não funcionou', text: 'Nada foi alterado.' },
  },

  stopped: {
    'no-link': {
      title: 'Abra o link do seu e-mail',
      what: 'Esta página abre-se com o link pessoal do seu convite, e foi aberta sem ele.',
      kept: '',
      todo: 'Volte ao e-mail e abra o link de novo.',
    },
    'session-ended': {
      title: 'Esta página foi fechada para sua proteção',
      what: 'Durante meia hora nada aconteceu aqui, por isso o documento foi fechado.',
      kept: 'Nada foi assinado. O que introduziu ainda está neste separador.',
      todo: 'Para continuar, abra de novo o link do seu e-mail.',
    },
    'wrong-link': {
      title: 'Este link não funciona',
      what: 'O link está incompleto, ou foi substituído por um mais recente.',
      kept: 'Nada foi assinado.',
      todo: 'Abra o link do e-mail mais recente sobre este documento. Se também não funcionar, peça um novo a quem o enviou.',
    },
    expired: {
      title: 'O prazo para assinar terminou',
      what: 'Este documento podia ser assinado até um certo dia, e esse dia já passou.',
      kept: 'Não assinou nada.',
      todo: 'Se ainda tiver de ser assinado, peça que o enviem de novo.',
    },
    voided: {
      title: 'Este documento foi retirado',
      what: 'O remetente retirou-o. Já não pode ser lido nem assinado.',
      kept: 'Não precisa de fazer nada.',
      todo: 'Se isso for inesperado, pergunte ao remetente.',
    },
    unreadable: {
      title: 'Este link expirou',
      what: 'Os documentos concluídos podem ser lidos aqui durante 30 dias, e esse prazo já passou.',
      kept: 'As assinaturas continuam válidas.',
      todo: 'Peça uma cópia ao remetente.',
    },
    declined: {
      title: 'Este documento foi encerrado',
      what: 'Alguém se recusou a assiná-lo, por isso não será concluído.',
      kept: 'Não precisa de fazer nada.',
      todo: 'Se tiver dúvidas, fale com o remetente.',
    },
    'you-declined': {
      title: 'Recusou assinar',
      what: 'Este documento não será concluído. O remetente e as outras pessoas receberam um aviso com o seu motivo.',
      kept: 'Não assinou nada.',
      todo: '',
    },
    'you-forwarded': {
      title: 'Passou o documento',
      what: 'A outra pessoa recebe por e-mail um link próprio. O seu já não funciona.',
      kept: 'Não assinou nada. O remetente recebeu um aviso.',
      todo: '',
    },
    locked: {
      title: 'Este documento está bloqueado',
      what: 'Foi introduzido um código errado cinco vezes.',
      kept: 'Nada do documento foi mostrado.',
      todo: 'O remetente recebeu um aviso e pode enviar-lhe um novo link.',
    },
    offline: {
      title: 'Sem ligação',
      what: 'Não foi possível obter o documento, porque não chegou resposta.',
      kept: 'Nada se perdeu.',
      todo: 'Verifique a ligação e tente de novo.',
    },
    unavailable: {
      title: 'Indisponível de momento',
      what: 'O serviço não consegue mostrar o documento agora.',
      kept: 'Nada foi alterado.',
      todo: '',
    },
    other: {
      title: 'Não funcionou',
      what: 'Não foi possível abrir o documento.',
      kept: 'Nada foi alterado.',
      todo: 'Tente de novo. Se continuar assim, pergunte a quem lhe enviou o link.',
    },
  },
  askSubject: (title) => `Sobre “${title}”`,

  tryShortly: 'Tente de novo daqui a pouco.',
  trySeconds: counted({ one: 'Tente de novo dentro de # segundo.', other: 'Tente de novo dentro de # segundos.' }),
  requestId: (id) => `Se pedir ajuda, indique ${id}.`,

  sessionWarning: (left) => `Esta página fecha-se em ${left}`,
  sessionKept: 'Para sua proteção, fecha-se quando ninguém a usa.',
  stay: 'Manter aberta',
};
