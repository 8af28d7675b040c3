import { ActionIcon } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { m } from './texts.ts';
import classes from './Send.module.css';

type Props = { who: string; move: (by: 1 | -1) => void };

const middleOf = (element: Element): number => {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
};

/** Moves its list item by drag, and with the arrow keys. */
export function DragHandle({ who, move }: Props) {
  const handle = useRef<HTMLButtonElement>(null);
  const [isDragging, setDragging] = useState(false);
  const step = useEffectEvent(move);
  // On the window: moving the item in the page would release a captured pointer.
  useEffect(() => {
    if (!isDragging) return undefined;
    const drag = ({ clientY }: PointerEvent) => {
      const item = handle.current?.closest('li');
      const [before, after] = [item?.previousElementSibling, item?.nextElementSibling];
      if (before && clientY < middleOf(before)) step(-1);
      else if (after && clientY > middleOf(after)) step(1);
    };
    const end = () => setDragging(false);
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
      aria-label={m.recipientsForm.drag(who)}
      data-dragging={isDragging || undefined}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        move(event.key === 'ArrowUp' ? -1 : 1);
      }}
      onPointerDown={() => setDragging(true)}
    >
      <IconGripVertical size={16} />
    </ActionIcon>
  );
}
