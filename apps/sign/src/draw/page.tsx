import { useEffect, useState } from 'preact/hooks';
import type { Adopted } from '../flow/fields.ts';
import { tokenInAddress } from '../flow/session.ts';
import { useLanguage } from '../flow/use-language.ts';
import { DrawPanel } from '../ink/draw-panel.tsx';
import { Frame, Heading } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { ChooseLanguage } from '../parts/language-choice.tsx';
import { useWords, WordsContext } from '../parts/words.ts';
import { isOver, openLink, type Opened, send } from './phone.ts';

type State = { at: 'opening' } | { at: 'pad'; opened: Opened } | { at: 'sent' } | { at: 'over' } | { at: 'offline' };

export function Page() {
  const { words, choose } = useLanguage(null);
  if (words === null) return null;
  return (
    <WordsContext.Provider value={words}>
      <ChooseLanguage.Provider value={choose}>
        <Phone />
      </ChooseLanguage.Provider>
    </WordsContext.Provider>
  );
}

function Phone() {
  const { m } = useWords();
  const [state, setState] = useState<State>({ at: 'opening' });
  const open = async (): Promise<void> => {
    setState({ at: 'opening' });
    const token = tokenInAddress(location.hash);
    if (token === null) return setState({ at: 'over' });
    try {
      const opened = await openLink(token);
      // The link has been used. Its token stays in the URL until this point, so that reloading the page can retry the
      // request.
      history.replaceState(null, '', location.pathname);
      setState({ at: 'pad', opened });
    } catch (error) {
      setState({ at: isOver(error) ? 'over' : 'offline' });
    }
  };
  useEffect(() => {
    void open();
  }, []);
  switch (state.at) {
    case 'opening':
      return (
        <Frame>
          <p class="small muted" role="status">
            <span class="spinner" />
          </p>
        </Frame>
      );
    case 'pad':
      return (
        <Pad opened={state.opened} onSent={() => setState({ at: 'sent' })} onOver={() => setState({ at: 'over' })} />
      );
    case 'sent':
      return <Note title={m.phone.sentTitle} text={m.phone.sentText} />;
    case 'over':
      return <Note title={m.phone.usedTitle} text={m.phone.usedText} />;
    case 'offline': {
      const { title, text } = m.otherwiseFaults.offline;
      return (
        <Frame
          action={
            <button type="button" class="button primary wide" onClick={() => void open()}>
              {m.tryAgain}
            </button>
          }
        >
          <Heading>{title}</Heading>
          <p>{text}</p>
        </Frame>
      );
    }
  }
}

function Note({ title, text }: { title: string; text: string }) {
  return (
    <Frame>
      <Heading>{title}</Heading>
      <p>{text}</p>
    </Frame>
  );
}

type PadProps = { opened: Opened; onSent: () => void; onOver: () => void };

function Pad({ opened, onSent, onOver }: PadProps) {
  const { m } = useWords();
  const [drawn, setDrawn] = useState<Adopted | null>(null);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState(false);
  const hand = async (): Promise<void> => {
    if (drawn?.type !== 'drawn' || sending) return;
    setSending(true);
    setFailed(false);
    try {
      await send(opened.bearer, drawn.picture);
      onSent();
    } catch (error) {
      if (isOver(error)) return onOver();
      setSending(false);
      setFailed(true);
    }
  };
  return (
    <Frame
      action={
        <button
          type="button"
          class="button primary wide"
          disabled={drawn === null || sending}
          onClick={() => void hand()}
        >
          {sending ? <span class="spinner" /> : <Icon name="check" />}
          {m.phone.send}
        </button>
      }
    >
      <Heading>{m.marks[opened.what].title}</Heading>
      <div class="signature-form">
        <DrawPanel onInk={setDrawn} />
      </div>
      {failed ? (
        <p class="fault" role="alert">
          {m.phone.notSent}
        </p>
      ) : null}
    </Frame>
  );
}
