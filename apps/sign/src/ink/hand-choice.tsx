/** Offers the handwriting fonts. Each shows the name as it will be printed. */
import type { Hand } from '@countersign/contract';
import { useEffect } from 'preact/hooks';
import { useWords } from '../parts/words.ts';
import { HAND_NAMES, isWrittenBy } from './hands.ts';
import { WrittenName } from './written.tsx';

type Props = { text: string; hand: Hand; preview: string; onHand: (hand: Hand) => void };

export function HandChoice({ text, hand, preview, onHand }: Props) {
  const words = useWords().m.hands;
  const writing = HAND_NAMES.filter((one) => isWrittenBy(one, text));
  const [first] = writing;
  const isLost = first !== undefined && !writing.includes(hand);
  useEffect(() => {
    if (isLost) onHand(first);
  }, [isLost, first, onHand]);
  if (text !== '' && writing.length === 0) {
    return (
      <>
        <div class="paper-slip" role="img" aria-label={preview}>
          <WrittenName text={text} hand={hand} />
        </div>
        <p class="small muted">{words.plain}</p>
      </>
    );
  }
  return (
    <fieldset class="hands">
      <legend>{words.legend}</legend>
      {HAND_NAMES.map((one, index) => (
        // A font is not offered if it contains none of the name's letters.
        <label key={one} class="hand" hidden={text !== '' && !writing.includes(one)}>
          <input
            type="radio"
            name="hand"
            value={one}
            checked={one === hand}
            aria-label={words.style(index + 1)}
            onChange={() => onHand(one)}
          />
          <WrittenName text={text} hand={one} />
        </label>
      ))}
    </fieldset>
  );
}
