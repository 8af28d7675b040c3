/**
 * The trimmed text of an input when its form is submitted. Read from the form, because the state of a component may
 * miss text that was entered before the component was mounted or just before Enter.
 */
export function typed(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value.trim() : '';
}
