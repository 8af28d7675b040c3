/** Saves a file that the page has in memory, as a browser download. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By this time, the browser has started to save the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const saveText = (name: string, text: string): void =>
  save(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);
