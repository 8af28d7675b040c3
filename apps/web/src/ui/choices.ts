/**
 * Returns the choices of a select in the order of the record. If `K` is a union, a missing choice is a compile error.
 */
export const choicesOf = <K extends string>(labels: Readonly<Record<K, string>>): { value: K; label: string }[] =>
  (Object.keys(labels) as K[]).map((value) => ({ value, label: labels[value] }));
