import { Button, Group, Text } from '@mantine/core';
import { createPen, type Pen } from '@countersign/ui-kit/pen';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { common } from '../../ui/common.ts';
import { m } from './profile-texts.ts';
import classes from './Profile.module.css';

/**
 * A drawing surface for mouse, finger or pen. People who cannot draw can type their name instead. `change` receives the
 * SVG after each stroke, or null if the surface is empty.
 */
export function SignaturePad({ change }: { change: (svg: string | null) => void }) {
  const [isEmpty, setEmpty] = useState(true);
  const canvas = useRef<HTMLCanvasElement>(null);
  const pen = useRef<Pen | null>(null);
  const changed = useEffectEvent(() => {
    const svg = pen.current?.svg() ?? null;
    setEmpty(svg === null);
    change(svg);
  });
  useEffect(() => {
    const surface = canvas.current;
    if (surface === null) return undefined;
    let isOver = false;
    const watcher = new ResizeObserver(() => pen.current?.fit());
    void createPen(surface, () => changed()).then((made) => {
      if (isOver) return made.stop();
      pen.current = made;
      watcher.observe(surface);
    });
    return () => {
      isOver = true;
      watcher.disconnect();
      pen.current?.stop();
    };
  }, []);
  return (
    <div>
      <div className={classes['pad']}>
        <canvas ref={canvas} role="img" aria-label={m.signaturePad.drawingAreaForSignature} />
      </div>
      <Group justify="space-between" mt={6}>
        <Text fz="xs" c="dimmed">
          {m.signaturePad.useMouseFingerOrPen}
        </Text>
        <Group gap={4}>
          <Button size="compact-xs" variant="subtle" disabled={isEmpty} onClick={() => pen.current?.undo()}>
            {common.undo}
          </Button>
          <Button size="compact-xs" variant="subtle" disabled={isEmpty} onClick={() => pen.current?.clear()}>
            {m.signaturePad.clear}
          </Button>
        </Group>
      </Group>
    </div>
  );
}
