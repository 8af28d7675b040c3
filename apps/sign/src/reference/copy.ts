/** Adds a copy button to each code block. */
export function addCopyButtons(): void {
  for (const box of document.querySelectorAll<HTMLElement>('.code')) {
    const code = box.querySelector('pre');
    if (code) box.append(button(code));
  }
}

function button(code: HTMLElement): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'copy';
  made.textContent = 'Copy';
  made.addEventListener('click', () => {
    void navigator.clipboard.writeText(code.textContent).then(
      () => (made.textContent = 'Copied'),
      () => (made.textContent = 'Copying is not allowed here'),
    );
  });
  return made;
}
