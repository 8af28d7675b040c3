/** Tags to add and to remove. The other tags of a document stay, also those that a colleague adds at the same time. */
export type TagChange = { add: string[]; remove: string[] };

/** The change that turns one list into the other. */
export const changeOf = (before: readonly string[], after: readonly string[]): TagChange => ({
  add: after.filter((tag) => !before.includes(tag)),
  remove: before.filter((tag) => !after.includes(tag)),
});
