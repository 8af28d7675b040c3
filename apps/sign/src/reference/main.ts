/** The reference's script: search, copy, and the forms that call the sandbox. The pages can be read without it. */
import '@countersign/ui-kit/tokens.css';
import '../styles/base.css';
import '../styles/reference.css';
import { addCopyButtons } from './copy.ts';
import { startSearch } from './search.ts';
import { startForm } from './try.ts';

// On a small screen, the contents would push the page out of view.
const menu = document.querySelector<HTMLDetailsElement>('.menu');
if (menu && matchMedia('(max-width: 60rem)').matches) menu.open = false;
startSearch();
addCopyButtons();
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-try]')) startForm(form);
