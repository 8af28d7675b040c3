import { Button, Group, Text } from '@mantine/core';
import { type PointerEvent, useRef, useState } from 'react';
import { INK, pathOf, PEN, type Point, type Stroke } from './drawing.ts';
import { m } from './profile-texts.ts';
import { common } from '../../ui/common.ts';
import classes from './Profile.module.css';

const APART = 2;

type Props = { strokes: readonly Stroke[]; change: (strokes: readonly Stroke[]) => void };

/** A pad for drawing with mouse, finger or pen. People who cannot draw can type the name instead. */
export function SignaturePad({ strokes, change }: Props) {
  const [drawing, setDrawing] = useState<Stroke | null>(null);
  const surface = useRef<SVGSVGElement>(null);
  const at = (event: PointerEvent): Point => {
    const box = surface.current?.getBoundingClientRect();
    return [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)];
  };
  const begin = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrawing([at(event)]);
  };
  const move = (event: PointerEvent) => {
    if (drawing === null) return;
    const [last, next] = [drawing.at(-1) ?? [0, 0], at(event)];
    if (Math.hypot(next[0] - last[0], next[1] - last[1]) >= APART) setDrawing([...drawing, next]);
  };
  const end = () => {
    if (drawing === null) return;
    change([...strokes, drawing]);
    setDrawing(null);
  };
  return (
    <div>
      <div
        className={classes['pad']}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <svg ref={surface} role="img" aria-label={m.signaturePad.drawingAreaForSignature}>
          {[...strokes, ...(drawing === null ? [] : [drawing])].map((stroke, index) => (
            // Strokes are only added and removed at the end.
            <path key={index} d={pathOf(stroke)} fill="none" stroke={INK} strokeWidth={PEN} strokeLinecap="round" />
          ))}
        </svg>
      </div>
      <Group justify="space-between" mt={6}>
        <Text fz="xs" c="dimmed">
          {m.signaturePad.useMouseFingerOrPen}
        </Text>
        <Group gap={4}>
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={strokes.length === 0}
            onClick={() => change(strokes.slice(0, -1))}
          >
            {common.undo}
          </Button>
          <Button size="compact-xs" variant="subtle" disabled={strokes.length === 0} onClick={() => change([])}>
            {m.signaturePad.clear}
          </Button>
        </Group>
      </Group>
    </div>
  );
}
