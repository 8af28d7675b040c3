/** Letters as people count them: with their accents, and an emoji as one. */

/** Made when first needed: the first segmenter of a process reads tables of Unicode for 15 ms, which each start would pay. */
let segmenter: Intl.Segmenter | undefined;

export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return segmenter.segment(text);
}
