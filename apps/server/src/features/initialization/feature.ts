import type { Feature } from '../../platform/feature.ts';
import { commands } from './commands.ts';

export const initialization = {
  name: 'initialization',
  commands,
} satisfies Feature<object>;
