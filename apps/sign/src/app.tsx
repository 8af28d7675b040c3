/** Shows one screen for each state of the visit. */
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { viewOf, type Flow } from './flow/flow.ts';
import { useLanguage } from './flow/use-language.ts';
import { useVisit } from './flow/use-visit.ts';
import { ChooseLanguage } from './parts/language-choice.tsx';
import { later } from './parts/later.tsx';
import { SessionWarning } from './parts/session-warning.tsx';
import { useWords, WordsContext } from './parts/words.ts';
import { Code } from './screens/code.tsx';
import { Opening, OpeningFrame } from './screens/opening.tsx';
import { Stopped } from './screens/stopped.tsx';
import { NotYourTurn } from './screens/not-your-turn.tsx';
import { Welcome } from './screens/welcome.tsx';
import type { Start } from './flow/exchange.ts';
import type { Visit } from './flow/use-visit.ts';

const inPersonScreens = () => import('./screens/in-person.tsx');
const CodeInPerson = later(async () => (await inPersonScreens()).CodeInPerson);
const HandBackPage = later(async () => (await inPersonScreens()).HandBackPage);
const LastMinutes = later(async () => (await inPersonScreens()).LastMinutes);
const SecondStep = later(async () => (await import('./screens/second-step.tsx')).SecondStep);

/** The code for the screens after the first, in one file that is loaded while the visitor reads the first screen. */
const laterScreens = () => import('./screens/later-screens.ts');
const Reading = later(async () => (await laterScreens()).Reading);
const Receipt = later(async () => (await laterScreens()).Receipt);
const ReviewScreen = later(async () => (await laterScreens()).ReviewScreen);

export function App({ start }: { start: Start }) {
  const visit = useVisit(start);
  const { words, choose } = useLanguage(viewOf(visit.flow)?.signer.locale ?? null);
  const { inPerson } = visit;
  // The screens are loaded early, because there may be no connection at the end of the visit.
  useEffect(() => {
    if (inPerson) inPersonScreens().catch(() => undefined);
  }, [inPerson]);
  const isOpen = viewOf(visit.flow) !== null;
  useEffect(() => {
    // A failure is ignored here, because `later` shows a message when the screen is needed.
    if (isOpen) laterScreens().catch(() => undefined);
  }, [isOpen]);
  const hasWords = words !== null;
  // The text in index.html stays visible until it can be replaced.
  useLayoutEffect(() => {
    if (hasWords) document.getElementById('first')?.remove();
  }, [hasWords]);
  if (words === null) return document.getElementById('first') === null ? <OpeningFrame /> : null;
  return (
    <WordsContext.Provider value={words}>
      <ChooseLanguage.Provider value={choose}>
        <Title flow={visit.flow} />
        <Screen visit={visit} />
        <Warning visit={visit} />
      </ChooseLanguage.Provider>
    </WordsContext.Provider>
  );
}

function Warning({ visit: { clock, inPerson } }: { visit: Visit }) {
  if (clock.warning === null) return null;
  return inPerson ? (
    <LastMinutes seconds={clock.warning} />
  ) : (
    <SessionWarning seconds={clock.warning} onStay={clock.stay} />
  );
}

function Screen({ visit }: { visit: Visit }) {
  const { flow, act, service, retry } = visit;
  switch (flow.at) {
    case 'opening':
      return <Opening />;
    case 'stopped':
      return <Stopped failure={flow.failure} view={flow.view} onRetry={retry} onNext={visit.goOn} />;
    case 'code':
      return visit.inPerson ? (
        <CodeInPerson asked={flow.asked} busy={flow.busy} onCode={visit.enterCode} />
      ) : (
        <Code asked={flow.asked} busy={flow.busy} onCode={visit.enterCode} />
      );
    case 'step':
      return <SecondStep asked={flow.asked} busy={flow.busy} onCode={visit.enterStep} onSend={visit.sendStep} />;
    case 'hand-back':
      return <HandBackPage end={flow.end} />;
    case 'welcome':
      return (
        <Welcome
          key={flow.view.signer.id}
          view={flow.view}
          after={flow.after}
          visit={visit}
          onReview={() => act({ type: 'review' })}
        />
      );
    case 'turn':
      return <NotYourTurn view={flow.view} onRead={() => act({ type: 'read' })} onRetry={retry} />;
    case 'reading':
      return <Reading view={flow.view} visit={visit} />;
    case 'review':
      return <ReviewScreen review={flow} visit={visit} />;
    case 'receipt':
      return (
        <Receipt
          view={flow.view}
          service={service}
          onNext={visit.goOn}
          onNews={(view) => act({ type: 'refreshed', view })}
        />
      );
  }
}

/** Sets the title of the tab to the name of the document, with a check mark once the visitor has finished. */
function Title({ flow }: { flow: Flow }) {
  const { m } = useWords();
  const title = viewOf(flow)?.document.title;
  const done = flow.at === 'receipt' ? '✓ ' : '';
  const over = flow.at === 'hand-back';
  useEffect(() => {
    document.title = over ? m.brand : `${done}${title ?? m.opening} · ${m.brand}`;
  }, [done, over, title, m]);
  return null;
}
