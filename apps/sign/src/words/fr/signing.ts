import type { signing as en } from '../en/signing.ts';

export const signing: typeof en = {
  consentTitle: 'Signer le document',
  approveTitle: 'Approuver le document',
  signatureOf: (name) => `Signature : ${name}`,
  whatHappens: (title, sender) =>
    `Lorsque vous appuyez sur « Signer le document », « ${title} » est signé en votre nom avec une signature numérique et un horodatage de confiance. ${sender} en est informé. Ensuite, cela ne peut plus être annulé ici.`,
  whatHappensApprove: (title, sender) =>
    `Lorsque vous appuyez sur « Approuver le document », votre approbation de « ${title} » est consignée avec une signature numérique et un horodatage de confiance. ${sender} en est informé. Ensuite, cela ne peut plus être annulé ici.`,
  consentLabel: 'J’accepte',
  consentNeeded:
    'Cochez la case pour continuer : sans votre consentement, ce document ne peut pas être signé par voie électronique.',
  signDocument: 'Signer le document',
  approveDocument: 'Approuver le document',
  signing: 'Signature en cours…',
  approving: 'Approbation en cours…',
  signingNote: 'La signature et son horodatage sont en préparation. Gardez cette page ouverte.',
  ratherNot: 'Vous n’êtes pas d’accord ? Fermez cette page, rien n’est signé. Pour une version papier, écrivez à :',

  sendFaults: {
    offline: {
      title: 'Pas de connexion',
      text: 'Aucune réponse n’est arrivée. Ce que vous avez saisi reste sur cette page. Vérifiez votre connexion et réessayez ; vous ne pouvez pas signer deux fois par erreur.',
    },
    unavailable: {
      title: 'Impossible pour le moment',
      text: 'Rien n’a été signé, et ce que vous avez saisi reste sur cette page.',
    },
    invalid: {
      title: 'Quelque chose doit être corrigé',
      text: 'Rien n’a été signé, et ce que vous avez saisi est conservé.',
    },
    other: {
      title: 'Cela n’a pas fonctionné',
      text: 'Rien n’a été signé, et ce que vous avez saisi reste sur cette page.',
    },
  },

  signedTitle: 'Vous avez signé',
  approvedTitle: 'Vous avez approuvé',
  thanks: (name) => `Merci, ${name}.`,
  signedAt: 'Quand',
  signedAs: 'Qui',
  receiptTitle: 'Votre reçu',
  receiptNote:
    'Conservez ce reçu. Il vous permet de prouver quel fichier vous a été montré et quel fichier vous avez signé.',
  receiptShown: 'Fichier qui vous a été montré (SHA-256)',
  receiptSigned: 'Fichier que vous avez signé (SHA-256)',
  receiptTrail: (n: number) => `Journal après votre signature, entrée ${n} (SHA-256)`,
  receiptDownload: 'Télécharger le reçu',
  fingerprint: 'Empreinte',
  fingerprintNote: 'SHA-256 du document tel qu’il a été envoyé',
  fingerprintNoteFinished: 'SHA-256 du document finalisé',
  copy: 'Copier',
  copied: 'Copié',
  verifyNote:
    'Vous pouvez vérifier ce document à tout moment : le fichier final contient toutes les signatures et tous les horodatages, et les lecteurs PDF qui vérifient les signatures les affichent.',
  waitingFor: 'Qui signe',
  signerStates: {
    waiting: 'Attend son tour',
    'pending-signature': 'Pas encore signé',
    signed: 'A signé',
    declined: 'A refusé',
    notified: 'Reçoit une copie',
  },
  everyoneSigned: 'Tout le monde a signé',
  downloadReadyText: 'Le document est terminé et scellé. Gardez-en une copie.',
  downloadWaiting: 'Tout le monde n’a pas encore signé',
  downloadWaitingText: (email) =>
    `Vous recevrez le document final par e-mail à ${email}. Vous pouvez fermer cette page.`,
  downloadSealingText: 'Le document final est en cours de scellement. Cela prend un instant.',
  download: 'Télécharger le document',
  downloading: 'Téléchargement…',
  downloadFailed: 'Le téléchargement n’a pas fonctionné. Vérifiez votre connexion et réessayez.',
  downloadLater:
    'Cette page ne cherche plus de nouvelles. Ouvrez de nouveau le lien reçu par e-mail pour voir où en sont les choses.',
};
