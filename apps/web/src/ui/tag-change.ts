/**
 * Tags to add and to remove. All other tags of a document are kept, even those that a colleague adds at the same time.
 */
export type TagChange = { add: string[]; remove: string[] };

/** Returns the change that turns the first list into the second. */
export const changeOf = (before: readonly string[], after: readonly string[]): TagChange => ({
  add: after.filter((tag) => !before.includes(tag)),
  remove: before.filter((tag) => !after.includes(tag)),
});
