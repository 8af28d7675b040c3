import { ActionIcon } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './Send.module.css';

type Props = { move: (by: 1 | -1) => void };

const middleOf = (element: Element): number => {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
};

/** Lets people drag a list item. It supports only pointers, because the buttons beside it have the same effect. */
export function DragHandle({ move }: Props) {
  const handle = useRef<HTMLButtonElement>(null);
  const [isDragging, setDragging] = useState(false);
  const step = useEffectEvent(move);
  // The listeners are on the window, because moving the item within the page would release a captured pointer.
  useEffect(() => {
    if (!isDragging) return undefined;
    const drag = ({ clientY, buttons, isPrimary }: PointerEvent) => {
      if (!isPrimary) return;
      // The mouse button was released where the page gets no event, such as outside the window.
      if (buttons === 0) {
        setDragging(false);
        return;
      }
      const item = handle.current?.closest('li');
      const [before, after] = [item?.previousElementSibling, item?.nextElementSibling];
      if (before && clientY < middleOf(before)) step(-1);
      else if (after && clientY > middleOf(after)) step(1);
    };
    const end = ({ isPrimary }: PointerEvent) => isPrimary && setDragging(false);
    window.addEventListener('pointermove', drag);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    return () => {
      window.removeEventListener('pointermove', drag);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
  }, [isDragging]);
  return (
    <ActionIcon
      ref={handle}
      className={classes['handle'] ?? ''}
      tabIndex={-1}
      aria-hidden="true"
      data-dragging={isDragging || undefined}
      onPointerDown={({ isPrimary, button }) => isPrimary && button === 0 && setDragging(true)}
    >
      <IconGripVertical size={16} />
    </ActionIcon>
  );
}
