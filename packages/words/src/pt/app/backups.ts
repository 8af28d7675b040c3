import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('pt');

export const backups: AppWords['backups'] = {
  backupsPage: {
    inProgress: 'Em andamento',
    notVerified: 'Não verificado',
    missing: 'Ausente',
    beingVerified: 'Em verificação',
    verified: 'Verificado',
    damaged: 'Danificado',
    manual: 'Manual',
    bySchedule: 'Programado',
    byCommand: 'Linha de comando',
    noLongerInBackupStorage: 'O backup não está mais no local de armazenamento.',
    storedFilesMissingOrDamaged: counted({
      one: 'Um arquivo armazenado estava ausente ou danificado naquele momento. O backup contém todo o resto.',
      other: '# arquivos armazenados estavam ausentes ou danificados naquele momento. O backup contém todo o resto.',
    }),
    rows: counted({ one: '# linha', other: '# linhas' }),
    files: counted({ one: '# arquivo', other: '# arquivos' }),
    backupDeleted: 'Backup excluído',
    verify: 'Verificar',
    deleteBackup: 'Excluir este backup?',
    cannotUndo:
      'Isto não pode ser desfeito. Os arquivos que só este backup contém são perdidos. Os outros backups não são afetados.',
    tableOf: (done: number, total: number): string => `Tabela ${number(done)} de ${number(total)}`,
    fileOf: (done: number, total: number): string => `Arquivo ${number(done)} de ${number(total)}`,
    tablesCopied: 'Tabelas copiadas',
    filesCopied: 'Arquivos copiados',
    backup: 'Backup',
    contents: 'Conteúdo',
    backupStarted: 'Backup iniciado',
    peopleCanKeepWorking: 'As pessoas podem continuar trabalhando.',
    backupCreatedAndVerifiedEvery: (at: string): string =>
      `Um backup é criado e verificado todos os dias às ${at} UTC.`,
    noBackupSchedule: 'Não há backups agendados.',
    location: (when: string, place: string): string => `${when} Local: ${place}.`,
    databaseAndFilesOfWhole: 'Banco de dados e arquivos de toda a instalação, criptografados.',
    backUpNow: 'Fazer backup agora',
    noBackupsYet: 'Ainda não há backups',
    createBackupToSee: 'Crie um backup para ver aqui o andamento.',
  },
};
