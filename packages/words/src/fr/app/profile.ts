import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('fr');

export const profile: AppWords['profile'] = {
  deleteAccount: {
    enterPassword: 'Saisissez votre mot de passe.',
    deletionScheduled: 'Suppression programmée',
    untilCanCancelDeletion: (day: string): string => `Vous pouvez annuler la suppression jusqu’au ${day}.`,
    inAboutThirtyDays: 'Dans environ 30 jours :',
    signedOutEverywhereAndApi: 'Vous êtes déconnecté partout, et vos clés API sont révoquées.',
    profileSavedSignaturePasskeys:
      'Votre profil, votre signature enregistrée, vos clés d’accès et les e-mails qui vous sont adressés sont supprimés.',
    documentsDraftsAndTemplatesGo:
      'Vos documents, brouillons et modèles passent à un propriétaire de chaque organisation.',
    signedDocumentsAndEvidenceStay:
      'Les documents signés et leurs preuves restent dans les organisations jusqu’à la fin de leur durée de conservation.',
    ifOnlyOwnerOfOrganization:
      'Si vous êtes le seul propriétaire d’une organisation, transférez-la ou supprimez-la d’abord.',
    yourPassword: 'Votre mot de passe',
    deleteMyAccount: 'Supprimer mon compte',
    keepMyAccount: 'Garder mon compte',
    legalHoldOfOne:
      'Un gel légal de l’une de vos organisations empêche la suppression. Votre compte sera supprimé quand le gel sera levé.',
    organizationWouldHaveNoOwner: 'Une organisation n’aurait plus de propriétaire. Transférez-la ou supprimez-la.',
    accountWillBeDeleted: 'Votre compte va être supprimé',
    on: (day: string, days: string): string => `Le ${day} (${days}).`,
    takesAboutThirtyDays:
      'Votre compte est supprimé dans environ 30 jours. D’ici là, vous pouvez annuler la suppression.',
    deleteMyAccountDialog: 'Supprimer mon compte…',
    deleteAccount: 'Supprimer votre compte ?',
  },
  signaturePad: {
    drawingAreaForSignature: 'Surface où dessiner votre signature',
    useMouseFingerOrPen: 'Avec la souris, le doigt ou un stylet',
    clear: 'Effacer',
  },
  handChoice: {
    noneOfHandwritingFonts:
      'Aucune des écritures n’a ces lettres ; votre nom est donc composé en caractères ordinaires. Vous pouvez aussi le dessiner.',
    handwriting: 'Écriture',
    style: (index: number): string => `Style ${number(index)}`,
  },
  profilePage: {
    keyboard: 'Clavier',
    keyboardText: 'Ce réglage ne s’applique qu’à ce navigateur.',
    singleKeys: 'Raccourcis d’une seule touche',
    singleKeysText: 'Par exemple J et K dans les listes. Appuyez sur ? pour voir tous les raccourcis.',
    enterName: 'Saisissez votre nom.',
    profileSaved: 'Profil enregistré',
    forEMailsTo: 'Pour l’application, les e-mails qui vous sont adressés et les documents que vous signez.',
    browserSetting: 'Comme le navigateur',
    timeZone: 'Fuseau horaire',
    forTimesInApp: 'Pour les heures dans cette application et dans les e-mails qui vous sont adressés.',
    browserSettingPlaceholder: (here: string): string => `Comme le navigateur (${here})`,
    unknownTimeZone: 'Fuseau horaire inconnu',
    signatureSaved: 'Signature enregistrée',
    offeredWhenSignDocument: 'Elle vous est proposée quand vous signez un document.',
    kindOfSignature: 'Type de signature',
    draw: 'Dessiner',
    type: 'Écrire',
    yourName: 'Votre nom',
    saveSignature: 'Enregistrer la signature',
    savedSignature: (data: string): string => `Votre signature enregistrée : ${data}`,
    savedSignatureAlt: 'Votre signature enregistrée',
    signatureRemoved: 'Signature supprimée',
    savedSignatureTitle: 'Signature enregistrée',
    offeredWhenSignWithAccount:
      'Proposée quand vous signez avec votre compte. C’est le certificat qui prouve une signature, pas cette image.',
    addSignature: 'Ajouter une signature',
    profile: 'Profil',
    nameLanguageAndSavedSignature: 'Votre nom, votre langue et votre signature enregistrée.',
    aboutYou: 'À propos de vous',
  },
  contacts: {
    title: 'Carnet d’adresses',
    text: 'Pendant la saisie des destinataires, l’application suggère les personnes à qui vous avez envoyé des documents. Vous êtes seul à voir ces suggestions.',
    people: counted({ one: '# personne', other: '# personnes' }),
    clearDialog: 'Vider…',
    clearTitle: 'Vider votre carnet d’adresses ?',
    clearText:
      'Ces personnes ne sont plus suggérées. Cette action est irréversible. Vos documents ne changent pas, et les personnes à qui vous envoyez un autre document sont de nouveau suggérées.',
    clear: 'Vider le carnet',
    cleared: 'Carnet d’adresses vidé',
  },
};
