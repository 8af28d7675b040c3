/** The choices of a select, in the order of the record. With a union as `K`, a missing choice does not compile. */
export const choicesOf = <K extends string>(labels: Readonly<Record<K, string>>): { value: K; label: string }[] =>
  (Object.keys(labels) as K[]).map((value) => ({ value, label: labels[value] }));
