/** Puts the style sheets into force that index.html has begun to fetch: as such they would have held back the first look. */
export async function styleSheets(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]')];
  await Promise.all(links.map(inForce));
}

function inForce(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => {
      // Else it is told of the fetch alone.
      if (link.sheet !== null) resolve();
    });
    link.addEventListener('error', () => reject(new Error('a style sheet did not come')));
    link.rel = 'stylesheet';
  });
}
