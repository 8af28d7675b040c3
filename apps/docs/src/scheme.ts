/** The color scheme: the choice made here, the choice made in the app (its cookie), or else that of the system. */
export type Scheme = 'light' | 'dark';

const KEY = 'countersign-docs-scheme';

export function chosenScheme(): Scheme | undefined {
  const text = `${stored() ?? ''} ${/\bcs_scheme=(\w+)/.exec(document.cookie)?.[1] ?? ''}`;
  const found = /\b(light|dark)\b/.exec(text)?.[1];
  return found === 'light' || found === 'dark' ? found : undefined;
}

export function chooseScheme(scheme: Scheme): void {
  document.documentElement.dataset['mantineColorScheme'] = scheme;
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // Without storage, the choice ends with the page.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
