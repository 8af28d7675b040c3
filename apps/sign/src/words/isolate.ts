/** A name or a title in a sentence that runs the other way: set apart, so that neither reorders the other (Unicode TR9 §2.4). */
export const isolate = (value: string): string => `\u2068${value}\u2069`;
