/**
 * The first script. It is kept small and requests the data of the link before the page is loaded, so that the data and
 * the page arrive together on a slow connection. Until then, the initial content of index.html is shown.
 */
import '@countersign/ui-kit/tokens.css';
import './styles/base.css';
import './styles/letter.css';
import { firstOpening } from './flow/exchange.ts';
import { meetHost } from './flow/host.ts';
import { createService } from './flow/service.ts';
import { loadLanguage, tabStorage } from './flow/session.ts';
import { languageOf } from '@countersign/contract/languages';
import { SIGN_WORDS } from '@countersign/words/sign';
import { styleSheets } from '@countersign/ui-kit/style-sheets';

meetHost();
const service = createService((...request) => fetch(...request), new URLSearchParams(location.search).get('embed'));
const first = firstOpening(service);
const language = languageOf([loadLanguage(tabStorage) ?? '', ...navigator.languages]);
if (language !== null && language !== 'en') SIGN_WORDS[language]().catch(() => undefined);

Promise.all([import('./page.tsx'), styleSheets()]).then(
  ([{ show }]) => show({ service, first }),
  // If the page cannot be loaded, this text in index.html is all that can be shown.
  () => {
    document.getElementById('first')?.remove();
    document.getElementById('unloaded')?.removeAttribute('hidden');
  },
);
