/**
 * The first script. It is kept small and sends the first requests before the page is loaded. Until then, the initial
 * content of index.html is shown.
 */
import '@fontsource-variable/inter/wght.css';
import 'virtual:mantine-first.css';
import '@countersign/ui-kit/tokens.css';
import './app/tokens.css';
import { loadLanguage } from './api/language.ts';
import { beginEarly } from './app/first-requests.ts';
import { styleSheets } from '@countersign/ui-kit/style-sheets';

// Reports to an embedding application that this page is present, before the rest of the page is loaded.
if (window.parent !== window)
  import('@countersign/ui-kit/parent')
    .then(({ notifyParent }) => notifyParent({ event: 'loaded' }))
    .catch(() => undefined);
const early = beginEarly();
const inLanguage = loadLanguage();
if (early.documents !== null)
  inLanguage.then(() => import('./features/documents/DocumentsPage.tsx')).catch(() => undefined);
Promise.all([inLanguage.then(() => import('./app.tsx')), styleSheets()]).then(
  ([{ show }]) => show(early),
  // If the app cannot be loaded, all that can be shown is this text in index.html.
  () => document.getElementById('unloaded')?.removeAttribute('hidden'),
);
