/** Saves a file that the page holds, as a download of the browser. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const saveText = (name: string, text: string): void =>
  save(new Blob([text], { type: 'text/plain;charset=utf-8' }), name);
