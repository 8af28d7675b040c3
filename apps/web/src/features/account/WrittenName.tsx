/**
 * A typed signature in its handwriting font, as printed. Includes the fonts, so it is a separate file loaded by the
 * profile only.
 */
import type { Hand } from '@countersign/contract';
import { useEffect, useState } from 'react';
import { widthOf, writtenIn } from '../../../../sign/src/ink/hands.ts';

/** In percent of the font size, above and below the baseline: enough for the longest strokes of all fonts. */
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
