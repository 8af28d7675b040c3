import type { signing as en } from '../en/signing.ts';

export const signing: typeof en = {
  consentTitle: 'Assinar o documento',
  approveTitle: 'Aprovar o documento',
  signatureOf: (name) => `Assinatura de ${name}`,
  whatHappens: (title, sender) =>
    `Quando você aperta “Assinar o documento”, “${title}” é assinado em seu nome com uma assinatura eletrônica e um carimbo do tempo confiável. ${sender} recebe um aviso. Depois, isso não pode mais ser desfeito aqui.`,
  whatHappensApprove: (title, sender) =>
    `Quando você aperta “Aprovar o documento”, a sua aprovação de “${title}” fica registrada com uma assinatura eletrônica e um carimbo do tempo confiável. ${sender} recebe um aviso. Depois, isso não pode mais ser desfeito aqui.`,
  consentLabel: 'Concordo',
  consentNeeded:
    'Marque a caixa para continuar: sem o seu consentimento, este documento não pode ser assinado eletronicamente.',
  signDocument: 'Assinar o documento',
  approveDocument: 'Aprovar o documento',
  signing: 'Assinando…',
  approving: 'Aprovando…',
  signingNote: 'A assinatura e o carimbo do tempo estão sendo criados. Mantenha esta página aberta.',
  ratherNot: 'Não concorda? Feche esta página e nada é assinado. Para assinar em papel, escreva para:',

  sendFaults: {
    offline: {
      title: 'Sem conexão',
      text: 'Não houve resposta. O que você digitou fica guardado nesta página. Verifique a conexão e tente de novo; não é possível assinar duas vezes por engano.',
    },
    unavailable: {
      title: 'Não é possível no momento',
      text: 'Nada foi assinado, e o que você digitou fica guardado nesta página.',
    },
    invalid: {
      title: 'Há algo a corrigir',
      text: 'Nada foi assinado, e o que você digitou fica guardado.',
    },
    other: {
      title: 'Não funcionou',
      text: 'Nada foi assinado, e o que você digitou fica guardado nesta página.',
    },
  },

  signedTitle: 'Você assinou o documento',
  approvedTitle: 'Você aprovou o documento',
  thanks: (name) => `Agradecemos, ${name}.`,
  signedAt: 'Quando',
  signedAs: 'Quem',
  receiptTitle: 'O seu recibo',
  receiptNote: 'Guarde este recibo. Com ele pode provar qual arquivo lhe foi mostrado e qual arquivo assinou.',
  receiptShown: 'Arquivo que lhe foi mostrado (SHA-256)',
  receiptSigned: 'Arquivo que assinou (SHA-256)',
  receiptTrail: (n: number) => `Registro após a sua assinatura, entrada ${n} (SHA-256)`,
  receiptDownload: 'Baixar o recibo',
  fingerprint: 'Impressão digital',
  fingerprintNote: 'SHA-256 do documento tal como foi enviado',
  fingerprintNoteFinished: 'SHA-256 do documento concluído',
  copy: 'Copiar',
  copied: 'Copiado',
  verifyNote:
    'Você pode verificar este documento a qualquer momento: o arquivo final contém todas as assinaturas e todos os carimbos do tempo, e os leitores de PDF que verificam assinaturas os mostram.',
  waitingFor: 'Quem assina',
  signerStates: {
    waiting: 'Aguarda a vez',
    'pending-signature': 'Ainda não assinou',
    signed: 'Assinou',
    declined: 'Recusou',
    notified: 'Recebe uma cópia',
  },
  everyoneSigned: 'Todos assinaram',
  downloadReadyText: 'O documento está concluído e selado. Guarde uma cópia.',
  downloadWaiting: 'Nem todos assinaram ainda',
  downloadWaitingText: (email) => `Você receberá o documento final por e-mail em ${email}. Pode fechar esta página.`,
  downloadSealingText: 'O documento final está sendo selado. É só um momento.',
  download: 'Baixar o documento',
  downloading: 'Baixando…',
  downloadFailed: 'Não foi possível baixar o documento. Verifique a conexão e tente de novo.',
  downloadLater:
    'Esta página não procura mais novidades. Abra de novo o link do seu e-mail para ver em que ponto está o documento.',
};
