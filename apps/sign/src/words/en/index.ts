import { document } from './document.ts';
import { signing } from './signing.ts';
import { visit } from './visit.ts';

/** All words of the page. Every other language is of this shape: an entry that is missing or unknown does not compile. */
export const words = { ...document, ...visit, ...signing };
export type Messages = typeof words;
