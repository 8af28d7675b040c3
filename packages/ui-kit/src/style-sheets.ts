/**
 * Applies the style sheets that index.html is already fetching. Regular style sheets would have blocked the first
 * render.
 */
export async function styleSheets(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]')];
  await Promise.all(links.map(inForce));
}

function inForce(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => {
      // Until the style sheet is active, the `load` event means only that the file was fetched.
      if (link.sheet !== null) resolve();
    });
    link.addEventListener('error', () => reject(new Error('a style sheet could not be loaded')));
    link.rel = 'stylesheet';
  });
}
