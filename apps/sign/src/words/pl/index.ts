import type { Messages } from '../en/index.ts';
import { document } from './document.ts';
import { signing } from './signing.ts';
import { visit } from './visit.ts';

export const words: Messages = { ...document, ...visit, ...signing };
