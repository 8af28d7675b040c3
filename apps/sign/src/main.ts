/**
 * The first script, kept small: it sends the link off before the page itself has come, so that on a slow line the answer is there
 * when the page is. What stands in index.html is seen until then.
 */
import './styles/base.css';
import './styles/letter.css';
import { firstOpening } from './flow/exchange.ts';
import { createService } from './flow/service.ts';
import { loadLanguage, tabStorage } from './flow/session.ts';
import { languageOf } from '@countersign/contract/languages';
import { SIGN_WORDS } from '@countersign/words/sign';
import { styleSheets } from './style-sheets.ts';

const service = createService((...request) => fetch(...request), new URLSearchParams(location.search).get('embed'));
const first = firstOpening(service);
const language = languageOf([loadLanguage(tabStorage) ?? '', ...navigator.languages]);
if (language !== null && language !== 'en') SIGN_WORDS[language]().catch(() => undefined);

Promise.all([import('./page.tsx'), styleSheets()]).then(
  ([{ show }]) => show({ service, first }),
  // There are no words without the page but these, which came with it.
  () => {
    document.getElementById('first')?.remove();
    document.getElementById('unloaded')?.removeAttribute('hidden');
  },
);
