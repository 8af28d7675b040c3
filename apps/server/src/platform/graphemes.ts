/** Splits text into letters as people count them. A letter includes its accents, and an emoji is one letter. */

/**
 * The segmenter is created when it is first needed, because the first segmenter of a process reads Unicode tables for
 * 15 ms, which would delay each start.
 */
let segmenter: Intl.Segmenter | undefined;

export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return segmenter.segment(text);
}
