/** A typed signature in its handwriting font. As SVG, it scales with its box like a drawn signature. */
import type { Hand } from '@countersign/contract';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { widthOf, writtenIn } from './hands.ts';

/**
 * The space above and below the baseline in percent of the font size, large enough for the longest strokes of all
 * fonts.
 */
const ABOVE = 90;
const BELOW = 45;
const MARGIN = 20;

export function WrittenName({ text, hand }: { text: string; hand: Hand }) {
  const words = useMemo(() => writtenIn(hand, text), [hand, text]);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    let over = false;
    void widthOf(words).then((measured) => {
      if (!over) setWidth(measured);
    });
    return () => {
      over = true;
    };
  }, [words]);
  return (
    <svg
      class="signature-picture"
      viewBox={`${-MARGIN} ${-ABOVE} ${Math.max(width, 100) + 2 * MARGIN} ${ABOVE + BELOW}`}
      preserveAspectRatio="xMidYMid meet"
      data-hand={hand}
      aria-hidden="true"
    >
      {width === 0 ? null : (
        // The text starts at the left edge, even on a right-to-left page. The letters keep their own direction.
        <text class="handwriting" x="0" y="0" direction="ltr">
          {words.map((word, index) => (
            <tspan key={index} font-family={word.family}>
              {word.text}
            </tspan>
          ))}
        </text>
      )}
    </svg>
  );
}
