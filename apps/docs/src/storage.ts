/** Wraps browser storage, which may be unavailable. In that case, a choice lasts only until the page is closed. */

/** `tab` means that the value is stored until the tab is closed. */
export type Duration = 'tab' | 'always';

const storageFor = (duration: Duration): Storage => (duration === 'tab' ? sessionStorage : localStorage);

export function readStored(name: string, duration: Duration = 'always'): string | null {
  try {
    return storageFor(duration).getItem(name);
  } catch {
    return null;
  }
}

export function store(name: string, value: string, duration: Duration = 'always'): void {
  try {
    storageFor(duration).setItem(name, value);
  } catch {
    // The browser refused access to the storage.
  }
}
