import type { Hand } from '@countersign/contract';
import { Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { HAND_NAMES, isWrittenBy } from '../../../../sign/src/ink/hands.ts';
import { WrittenName } from './WrittenName.tsx';
import { m } from './profile-texts.ts';
import classes from './Profile.module.css';

type Props = { text: string; hand: Hand; choose: (hand: Hand) => void };

/** Offers the handwriting fonts of the signing page. Each shows the name as it will be printed. */
export function HandChoice({ text, hand, choose }: Props) {
  const writing = text === '' ? HAND_NAMES : HAND_NAMES.filter((one) => isWrittenBy(one, text));
  const [first] = writing;
  const isLost = first !== undefined && !writing.includes(hand);
  const chooseAnother = useEffectEvent(() => first !== undefined && choose(first));
  useEffect(() => {
    if (isLost) chooseAnother();
  }, [isLost]);
  if (writing.length === 0) {
    return (
      <>
        <div className={classes['shown']}>
          <WrittenName text={text} hand={hand} />
        </div>
        <Text fz="sm" c="dimmed">
          {m.handChoice.noneOfHandwritingFonts}
        </Text>
      </>
    );
  }
  return (
    <fieldset className={classes['hands']}>
      <legend>{m.handChoice.handwriting}</legend>
      {writing.map((one) => (
        <label key={one} className={classes['hand']}>
          <input
            type="radio"
            name="hand"
            aria-label={m.handChoice.style(HAND_NAMES.indexOf(one) + 1)}
            checked={one === hand}
            onChange={() => choose(one)}
          />
          <WrittenName text={text} hand={one} />
        </label>
      ))}
    </fieldset>
  );
}
