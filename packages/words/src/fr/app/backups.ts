import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('fr');

export const backups: AppWords['backups'] = {
  backupsPage: {
    inProgress: 'En cours',
    notVerified: 'Non vérifiée',
    missing: 'Absente',
    beingVerified: 'Vérification',
    verified: 'Vérifiée',
    damaged: 'Endommagée',
    manual: 'Manuelle',
    bySchedule: 'Planifiée',
    byCommand: 'Ligne de commande',
    noLongerInBackupStorage: 'La sauvegarde n’est plus dans l’espace de sauvegarde.',
    storedFilesMissingOrDamaged: counted({
      one: '# fichier stocké manquait ou était endommagé à ce moment-là. La sauvegarde contient tout le reste.',
      other:
        '# fichiers stockés manquaient ou étaient endommagés à ce moment-là. La sauvegarde contient tout le reste.',
    }),
    rows: counted({ one: '# ligne', other: '# lignes' }),
    files: counted({ one: '# fichier', other: '# fichiers' }),
    backupDeleted: 'Sauvegarde supprimée',
    verify: 'Vérifier',
    deleteBackup: 'Supprimer cette sauvegarde ?',
    cannotUndo:
      'Cette action est irréversible. Les fichiers que seule cette sauvegarde contient sont perdus. Les autres sauvegardes ne sont pas touchées.',
    tableOf: (done: number, total: number): string => `Table ${number(done)} sur ${number(total)}`,
    fileOf: (done: number, total: number): string => `Fichier ${number(done)} sur ${number(total)}`,
    tablesCopied: 'Tables copiées',
    filesCopied: 'Fichiers copiés',
    backup: 'Sauvegarde',
    contents: 'Contenu',
    backupStarted: 'Sauvegarde lancée',
    peopleCanKeepWorking: 'Tout le monde peut continuer à travailler.',
    backupCreatedAndVerifiedEvery: (at: string): string =>
      `Une sauvegarde est créée et vérifiée chaque jour à ${at} UTC.`,
    noBackupSchedule: 'Aucune sauvegarde n’est planifiée.',
    location: (when: string, place: string): string => `${when} Emplacement : ${place}.`,
    databaseAndFilesOfWhole: 'Base de données et fichiers de toute l’installation, chiffrés.',
    backUpNow: 'Sauvegarder',
    noBackupsYet: 'Aucune sauvegarde',
    createBackupToSee: 'Créez une sauvegarde pour la voir ici avec sa progression.',
  },
};
