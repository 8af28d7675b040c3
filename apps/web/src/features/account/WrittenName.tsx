/**
 * A typed signature in its handwriting font, as it will be printed. It includes the fonts, so it is a separate file
 * that only the profile page loads.
 */
import type { Hand } from '@countersign/contract';
import { useEffect, useState } from 'react';
import { widthOf, writtenIn } from '../../../../sign/src/ink/hands.ts';

/**
 * The space above and below the baseline in percent of the font size, large enough for the longest strokes of all
 * fonts.
 */
const ABOVE = 90;
const BELOW = 45;
const MARGIN = 20;

export function WrittenName({ text, hand }: { text: string; hand: Hand }) {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    let over = false;
    void widthOf(writtenIn(hand, text)).then((measured) => {
      if (!over) setWidth(measured);
    });
    return () => {
      over = true;
    };
  }, [hand, text]);
  return (
    <svg
      viewBox={`${-MARGIN} ${-ABOVE} ${Math.max(width, 100) + 2 * MARGIN} ${ABOVE + BELOW}`}
      data-hand={hand}
      aria-hidden="true"
    >
      {width > 0 && (
        <text fontSize={100} fill="currentColor">
          {writtenIn(hand, text).map((word, index) => (
            <tspan key={index} fontFamily={word.family}>
              {word.text}
            </tspan>
          ))}
        </text>
      )}
    </svg>
  );
}
