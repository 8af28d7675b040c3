import { figuresIn } from '../figures.ts';
import type { visit as en } from '../en/visit.ts';

const { counted } = figuresIn('pt');

export const visit: typeof en = {
  brand: 'Countersign',
  language: 'Idioma',
  opening: 'Abrindo o documento…',
  openingNote:
    'Você pode ler o documento inteiro antes de decidir. Abri-lo não assina nada, e você pode fechar esta página a qualquer momento.',
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
    'Leia-o primeiro. Nada é assinado antes que você aperte “Assinar o documento” no fim. Você não precisa de uma conta.',
  nothingYetApprover:
    'Leia-o primeiro. Nada é aprovado antes que você aperte “Aprovar o documento” no fim. Você não precisa de uma conta.',
  notForYou: 'Não é para você, ou prefere assinar em papel?',
  writeTo: (name) => `Escrever para ${name}`,

  codeTitle: 'Digite o código de acesso',
  codeText: (sender) =>
    `${sender} protegeu este documento com um código e o informou a você por um meio diferente deste e-mail.`,
  codeLabel: 'Código de acesso',
  codeWrong: counted({
    one: 'Esse não é o código. Resta # tentativa.',
    other: 'Esse não é o código. Restam # tentativas.',
  }),
  codeOpen: 'Abrir o documento',
  codeMissing: 'Não tem o código?',

  turnTitle: 'Ainda não é a sua vez',
  turnText: (sender) =>
    `Outras pessoas assinam antes de você. Você receberá um e-mail assim que for a sua vez. Em caso de dúvida, escreva para ${sender}.`,
  readMeanwhile: 'Ler o documento',
  checkAgain: 'Verificar de novo',
  readingTurn: 'Apenas para leitura: ainda não é a sua vez',
  readingCopy: 'A sua cópia: não há nada para assinar aqui',

  otherwise: 'Não vai assinar?',
  declineTitle: 'Recusar-se a assinar',
  declineText: (sender) =>
    `Isto encerra o documento para todos e não pode ser desfeito. ${sender} e as outras pessoas ficam sabendo o seu motivo.`,
  declineReason: 'Motivo',
  declineMissing: 'Diga por quê, em poucas palavras.',
  decline: 'Recusar',
  forwardTitle: 'Outra pessoa deve assinar',
  forwardText: (sender) =>
    `Essa pessoa recebe um link próprio e assina no seu lugar. O seu link deixa de funcionar, e ${sender} recebe um aviso.`,
  forwardName: 'Nome dessa pessoa',
  forwardEmail: 'Endereço de e-mail dessa pessoa',
  forwardRefused: 'O documento não pode ser passado para este endereço.',
  forward: 'Passar o documento',
  otherwiseFaults: {
    offline: { title: 'Sem conexão', text: 'Não houve resposta. Verifique a conexão e tente de novo.' },
    unavailable: {
      title: 'Não é possível no momento',
      text: 'Nada foi alterado. Tente de novo daqui a pouco.',
    },
    other: { title: 'Não funcionou', text: 'Nada foi alterado.' },
  },

  stopped: {
    'no-link': {
      title: 'Abra o link do seu e-mail',
      what: 'Esta página se abre com o link pessoal do seu convite, e foi aberta sem ele.',
      kept: '',
      todo: 'Volte ao e-mail e abra o link de novo.',
    },
    'session-ended': {
      title: 'Esta página foi fechada para sua proteção',
      what: 'Durante meia hora nada aconteceu aqui, por isso o documento foi fechado.',
      kept: 'Nada foi assinado. O que você digitou ainda está nesta aba.',
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
      kept: 'Você não assinou nada.',
      todo: 'Se ele ainda precisar ser assinado, peça que o enviem de novo.',
    },
    replaced: {
      title: 'O remetente alterou este documento',
      what: 'Este link leva a uma versão anterior e não funciona mais.',
      kept: 'Nada foi assinado com este link.',
      todo: 'Abra o documento com o link do nosso e-mail mais recente. Se você não tem esse e-mail, pergunte ao remetente.',
    },
    removed: {
      title: 'Você não é mais destinatário',
      what: 'O remetente removeu você dos destinatários deste documento. Seu link não funciona mais.',
      kept: 'Você não precisa fazer nada.',
      todo: 'Se você não esperava isso, pergunte ao remetente.',
    },
    voided: {
      title: 'Este documento foi retirado',
      what: 'O remetente o retirou. Ele não pode mais ser lido nem assinado.',
      kept: 'Você não precisa fazer nada.',
      todo: 'Se você não esperava isso, pergunte ao remetente.',
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
      kept: 'Você não precisa fazer nada.',
      todo: 'Se tiver dúvidas, fale com o remetente.',
    },
    'you-declined': {
      title: 'Você se recusou a assinar',
      what: 'Este documento não será concluído. O remetente e as outras pessoas receberam um aviso com o seu motivo.',
      kept: 'Você não assinou nada.',
      todo: '',
    },
    'you-forwarded': {
      title: 'Você passou o documento',
      what: 'A outra pessoa recebe por e-mail um link próprio. O seu não funciona mais.',
      kept: 'Você não assinou nada. O remetente recebeu um aviso.',
      todo: '',
    },
    locked: {
      title: 'Este documento está bloqueado',
      what: 'Um código errado foi digitado cinco vezes.',
      kept: 'Nada do documento foi mostrado.',
      todo: 'O remetente recebeu um aviso e pode enviar um novo link a você.',
    },
    offline: {
      title: 'Sem conexão',
      what: 'Não foi possível obter o documento, porque não houve resposta.',
      kept: 'Nada se perdeu.',
      todo: 'Verifique a conexão e tente de novo.',
    },
    unavailable: {
      title: 'Indisponível no momento',
      what: 'O serviço não consegue mostrar o documento agora.',
      kept: 'Nada foi alterado.',
      todo: '',
    },
    other: {
      title: 'Não funcionou',
      what: 'Não foi possível abrir o documento.',
      kept: 'Nada foi alterado.',
      todo: 'Tente de novo. Se continuar assim, pergunte a quem enviou o link a você.',
    },
  },
  askSubject: (title) => `Sobre “${title}”`,

  tryShortly: 'Tente de novo daqui a pouco.',
  trySeconds: counted({ one: 'Tente de novo em # segundo.', other: 'Tente de novo em # segundos.' }),
  requestId: (id) => `Se pedir ajuda, informe ${id}.`,

  sessionWarning: (left) => `Esta página será fechada em ${left}`,
  sessionKept: 'Para sua proteção, ela se fecha quando ninguém a usa.',
  stay: 'Manter aberta',
};
