import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('pt');

export const api: AppWords['api'] = {
  errors: {
    inMoment: 'daqui a pouco',
    inSeconds: (seconds: number): string => counted({ one: 'em # segundo', other: 'em # segundos' })(seconds),
    inMinutes: (seconds: number): string => counted({ one: 'em # minuto', other: 'em # minutos' })(seconds),
    serverCannotBeReached: 'Não é possível acessar o servidor',
    connectionOrServerDown:
      'A sua conexão ou o servidor está fora do ar. O que você digitou continua aqui. Tente de novo daqui a pouco.',
    noAnswer: 'O servidor não respondeu',
    outcomeUnknown:
      'A conexão caiu, por isso não sabemos se a sua alteração foi salva. Recarregue a página para verificar e tente de novo se a alteração não estiver lá.',
    signedOut: 'A sua sessão foi encerrada',
    sessionEnded: 'A sua sessão terminou. Entre de novo para continuar.',
    doNotHavePermission: 'Você não tem permissão',
    notFound: 'Não encontrado',
    mayHaveBeenDeleted: (sentence: string): string =>
      `${sentence} Pode ter sido excluído ou pertencer a outra organização.`,
    somethingNeedsCorrecting: 'Verifique os dados',
    tooManyAttempts: 'Tentativas demais',
    enteredWrongValueTooOften: (inSeconds: string): string =>
      `Você digitou um valor errado vezes demais. Tente de novo ${inSeconds}.`,
    notPartOfPlan: 'Não faz parte do seu plano',
    linkNoLongerWorks: 'Este link não funciona mais',
    tooManyRequests: 'Solicitações demais',
    nothingChanged: (inSeconds: string): string => `Nada foi alterado. Tente de novo ${inSeconds}.`,
    temporarilyUnavailable: 'Indisponível no momento',
    tryAgain: (sentence: string, inSeconds: string): string => `${sentence} Tente de novo ${inSeconds}.`,
    somethingWentWrongOnServer: 'Algo deu errado no servidor',
    savedDataSafe:
      'Os seus dados salvos estão seguros. Tente de novo. Se acontecer outra vez, envie o ID da solicitação ao seu administrador.',
    didNotWork: 'A ação falhou',
    canceledOrTookTooLong: 'A solicitação foi cancelada ou demorou demais. Tente de novo ou use outro método.',
    canceled: 'A solicitação foi cancelada. Tente de novo ou use outro método.',
    deviceOrPasswordManagerAlready:
      'Este dispositivo ou gerenciador de senhas já tem uma chave de acesso para a sua conta.',
    passkeysDoNotWork:
      'As chaves de acesso não funcionam neste endereço. Abra o Countersign pelo nome do host, com HTTPS.',
    browserOrDeviceCannotCreate: 'Este navegador ou dispositivo não consegue criar uma chave de acesso adequada.',
    passkeyNotUsed: 'A chave de acesso não foi usada',
    pageHasProblem: 'Esta página tem um problema',
    documentsSafeOnServer:
      'Os seus documentos estão seguros no servidor. Recarregue a página. Talvez você precise digitar de novo as alterações não salvas.',
  },
};
