import type { signing as en } from '../en/signing.ts';

export const signing: typeof en = {
  consentTitle: 'Assinar o documento',
  approveTitle: 'Aprovar o documento',
  signatureOf: (name) => `Assinatura de ${name}`,
  whatHappens: (title, sender) =>
    `Ao premir “Assinar o documento”, “${title}” é assinado em seu nome com uma assinatura eletrónica e um carimbo do tempo de confiança. ${sender} recebe um aviso. Depois, isso já não pode ser desfeito aqui.`,
  whatHappensApprove: (title, sender) =>
    `Ao premir “Aprovar o documento”, a sua aprovação de “${title}” fica registada com uma assinatura eletrónica e um carimbo do tempo de confiança. ${sender} recebe um aviso. Depois, isso já não pode ser desfeito aqui.`,
  consentLabel: 'Concordo',
  consentNeeded:
    'Marque a caixa para continuar: sem o seu consentimento, este documento não pode ser assinado eletronicamente.',
  signDocument: 'Assinar o documento',
  approveDocument: 'Aprovar o documento',
  signing: 'A assinar…',
  approving: 'A aprovar…',
  signingNote: 'A assinatura e o carimbo do tempo estão a ser criados. Mantenha esta página aberta.',
  ratherNot: 'Não concorda? Feche esta página e nada é assinado. Para assinar em papel, escreva para:',

  sendFaults: {
    offline: {
      title: 'Sem ligação',
      text: 'Não chegou resposta. O que introduziu fica guardado nesta página. Verifique a ligação e tente de novo; não é possível assinar duas vezes por engano.',
    },
    unavailable: {
      title: 'Não é possível de momento',
      text: 'Nada foi assinado, e o que introduziu fica guardado nesta página.',
    },
    invalid: {
      title: 'Há algo a corrigir',
      text: 'Nada foi assinado, e o que introduziu fica guardado.',
    },
    other: {
      title: 'Não funcionou',
      text: 'Nada foi assinado, e o que introduziu fica guardado nesta página.',
    },
  },

  signedTitle: 'Assinou o documento',
  approvedTitle: 'Aprovou o documento',
  thanks: (name) => `Agradecemos, ${name}.`,
  signedAt: 'Quando',
  signedAs: 'Quem',
  fingerprint: 'Impressão digital',
  fingerprintNote: 'SHA-256 do documento tal como foi enviado',
  copy: 'Copiar',
  copied: 'Copiado',
  verifyNote:
    'Pode verificar este documento a qualquer momento: o ficheiro final contém todas as assinaturas e todos os carimbos do tempo, e os leitores de PDF que verificam assinaturas mostram-nos.',
  waitingFor: 'Quem assina',
  signerStates: {
    waiting: 'Aguarda a sua vez',
    'pending-signature': 'Ainda não assinou',
    signed: 'Assinou',
    declined: 'Recusou',
    notified: 'Recebe uma cópia',
  },
  everyoneSigned: 'Todos assinaram',
  downloadReadyText: 'O documento está concluído e selado. Guarde uma cópia.',
  downloadWaiting: 'Ainda não assinaram todos',
  downloadWaitingText: (email) => `Receberá o documento final por e-mail em ${email}. Pode fechar esta página.`,
  downloadSealingText: 'O documento final está a ser selado. É só um momento.',
  download: 'Transferir o documento',
  downloading: 'A transferir…',
  downloadFailed: 'A transferência não funcionou. Verifique a ligação e tente de novo.',
  downloadLater:
    'Esta página já não procura novidades. Abra de novo o link do seu e-mail para ver em que ponto está o documento.',
};
