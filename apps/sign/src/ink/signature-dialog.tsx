/**
 * Creates a signature in one of three ways, or uses the account's saved signature. The result in one tab is kept while
 * another tab is open.
 */
import type { Hand } from '@countersign/contract';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Account } from '../flow/account.ts';
import type { Adopted } from '../flow/fields.ts';
import { Icon } from '../parts/icon.tsx';
import { later } from '../parts/later.tsx';
import { Modal } from '../parts/modal.tsx';
import { SignaturePicture } from '../parts/signature-picture.tsx';
import { useWords } from '../parts/words.ts';
import { DrawPanel } from './draw-panel.tsx';
import { shrinkPicture, type PictureFault } from './picture.ts';
import type { PhoneTools } from './phone-pen.tsx';
import { OwnInitials } from './own-initials.tsx';
import { KeepBox, SavedPanel, SavedTab, type Keep } from './saved.tsx';

/** The component with the handwriting fonts is loaded only when the visitor types a signature. */
const HandChoice = later(async () => (await import('./hand-choice.tsx')).HandChoice, <HandSpace />);
const PhonePen = later(async () => (await import('./phone-pen.tsx')).PhonePen, null);

type Tab = 'saved' | 'draw' | 'type' | 'upload';
const MAKING: readonly Tab[] = ['draw', 'type', 'upload'];
const LONGEST_NAME = 80;

type Props = {
  what: 'signature' | 'initials';
  /** The signer's name or initials, as the default for the typed version. */
  name: string;
  present: Adopted | null;
  /** The signer's own account, if it opened this visit. It stores signatures but not initials. */
  account: Account | null;
  /** Tools for drawing on a phone. Null if people draw on this device, and in in-person visits. */
  phone: PhoneTools | null;
  /** The initials that are adopted with the signature. Null if the document has no field for them. */
  initials: string | null;
  onAdopt: (signature: Adopted, initials: Adopted | undefined) => void;
  onClose: () => void;
};

export function SignatureDialog({ what, name, present, account, phone, initials, onAdopt, onClose }: Props) {
  const { m } = useWords();
  const words = m.marks[what];
  const saved = account?.saved ?? null;
  const [tab, setTab] = useState<Tab>(() => firstTab(present, saved));
  const [drawn, setDrawn] = useState<Adopted | null>(null);
  const [byPhone, setByPhone] = useState(false);
  const offer = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState(present?.type === 'typed' ? present.text : name);
  const [hand, setHand] = useState<Hand>(() => firstHand(present, saved));
  const [uploaded, setUploaded] = useState<Adopted | null>(present?.type === 'uploaded' ? present : null);
  const [keep, setKeep] = useState<Keep>('no');

  const text = typed.trim();
  const ready: Record<Tab, Adopted | null> = {
    saved,
    draw: drawn,
    type: text === '' ? null : { type: 'typed', text, hand },
    upload: uploaded,
  };
  const signature = ready[tab];

  const use = async (made: Adopted): Promise<void> => {
    if (account !== null && made.type !== 'uploaded' && tab !== 'saved' && keep === 'yes') {
      setKeep('busy');
      // A failure to save is shown in this dialog. A second attempt continues without saving.
      if (!(await account.save(made))) return setKeep('failed');
    }
    onAdopt(made, initials === null ? undefined : { type: 'typed', text: initials, hand });
  };

  return (
    <Modal title={words.title} closable={keep !== 'busy'} onClose={onClose}>
      <form
        class="signature-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (signature !== null && keep !== 'busy') void use(signature);
        }}
      >
        <Tabs tabs={saved === null ? MAKING : ['saved', ...MAKING]} tab={tab} onTab={setTab} />
        {saved === null ? null : (
          <div role="tabpanel" id="panel-saved" aria-labelledby="tab-saved" hidden={tab !== 'saved'}>
            <SavedPanel signature={saved} />
          </div>
        )}
        <div role="tabpanel" id="panel-draw" aria-labelledby="tab-draw" hidden={tab !== 'draw'}>
          {byPhone && phone !== null ? (
            <PhonePen
              {...phone}
              what={what}
              onInk={setDrawn}
              onBack={() => {
                setDrawn(null);
                setByPhone(false);
                // The element must be rendered before it can get the focus.
                requestAnimationFrame(() => offer.current?.focus());
              }}
            />
          ) : (
            <>
              <DrawPanel onInk={setDrawn} />
              {phone === null ? null : (
                <button
                  ref={offer}
                  type="button"
                  class="button quiet"
                  onClick={() => {
                    setDrawn(null);
                    setByPhone(true);
                  }}
                >
                  {m.phone.offer}
                </button>
              )}
            </>
          )}
        </div>
        <div role="tabpanel" id="panel-type" aria-labelledby="tab-type" hidden={tab !== 'type'}>
          {/* The panel is rendered only when it is visible, because a font is loaded when its first word is drawn. */}
          {tab === 'type' ? (
            <TypePanel label={words.typeLabel} text={typed} onText={setTyped}>
              <HandChoice text={text} hand={hand} preview={m.typePreview} onHand={setHand} />
            </TypePanel>
          ) : null}
        </div>
        <div role="tabpanel" id="panel-upload" aria-labelledby="tab-upload" hidden={tab !== 'upload'}>
          <UploadPanel picture={uploaded} onPicture={setUploaded} />
        </div>
        {account !== null && (tab === 'draw' || tab === 'type') ? (
          <KeepBox state={keep} replaces={saved !== null} onKeep={setKeep} />
        ) : null}
        {tab === 'saved' ? null : <p class="small muted">{words.once}</p>}
        {initials === null ? null : <OwnInitials text={initials} hand={hand} />}
        <div class="modal-actions">
          <button type="button" class="button" onClick={onClose} disabled={keep === 'busy'}>
            {m.cancel}
          </button>
          <button type="submit" class="button primary" disabled={signature === null || keep === 'busy'}>
            {keep === 'busy' ? <span class="spinner" /> : <Icon name="check" />}
            {words.use}
          </button>
        </div>
      </form>
    </Modal>
  );
}

function firstTab(present: Adopted | null, saved: Adopted | null): Tab {
  if (present === null || isSame(present, saved)) return saved === null ? 'draw' : 'saved';
  return present.type === 'typed' ? 'type' : present.type === 'uploaded' ? 'upload' : 'draw';
}

function firstHand(present: Adopted | null, saved: Adopted | null): Hand {
  const before = [present, saved].find((one) => one?.type === 'typed');
  return (before?.type === 'typed' ? before.hand : undefined) ?? 'casual';
}

const isSame = (one: Adopted, other: Adopted | null): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Implements the ARIA tabs pattern: the tabs are a single stop for the Tab key, and the arrow keys move between them
 * and select one.
 */
function Tabs({ tabs, tab, onTab }: { tabs: readonly Tab[]; tab: Tab; onTab: (tab: Tab) => void }) {
  const { m, dir } = useWords();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const onward = dir === 'rtl' ? -1 : 1;
    const step = { ArrowRight: onward, ArrowLeft: -onward }[event.key];
    const at =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? tabs.length - 1
          : step === undefined
            ? -1
            : tabs.indexOf(tab) + step;
    const next = step === undefined && at < 0 ? undefined : tabs[(at + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    onTab(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={m.waysToSign} ref={list}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`tab-${one}`}
          aria-controls={`panel-${one}`}
          aria-selected={one === tab}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onTab(one)}
          onKeyDown={move}
        >
          {one === 'saved' ? <SavedTab /> : m[one]}
        </button>
      ))}
    </div>
  );
}

type TypeProps = { label: string; text: string; onText: (text: string) => void; children: ComponentChildren };

function TypePanel({ label, text, onText, children }: TypeProps) {
  const { m } = useWords();
  return (
    <>
      <label for="typed-name">{label}</label>
      <input
        id="typed-name"
        type="text"
        dir="auto"
        autocomplete="name"
        maxLength={LONGEST_NAME}
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
      />
      <p class="small muted">{m.typeHint}</p>
      {children}
    </>
  );
}

/**
 * Reserves the space for the four handwriting fonts until they are loaded. Otherwise, the button below would move away
 * from the pointer.
 */
function HandSpace() {
  const { m } = useWords();
  return (
    <fieldset class="hands">
      <legend>{m.hands.legend}</legend>
      {[1, 2, 3, 4].map((one) => (
        <div key={one} class="hand" />
      ))}
    </fieldset>
  );
}

type UploadProps = { picture: Adopted | null; onPicture: (picture: Adopted | null) => void };

function UploadPanel({ picture, onPicture }: UploadProps) {
  const { m } = useWords();
  const [fault, setFault] = useState<PictureFault | null>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const shrunk = await shrinkPicture(file);
    setFault(shrunk.ok ? null : shrunk.fault);
    if (shrunk.ok) onPicture({ type: 'uploaded', picture: shrunk.dataUrl });
  };
  return (
    <>
      {picture === null ? null : (
        <div class="paper-slip" role="img" aria-label={m.uploadPreview}>
          <SignaturePicture signature={picture} />
        </div>
      )}
      <div class="upload">
        <input
          id="signature-file"
          class="sr"
          type="file"
          accept="image/png,image/jpeg"
          aria-describedby={fault === null ? 'upload-hint' : 'upload-hint upload-fault'}
          onChange={(event) => void take(event.currentTarget.files?.[0])}
        />
        <label class="button" for="signature-file">
          <Icon name="upload" />
          {picture === null ? m.uploadChoose : m.uploadOther}
        </label>
        <p id="upload-hint" class="small muted">
          {m.uploadHint}
        </p>
      </div>
      {fault === null ? null : (
        <p id="upload-fault" class="fault" role="alert">
          {m.uploadFaults[fault]}
        </p>
      )}
    </>
  );
}
