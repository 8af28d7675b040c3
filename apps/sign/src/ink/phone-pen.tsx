/**
 * Draws with a phone. The page shows a QR code for the phone's camera. After the phone has sent the drawing, the page
 * shows the drawing (ADR 154).
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Adopted } from '../flow/fields.ts';
import type { DrawingLink, Service } from '../flow/service.ts';
import { Icon } from '../parts/icon.tsx';
import { SignaturePicture } from '../parts/signature-picture.tsx';
import { useWords } from '../parts/words.ts';

const POLL_MS = 1500;

export type PhoneTools = { service: Service; signerId: string };
type Props = PhoneTools & { what: 'signature' | 'initials'; onInk: (signature: Adopted) => void; onBack: () => void };
type State =
  | { at: 'asking' }
  | { at: 'code'; link: DrawingLink; isOpened: boolean }
  | { at: 'drawn'; signature: Adopted }
  | { at: 'expired' }
  | { at: 'failed' };

export function PhonePen({ service, signerId, what, onInk, onBack }: Props) {
  const { m } = useWords();
  const [state, setState] = useState<State>({ at: 'asking' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = async (link: DrawingLink): Promise<void> => {
      const { status, drawing } = await service
        .drawing(signerId, link.id)
        .catch(() => ({ status: 'lost', drawing: null }));
      if (isOver) return;
      if (drawing !== null) {
        const signature: Adopted = { type: 'drawn', picture: drawing };
        setState({ at: 'drawn', signature });
        return onInk(signature);
      }
      if (status === 'expired' || new Date() > new Date(link.expiresAt)) return setState({ at: 'expired' });
      // If a response is lost, the request is resent.
      if (status !== 'lost') setState({ at: 'code', link, isOpened: status === 'opened' });
      timer = setTimeout(() => void watch(link), POLL_MS);
    };
    setState({ at: 'asking' });
    service.drawingLink(signerId, what).then(
      (link) => {
        if (isOver) return;
        setState({ at: 'code', link, isOpened: false });
        timer = setTimeout(() => void watch(link), POLL_MS);
      },
      () => {
        if (!isOver) setState({ at: 'failed' });
      },
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [service, signerId, what, onInk, attempt]);

  // The focus moves to this part of the dialog, because the button that requested the code no longer exists.
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);

  return (
    <div class="phone-pen" ref={region} tabIndex={-1} role="group" aria-label={m.phone.offer}>
      <Content state={state} retry={() => setAttempt((count) => count + 1)} />
      <button type="button" class="button quiet" onClick={onBack}>
        <Icon name="back" />
        {m.back}
      </button>
    </div>
  );
}

function Content({ state, retry }: { state: State; retry: () => void }) {
  const { m } = useWords();
  switch (state.at) {
    case 'asking':
      return (
        <p role="status">
          <span class="spinner" />
        </p>
      );
    case 'drawn':
      return (
        <div class="paper-slip" role="img" aria-label={m.phone.received}>
          <SignaturePicture signature={state.signature} />
        </div>
      );
    case 'code':
      return (
        <>
          {state.isOpened ? null : <img src={state.link.qrCode} alt={m.phone.scan} width="180" height="180" />}
          <p role="status">{state.isOpened ? m.phone.opened : m.phone.scan}</p>
          {state.isOpened ? null : <p class="small muted">{m.phone.once}</p>}
        </>
      );
    case 'expired':
    case 'failed':
      return (
        <>
          <p role="alert">{state.at === 'expired' ? m.phone.expired : m.phone.failed}</p>
          <button type="button" class="button" onClick={retry}>
            {m.tryAgain}
          </button>
        </>
      );
  }
}
