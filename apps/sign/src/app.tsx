/** One screen for each state of the visit. */
import { useEffect } from 'preact/hooks';
import { viewOf, type Flow } from './flow/flow.ts';
import { useVisit } from './flow/use-visit.ts';
import { SessionWarning } from './parts/session-warning.tsx';
import { useWords } from './parts/words.ts';
import { Opening } from './screens/opening.tsx';
import { Reading } from './screens/reading.tsx';
import { Receipt } from './screens/receipt.tsx';
import { ReviewScreen } from './screens/review.tsx';
import { Stopped } from './screens/stopped.tsx';
import { Turn } from './screens/turn.tsx';
import { Welcome } from './screens/welcome.tsx';
import type { Visit } from './flow/use-visit.ts';

export function App() {
  const visit = useVisit();
  useTitle(visit.flow);
  return (
    <>
      <Screen visit={visit} />
      {visit.clock.warning === null ? null : <SessionWarning seconds={visit.clock.warning} onStay={visit.clock.stay} />}
    </>
  );
}

function Screen({ visit }: { visit: Visit }) {
  const { flow, act, service, retry } = visit;
  switch (flow.at) {
    case 'opening':
      return <Opening />;
    case 'stopped':
      return <Stopped failure={flow.failure} view={flow.view} onRetry={retry} />;
    case 'welcome':
      return <Welcome view={flow.view} onReview={() => act({ type: 'review' })} />;
    case 'turn':
      return <Turn view={flow.view} onRead={() => act({ type: 'read' })} onRetry={retry} />;
    case 'reading':
      return <Reading view={flow.view} visit={visit} />;
    case 'review':
      return <ReviewScreen review={flow} visit={visit} />;
    case 'receipt':
      return <Receipt view={flow.view} service={service} onNews={(view) => act({ type: 'refreshed', view })} />;
  }
}

/** The tab says which document it holds and, by a tick, that it is done. */
function useTitle(flow: Flow): void {
  const { m } = useWords();
  const title = viewOf(flow)?.document.title;
  const done = flow.at === 'receipt' ? '✓ ' : '';
  useEffect(() => {
    document.title = `${done}${title ?? m.opening} · ${m.brand}`;
  }, [done, title, m]);
}
