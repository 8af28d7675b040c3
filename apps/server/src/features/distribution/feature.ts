import type { Feature } from '../../platform/feature.ts';
import { commands } from './commands.ts';

export const distribution = {
  name: 'distribution',
  commands,
} satisfies Feature<object>;
