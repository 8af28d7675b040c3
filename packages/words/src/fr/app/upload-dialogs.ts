import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('fr');

export const uploadDialogs: AppWords['uploadDialogs'] = {
  passwordDialog: {
    enterPasswordOfPdf: 'Saisissez le mot de passe de ce PDF',
    usedOnceToOpenFile:
      'Le mot de passe sert une seule fois à ouvrir le fichier et n’est pas conservé. Les destinataires n’ont pas besoin de mot de passe.',
    upload: 'Importer',
  },
  uploadDialog: {
    kb: (bytes: number): string => `${number(bytes)} ko`,
    mb: (bytes: string): string => `${bytes} Mo`,
    uploading: 'Import en cours',
    uploadingOf: (index: number, all: number): string => `Import du fichier ${number(index)} sur ${number(all)}`,
    uploadProgress: 'Progression de l’import',
    sent: 'Envoyé. Le serveur vérifie le PDF…',
    sentText: (percent: number): string => `${number(percent)} % envoyés`,
  },
  severalFiles: {
    uploaded: counted({ one: '# fichier importé', other: '# fichiers importés' }),
    refused: counted({ one: '# fichier n’a pas été importé', other: '# fichiers n’ont pas été importés' }),
    why: (name: string, why: string): string => `${name} : ${why}.`,
    tooMany: 'Trop de fichiers',
    limit: (filesCount: number, most: number): string =>
      `Vous avez choisi ${number(filesCount)} fichiers. La limite est de ${number(most)} à la fois. Rien n’a été importé.`,
    needsPassword: 'Il est protégé par un mot de passe. Importez-le séparément',
    notTried: 'Non traité',
    canceled: 'Annulé',
    choose: 'Ensemble : les destinataires reçoivent un seul e-mail et signent tous les documents en une seule visite.',
    separately: counted({ one: 'Ouvrir le brouillon', other: 'Garder des brouillons séparés' }),
    together: 'Envoyer ensemble',
    close: 'Fermer',
  },
  choosePdf: {
    pdfFile: 'Fichier PDF',
  },
  newDocumentPage: {
    choosePdf: 'Choisir le PDF',
    storedUnchangedByteForByte: 'Il est conservé tel quel, octet pour octet.',
    addRecipients: 'Ajouter les destinataires',
    namesEMailAddressesOrder: 'Noms, adresses e-mail, ordre et champs.',
    send: 'Envoyer',
    eachSignerGetsLink: 'Chaque signataire reçoit un lien par e-mail. Vous pouvez suivre la progression.',
    dropPdf: 'Déposez des PDF ici',
    orAnywhereInWindow: 'ou n’importe où dans cette fenêtre. 50 Mo au plus par fichier.',
    nextSteps: 'Étapes suivantes',
  },
};
