import type { Feature } from '../../platform/feature.ts';
import { commands } from './commands.ts';

export const clock = {
  name: 'clock',
  commands,
} satisfies Feature<object>;
