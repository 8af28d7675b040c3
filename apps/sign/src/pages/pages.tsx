/** All pages of the document, one sheet below the other. Only those near the window are fetched. */
import type { SigningView } from "@countersign/contract";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Draft, Task } from "../flow/fields.ts";
import type { Visit } from "../flow/use-visit.ts";
import { useWords } from "../parts/words.ts";
import { Sheet } from "./sheet.tsx";
import { Spot } from "./spot.tsx";

/** What is to be done on the pages; absent where there is only something to read. */
export type Marks = {
  tasks: readonly Task[];
  draft: Draft;
  active: string | null;
  /** The one field that the flag at the edge of the page points to. */
  flagged: string | null;
  refused: Record<string, string>;
};

type Props = { view: SigningView; visit: Visit; zoom: number; marks?: Marks };

export function Pages({ view, visit, zoom, marks }: Props) {
  const { m } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(0);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const watcher = new ResizeObserver(([entry]) => setAvailable(entry?.contentRect.width ?? 0));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);

  // Zoomed pages scroll sideways in here, which a keyboard can do only where the focus can go (not every browser
  // lets it go to what scrolls).
  useEffect(() => {
    if (zoom > 1) scroller.current?.setAttribute("tabindex", "0");
    else scroller.current?.removeAttribute("tabindex");
  }, [zoom]);

  return (
    <section ref={scroller} class="pages" aria-label={m.documentRegion}>
      <div class="pages-inner" style={{ "--zoom": String(zoom) }}>
        {view.pages.map((size, index) => {
          const number = index + 1;
          return (
            <Sheet key={number} view={view} visit={visit} number={number} size={size} cssWidth={available * zoom}>
              {marks?.tasks
                .filter((task) => task.field.page === number)
                .map((task) => (
                  <Spot key={task.field.id} task={task} size={size} marks={marks} act={visit.act} />
                ))}
            </Sheet>
          );
        })}
      </div>
    </section>
  );
}
