/**
 * Returns the trimmed text of an input when its form is submitted. It is read from the form, because a component's
 * state may miss text entered before the component was mounted or just before Enter.
 */
export function typed(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value.trim() : '';
}
