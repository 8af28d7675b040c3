import type { Feature } from '../../platform/feature.ts';
import { commands } from './commands.ts';

export const backups = {
  name: 'backups',
  commands,
} satisfies Feature<object>;
