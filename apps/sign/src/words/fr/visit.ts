import { figuresIn } from '../figures.ts';
import type { visit as en } from '../en/visit.ts';

const { counted } = figuresIn('fr');

export const visit: typeof en = {
  brand: 'Countersign',
  language: 'Langue',
  opening: 'Ouverture du document…',
  openingNote:
    'Vous pouvez lire tout le document avant de vous décider. L’ouvrir ne signe rien, et vous pouvez fermer cette page à tout moment.',
  close: 'Fermer',
  cancel: 'Annuler',
  back: 'Retour',
  tryAgain: 'Réessayer',

  asksToSign: (who) => `${who} vous demande de signer`,
  asksToApprove: (who) => `${who} vous demande d’approuver`,
  asTheSigner: (name) => `Pour ${name}`,
  messageFrom: (name) => `Message de ${name}`,
  document: 'Document',
  pageCount: counted({ one: '# page', other: '# pages' }),
  signBy: 'À signer avant le',
  lastDay: 'aujourd’hui est le dernier jour',
  daysLeft: counted({ one: '# jour restant', other: '# jours restants' }),
  noEndDate: 'Sans date limite',
  alsoSigning: 'Signent aussi',
  reviewDocument: 'Lire le document',
  nothingYet:
    'Lisez-le d’abord. Rien n’est signé tant que vous n’avez pas appuyé sur « Signer le document » à la fin. Aucun compte n’est nécessaire.',
  nothingYetApprover:
    'Lisez-le d’abord. Rien n’est approuvé tant que vous n’avez pas appuyé sur « Approuver le document » à la fin. Aucun compte n’est nécessaire.',
  notForYou: 'Ce document ne vous est pas destiné, ou vous préférez signer sur papier ?',
  writeTo: (name) => `Écrire à ${name}`,

  codeTitle: 'Saisissez votre code d’accès',
  codeText: (sender) =>
    `${sender} a protégé ce document par un code, qui vous a été donné par un autre moyen que cet e-mail.`,
  codeLabel: 'Code d’accès',
  codeWrong: counted({
    one: 'Ce n’est pas le bon code. Il reste # essai.',
    other: 'Ce n’est pas le bon code. Il reste # essais.',
  }),
  codeOpen: 'Ouvrir le document',
  codeMissing: 'Pas de code ?',

  turnTitle: 'Ce n’est pas encore votre tour',
  turnText: (sender) =>
    `D’autres personnes signent avant vous. Vous recevrez un e-mail dès que ce sera votre tour. Pour toute question, écrivez à ${sender}.`,
  readMeanwhile: 'Lire le document',
  checkAgain: 'Vérifier de nouveau',
  readingTurn: 'Lecture seule : ce n’est pas encore votre tour',
  readingCopy: 'Votre copie : rien à signer ici',

  otherwise: 'Vous ne signez pas ?',
  declineTitle: 'Refuser de signer',
  declineText: (sender) =>
    `Cela met fin au document pour tout le monde et ne peut pas être annulé. ${sender} et les autres personnes sont informés de votre motif.`,
  declineReason: 'Motif',
  declineMissing: 'Dites pourquoi, en quelques mots.',
  decline: 'Refuser',
  forwardTitle: 'Une autre personne doit signer',
  forwardText: (sender) =>
    `Cette personne reçoit son propre lien et signe à votre place. Votre lien ne fonctionne plus, et ${sender} en est informé.`,
  forwardName: 'Nom de cette personne',
  forwardEmail: 'Adresse e-mail de cette personne',
  forwardRefused: 'Le document ne peut pas être transmis à cette adresse.',
  forward: 'Transmettre',
  otherwiseFaults: {
    offline: {
      title: 'Pas de connexion',
      text: 'Aucune réponse n’est arrivée. Vérifiez votre connexion et réessayez.',
    },
    unavailable: { title: 'Impossible pour le moment', text: 'Rien n’a été modifié. Réessayez sous peu.' },
    other: { title: 'Cela n’a pas fonctionné', text: 'Rien n’a été modifié.' },
  },

  stopped: {
    'no-link': {
      title: 'Ouvrez le lien reçu par e-mail',
      what: 'Cette page s’ouvre avec le lien personnel de votre invitation ; elle a été ouverte sans lui.',
      kept: '',
      todo: 'Revenez à l’e-mail et ouvrez de nouveau son lien.',
    },
    'session-ended': {
      title: 'Cette page a été fermée pour vous protéger',
      what: 'Rien ne s’est passé ici pendant une demi-heure, le document a donc été refermé.',
      kept: 'Rien n’a été signé. Ce que vous avez saisi est encore dans cet onglet.',
      todo: 'Ouvrez de nouveau le lien reçu par e-mail pour continuer.',
    },
    'wrong-link': {
      title: 'Ce lien ne fonctionne pas',
      what: 'Le lien est incomplet, ou un lien plus récent l’a remplacé.',
      kept: 'Rien n’a été signé.',
      todo: 'Ouvrez le lien de l’e-mail le plus récent sur ce document. S’il ne fonctionne pas non plus, demandez-en un nouveau à la personne qui l’a envoyé.',
    },
    expired: {
      title: 'Le délai pour signer est passé',
      what: 'Ce document pouvait être signé jusqu’à une certaine date, et cette date est passée.',
      kept: 'Vous n’avez rien signé.',
      todo: 'S’il doit encore être signé, demandez qu’il soit envoyé de nouveau.',
    },
    replaced: {
      title: 'L’expéditeur a modifié ce document',
      what: 'Ce lien mène à une version antérieure et ne fonctionne plus.',
      kept: 'Rien n’a été signé avec ce lien.',
      todo: 'Ouvrez le document avec le lien de notre e-mail le plus récent. Si vous n’avez pas cet e-mail, demandez à l’expéditeur.',
    },
    removed: {
      title: 'Vous n’êtes plus destinataire',
      what: 'L’expéditeur vous a retiré des destinataires de ce document. Votre lien ne fonctionne plus.',
      kept: 'Vous n’avez rien à faire.',
      todo: 'Si cela vous surprend, demandez à l’expéditeur.',
    },
    voided: {
      title: 'Ce document a été retiré',
      what: 'L’expéditeur l’a retiré. Il ne peut plus être lu ni signé.',
      kept: 'Vous n’avez rien à faire.',
      todo: 'Si cela vous surprend, demandez à l’expéditeur.',
    },
    unreadable: {
      title: 'Ce lien a expiré',
      what: 'Les documents terminés peuvent être lus ici pendant 30 jours, et ce délai est passé.',
      kept: 'Les signatures restent valables.',
      todo: 'Demandez une copie à l’expéditeur.',
    },
    declined: {
      title: 'Ce document a été clos',
      what: 'Quelqu’un a refusé de le signer, il ne sera donc pas achevé.',
      kept: 'Vous n’avez rien à faire.',
      todo: 'Pour toute question, adressez-vous à l’expéditeur.',
    },
    'you-declined': {
      title: 'Vous avez refusé',
      what: 'Ce document ne sera pas achevé. L’expéditeur et les autres personnes ont été informés, avec votre motif.',
      kept: 'Vous n’avez rien signé.',
      todo: '',
    },
    'you-forwarded': {
      title: 'Vous l’avez transmis',
      what: 'L’autre personne reçoit son propre lien par e-mail. Le vôtre ne fonctionne plus.',
      kept: 'Vous n’avez rien signé. L’expéditeur en a été informé.',
      todo: '',
    },
    locked: {
      title: 'Ce document est verrouillé',
      what: 'Un code erroné a été saisi cinq fois.',
      kept: 'Rien du document n’a été montré.',
      todo: 'L’expéditeur en a été informé et peut vous envoyer un nouveau lien.',
    },
    offline: {
      title: 'Pas de connexion',
      what: 'Le document n’a pas pu être chargé, car aucune réponse n’est arrivée.',
      kept: 'Rien n’est perdu.',
      todo: 'Vérifiez votre connexion et réessayez.',
    },
    unavailable: {
      title: 'Indisponible pour le moment',
      what: 'Le service ne peut pas montrer le document en ce moment.',
      kept: 'Rien n’a été modifié.',
      todo: '',
    },
    other: {
      title: 'Cela n’a pas fonctionné',
      what: 'Le document n’a pas pu être ouvert.',
      kept: 'Rien n’a été modifié.',
      todo: 'Réessayez. Si cela persiste, demandez à la personne qui vous a envoyé le lien.',
    },
  },
  askSubject: (title) => `À propos de « ${title} »`,

  tryShortly: 'Réessayez sous peu.',
  trySeconds: counted({ one: 'Réessayez dans # seconde.', other: 'Réessayez dans # secondes.' }),
  requestId: (id) => `Si vous demandez de l’aide, indiquez ${id}.`,

  sessionWarning: (left) => `Cette page se ferme dans ${left}`,
  sessionKept: 'Pour vous protéger, elle se referme quand personne ne l’utilise.',
  stay: 'La garder ouverte',
};
