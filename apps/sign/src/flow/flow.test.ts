import { describe, expect, it } from 'vitest';
import type { SigningView } from '@countersign/contract';
import { initialFlow, reduce, type Action, type Flow, type Review } from './flow.ts';
import { fieldOf, viewOfSample } from './sample.ts';

const opened = (view: SigningView): Action => ({ type: 'opened', view, saved: null, today: '2026-11-20' });
const after = (...actions: Action[]): Flow => actions.reduce(reduce, initialFlow);
const review = (...actions: Action[]): Review => {
  const flow = after(opened(viewOfSample()), { type: 'review' }, ...actions);
  if (flow.at !== 'review') throw new Error(`at ${flow.at}`);
  return flow;
};
const typed = { type: 'typed', text: 'Ada' } as const;
const ask = { type: 'ask-mark', field: 'fld_sign' } as const;
const withPlaces =
  (...fields: ReturnType<typeof fieldOf>[]) =>
  (...actions: Action[]): Review => {
    const view = viewOfSample({ fields: [fieldOf('sign', 'signature'), ...fields] });
    const flow = after(opened(view), { type: 'review' }, ...actions);
    if (flow.at !== 'review') throw new Error(`at ${flow.at}`);
    return flow;
  };

describe('device returned to the host', () => {
  it('does not keep document data on a returned device', () => {
    const over = reduce(review({ type: 'fill', field: 'fld_company', value: 'Contoso' }), {
      type: 'hand-back',
      end: 'signed',
    });
    expect(over).toEqual({ at: 'hand-back', end: 'signed' });
  });
});

describe('start of a signing visit', () => {
  it('starts with the welcome screen', () => {
    expect(after(opened(viewOfSample())).at).toBe('welcome');
  });

  it('explains why another document is shown', () => {
    const after = { kind: 'you-declined', about: null } as const;
    const flow = reduce(initialFlow, { type: 'opened', view: viewOfSample(), saved: null, today: '2026-11-20', after });
    expect(flow).toMatchObject({ at: 'welcome', after });
  });

  it('shows the receipt to a signer who has signed, regardless of the outcome of the document', () => {
    const signed = viewOfSample({ signer: { status: 'signed' }, document: { status: 'voided' } });
    expect(after(opened(signed)).at).toBe('receipt');
    expect(after(opened(viewOfSample({ blocked: 'ALREADY_SIGNED' }))).at).toBe('receipt');
  });

  it.each(['expired', 'voided', 'declined'] as const)(
    'names the contact for a document with the status "%s"',
    (status) => {
      const flow = after(opened(viewOfSample({ document: { status } })));
      expect(flow).toMatchObject({ at: 'stopped', failure: { kind: status, about: { title: 'Mutual NDA' } } });
    },
  );

  it('lets recipients read the document before their turn and then return to the previous screen', () => {
    const turn = after(opened(viewOfSample({ blocked: 'NOT_YOUR_TURN' })));
    expect(turn.at).toBe('turn');
    const reading = reduce(turn, { type: 'read' });
    expect(reading.at).toBe('reading');
    expect(reduce(reading, { type: 'leave' }).at).toBe('turn');
  });

  it('lets copy recipients read the document and does not ask them to sign', () => {
    expect(after(opened(viewOfSample({ signer: { role: 'cc', status: 'notified' }, fields: [] }))).at).toBe('reading');
  });
});

describe('signing flow', () => {
  it('adds the adopted signature to every required signature field and continues with the next field', () => {
    const flow = review({ type: 'ask-mark', field: 'fld_sign' }, { type: 'adopt', signature: typed });
    expect(flow).toMatchObject({ dialog: null, draft: { signature: typed, placed: ['fld_sign'] } });
    expect(flow.active).not.toBe('fld_sign');
    const twice = withPlaces(fieldOf('second', 'signature'), fieldOf('third', 'signature', { required: false }));
    expect(twice(ask, { type: 'adopt', signature: typed }).draft.placed).toEqual(['fld_sign', 'fld_second']);
  });

  it('asks for initials next, unless they were adopted with the signature', () => {
    const both = withPlaces(fieldOf('initials', 'initials'));
    expect(both(ask, { type: 'adopt', signature: typed })).toMatchObject({
      dialog: 'initials',
      active: 'fld_initials',
    });
    const initials = { type: 'typed', text: 'AL' } as const;
    const adopted = both(ask, { type: 'adopt', signature: typed, initials });
    expect(adopted).toMatchObject({ dialog: null, draft: { signature: typed, initials } });
    expect(adopted.draft.placed).toEqual(['fld_sign', 'fld_initials']);
  });

  it('keeps the signed positions if the signature is changed', () => {
    const changed = { type: 'typed', text: 'A. L.' } as const;
    const flow = review(
      { type: 'ask-mark', field: 'fld_sign' },
      { type: 'adopt', signature: typed },
      { type: 'ask-mark', field: 'fld_sign' },
      { type: 'adopt', signature: changed },
    );
    expect(flow.draft).toMatchObject({ signature: changed, placed: ['fld_sign'] });
  });

  it('adds the signature only to signature fields', () => {
    expect(review({ type: 'place', field: 'fld_company' }).draft.placed).toEqual([]);
  });

  it('ignores changes while the signature is being created', () => {
    const sending = review({ type: 'finish' }, { type: 'send' });
    expect(reduce(sending, { type: 'fill', field: 'fld_company', value: 'x' })).toBe(sending);
    expect(reduce(sending, { type: 'close-dialog' })).toBe(sending);
  });

  it('keeps all input after a temporary failure', () => {
    const before = review(
      { type: 'ask-mark', field: 'fld_sign' },
      { type: 'adopt', signature: typed },
      { type: 'fill', field: 'fld_company', value: 'Contoso' },
      { type: 'finish' },
      { type: 'send' },
    );
    const failed = reduce(before, { type: 'send-failed', failure: { kind: 'offline' }, refused: {} });
    expect(failed).toMatchObject({ at: 'review', dialog: 'consent', submission: { state: 'failed' } });
    expect((failed as Review).draft).toBe(before.draft);
  });

  it('moves to the field whose value was rejected, and clears the error message when the value is changed', () => {
    const sending = review({ type: 'finish' }, { type: 'send' });
    const refused = { fld_company: 'must name a company' };
    const flow = reduce(sending, { type: 'send-failed', failure: { kind: 'invalid', faults: [] }, refused });
    expect(flow).toMatchObject({ at: 'review', dialog: null, active: 'fld_company', refused });
    expect(reduce(flow, { type: 'fill', field: 'fld_company', value: 'x' })).toMatchObject({ refused: {} });
  });

  it('stops if the document was voided, and waits if the signing order changed', () => {
    const sending = review({ type: 'finish' }, { type: 'send' });
    const voided = reduce(sending, { type: 'send-failed', failure: { kind: 'voided', about: null }, refused: {} });
    expect(voided).toMatchObject({ at: 'stopped', failure: { kind: 'voided' }, view: { document: { id: 'doc_nda' } } });
    expect(reduce(sending, { type: 'send-failed', failure: { kind: 'not-your-turn' }, refused: {} }).at).toBe('turn');
  });
});

describe('receipt', () => {
  it('applies updates to the receipt, and does not return to a previous screen after a late update', () => {
    const receipt = review({ type: 'finish' }, { type: 'send' });
    const sealed = viewOfSample({ document: { status: 'completed', sealed: true } });
    const shown = reduce(receipt, { type: 'signed', view: viewOfSample() });
    expect(reduce(shown, { type: 'refreshed', view: sealed })).toMatchObject({ view: { document: { sealed: true } } });
    const stopped = after({ type: 'stopped', failure: { kind: 'session-ended' } });
    expect(reduce(stopped, { type: 'refreshed', view: sealed })).toBe(stopped);
  });
});
