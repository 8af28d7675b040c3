/** Steps 2 to 4: the pages with their fields, the bar that guides the visitor, and the two dialogs. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useAccount } from '../flow/account.ts';
import {
  firstFault,
  initialsOf,
  isSignatureOrInitials,
  markOf,
  nextOpen,
  progressOf,
  tasksOf,
} from '../flow/fields.ts';
import type { Review } from '../flow/flow.ts';
import type { Visit } from '../flow/use-visit.ts';
import { SignatureDialog } from '../ink/signature-dialog.tsx';
import { DocumentHead } from '../pages/head.tsx';
import { Pages } from '../pages/pages.tsx';
import { scrollToField } from '../pages/scroll.ts';
import { Bar } from '../parts/bar.tsx';
import { TaskList } from '../parts/task-list.tsx';
import { ConsentDialog } from './consent.tsx';
import { DeclineOrForward } from './decline-or-forward.tsx';

export function ReviewScreen({ review, visit }: { review: Review; visit: Visit }) {
  const { view, draft, active } = review;
  const { act } = visit;
  const [zoom, setZoom] = useState(1);
  const [missing, setMissing] = useState<readonly number[]>([]);
  const [attempt, setAttempt] = useState(0);
  const noteMissing = useCallback((page: number, isMissing: boolean): void => {
    setMissing((pages) => [...pages.filter((other) => other !== page), ...(isMissing ? [page] : [])]);
  }, []);
  const account = useAccount(view);
  const tasks = useMemo(() => tasksOf(view, draft), [view, draft]);
  // Invalid values in optional fields must also be corrected before the last step.
  const next = nextOpen(tasks, active) ?? firstFault(view, draft);
  const activeTask = tasks.find((task) => task.field.id === active) ?? null;

  useEvidence(active, visit, view.signer.id);

  // After a signature is confirmed, the next field is shown.
  const { signature, initials, placed } = draft;
  const current = useRef(active);
  current.current = active;
  useEffect(() => {
    if (placed.length > 0 && current.current !== null) scrollToField(current.current);
  }, [signature, initials, placed]);

  const needsInitials =
    initials === null && tasks.some(({ field }) => field.kind === 'initials' && field.required === true);

  // If the next field needs a signature that does not exist yet, its dialog opens immediately.
  const goTo = (id: string): void => {
    const field = tasks.find((task) => task.field.id === id)?.field;
    const isToMake = field !== undefined && isSignatureOrInitials(field) && markOf(draft, field) === null;
    act({ type: isToMake ? 'ask-mark' : 'activate', field: id });
    scrollToField(id);
  };

  return (
    <div class="desk">
      <DocumentHead title={view.document.title} zoom={zoom} onZoom={setZoom}>
        <DeclineOrForward view={view} visit={visit} compact />
      </DocumentHead>
      <main class="desk-main with-list">
        <Pages
          view={view}
          visit={visit}
          zoom={zoom}
          marks={{ tasks, draft, active, flagged: active ?? next?.id ?? null, refused: review.refused }}
          attempt={attempt}
          onMissing={noteMissing}
        />
        <TaskList tasks={tasks} active={active} view={view} onChoose={goTo} />
      </main>
      <Bar
        tasks={tasks}
        progress={progressOf(tasks)}
        next={next}
        task={activeTask}
        draft={draft}
        refused={active === null ? undefined : review.refused[active]}
        files={{
          attach: (field, file) => visit.service.attach(view.signer.id, field, file),
          detach: (field) => visit.service.detach(view.signer.id, field),
          report: visit.report,
        }}
        act={act}
        onGo={goTo}
        missing={missing.length === 0 ? null : Math.min(...missing)}
        onReload={() => {
          // Scrolls to the page first, because only pages near the window are loaded.
          document.querySelector(`[data-page="${Math.min(...missing)}"]`)?.scrollIntoView({ block: 'nearest' });
          setAttempt((count) => count + 1);
        }}
      />
      {review.dialog === 'signature' || review.dialog === 'initials' ? (
        <SignatureDialog
          key={review.dialog}
          what={review.dialog}
          name={review.dialog === 'initials' ? initialsOf(view.signer.name) : view.signer.name}
          present={draft[review.dialog]}
          phone={visit.inPerson || !drawsWithMouse() ? null : { service: visit.service, signerId: view.signer.id }}
          initials={review.dialog === 'signature' && needsInitials ? initialsOf(view.signer.name) : null}
          account={review.dialog === 'signature' ? account : null}
          onAdopt={(made, also) => act({ type: 'adopt', signature: made, initials: also })}
          onClose={() => act({ type: 'close-dialog' })}
        />
      ) : null}
      {review.dialog === 'consent' && missing.length === 0 ? (
        <ConsentDialog
          review={review}
          inPerson={visit.inPerson}
          onSign={() => visit.submit(review)}
          onClose={() => act({ type: 'close-dialog' })}
        />
      ) : null}
    </div>
  );
}

/** Returns whether the visitor uses a mouse, because drawing a signature is easier on a phone than with a mouse. */
const drawsWithMouse = (): boolean => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

/**
 * Reports "started" when the first field becomes active. The service records only the first report. When the service
 * delivers the pages, it records that the document was viewed.
 */
function useEvidence(active: string | null, { service, report }: Visit, signerId: string): void {
  const told = useRef(false);
  useEffect(() => {
    if (active === null || told.current) return;
    told.current = true;
    service.started(signerId).catch((cause: unknown) => {
      // The report failed, so it is sent again with the next field.
      told.current = false;
      report(cause);
    });
  }, [service, report, active, signerId]);
}
