/**
 * The first script, kept small: it asks for what the page will show before the page itself has come. What stands in index.html is
 * seen until then.
 */
import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/tokens.css';
import { beginEarly } from './app/first-requests.ts';
import { styleSheets } from './app/style-sheets.ts';

const early = beginEarly();
if (early.documents !== null) import('./features/documents/DocumentsPage.tsx').catch(() => undefined);
Promise.all([import('./app.tsx'), styleSheets()]).then(
  ([{ show }]) => show(early),
  // There are no words without the page but these, which came with it.
  () => document.getElementById('unloaded')?.removeAttribute('hidden'),
);
