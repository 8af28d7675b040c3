import { useEffect, useRef, useState } from 'preact/hooks';
import type { Adopted } from '../flow/fields.ts';
import { Icon } from '../parts/icon.tsx';
import { useWords } from '../parts/words.ts';
import { createPen, type Pen } from '@countersign/ui-kit/pen';
import { svgDataUrl } from '@countersign/ui-kit/drawn-signature';

/** The drawing area. `onInk` receives the signature after each stroke, or null if the area has been cleared. */
export function DrawPanel({ onInk }: { onInk: (signature: Adopted | null) => void }) {
  const { m } = useWords();
  const canvas = useRef<HTMLCanvasElement>(null);
  const pen = useRef<Pen | null>(null);
  const [empty, setEmpty] = useState(true);
  const tell = useRef(onInk);
  tell.current = onInk;

  useEffect(() => {
    const surface = canvas.current;
    if (surface === null) return;
    let over = false;
    const watcher = new ResizeObserver(() => pen.current?.fit());
    const changed = (): void => {
      const svg = pen.current?.svg() ?? null;
      setEmpty(svg === null);
      tell.current(svg === null ? null : { type: 'drawn', picture: svgDataUrl(svg) });
    };
    void createPen(surface, changed).then((made) => {
      if (over) return made.stop();
      pen.current = made;
      watcher.observe(surface);
    });
    return () => {
      over = true;
      watcher.disconnect();
      pen.current?.stop();
    };
  }, []);

  return (
    <>
      <div class="pad">
        <canvas ref={canvas} role="img" aria-label={m.drawSurface} />
        <span class="pad-line" aria-hidden="true" />
      </div>
      <div class="pad-tools">
        <p class="small muted">{m.drawHint}</p>
        <button type="button" class="button quiet" disabled={empty} onClick={() => pen.current?.undo()}>
          <Icon name="undo" />
          {m.undo}
        </button>
        <button type="button" class="button quiet" disabled={empty} onClick={() => pen.current?.clear()}>
          {m.clear}
        </button>
      </div>
    </>
  );
}
