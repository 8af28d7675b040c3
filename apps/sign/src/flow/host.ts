/** The language and appearance chosen by an embedding page. */
import { type Language, languageOf } from '@countersign/contract/languages';
import { onParentSettings, type HostSettings, reportHeights, notifyParent } from '@countersign/ui-kit/parent';

let language: Language | null = null;
const listeners = new Set<(language: Language | null) => void>();

/**
 * Reports to the embedding page that the frame shows this page. The first script calls it, so that the message is sent
 * early.
 */
export function meetHost(): void {
  onParentSettings((settings) => {
    language = settings.language === null ? null : languageOf([settings.language]);
    for (const listener of listeners) listener(language);
    if (hasTheme(settings))
      void import('@countersign/ui-kit/host-theme').then(({ applyTheme }) => applyTheme(settings));
  });
  notifyParent({ event: 'loaded' });
  reportHeights();
}

export const hostLanguage = (): Language | null => language;

/** Calls the listener when the embedding page chooses a language. Returns a function that stops the calls. */
export function onHostLanguage(listener: (language: Language | null) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

let dressed = false;
/** Whether the embedding page has chosen colors or a theme. Stays true if it later removes its choice. */
function hasTheme({ theme, accentColor, backgroundColor }: HostSettings): boolean {
  dressed ||= theme !== null || accentColor !== null || backgroundColor !== null;
  return dressed;
}
