import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { speech } from './language.ts';
import { MARKUP_PIECES } from './markup-pieces.ts';
import { withoutSharedMarkup, withSharedMarkup } from './shared-markup.ts';
import { ALL_MAILS, common, invitationSample } from './templates/samples.fixture.ts';
import { invitation } from './templates/signing-mails.ts';

const brand = { ...common.brand, isTest: true };

test.each(Object.entries(ALL_MAILS))(
  '%s is read as it was sent, in any language, and its markup is not kept with it',
  (_name, render) => {
    const sent = render({}).html;
    const kept = withoutSharedMarkup(sent);
    expect(withSharedMarkup(kept)).toBe(sent);
    // Whoever changes how mails look adds the markup to markup-pieces.ts.
    expect(kept.replaceAll(/<[^>]*>/gu, '').length / kept.length, kept).toBeGreaterThan(0.9);
    for (const change of [{ brand }, { speech: speech('ar') }, { speech: speech('ja'), brand }]) {
      const other = render(change).html;
      expect(withSharedMarkup(withoutSharedMarkup(other))).toBe(other);
    }
  },
);

test('what people typed stays in the open, wherever it is the start or the end of shared markup', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc.tuple(fc.constantFrom(...MARKUP_PIECES), fc.nat(60)).map(([piece, at]) => piece.slice(at, at + 20)),
  );
  const escaped = (value: string) =>
    value
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;');
  fc.assert(
    fc.property(text, (name) => {
      const { html } = invitation({ ...invitationSample, recipient: { name: `x${name}x`, email: 'a@b.example' } });
      const kept = withoutSharedMarkup(html);
      expect(kept.split(escaped(`x${name}x`)).length).toBe(html.split(escaped(`x${name}x`)).length);
      expect(withSharedMarkup(kept)).toBe(html);
    }),
  );
});

test('a piece is markup alone, from one end to the other', () => {
  for (const piece of MARKUP_PIECES) {
    expect(piece).toMatch(/^(?:<|"|&#)[^]*(?:>|")$/u);
    const markup = piece.replaceAll(/<style>[^]*<\/style>|<[^<>]*>|^"[^<>]*(?:>|"$)|<[^<>]*"$|&#8199;&#847;/gu, '');
    expect(markup.trim(), piece).toBe('');
  }
});

test('no piece was changed or moved: kept mails could not be read', () => {
  const digest = createHash('sha256')
    .update(JSON.stringify(MARKUP_PIECES.slice(0, 95)))
    .digest('hex');
  expect(digest).toBe('147f83d42be262da7cbad87612047579d4bb48b335cf97ea86ac3eb1c9ee789e');
});

test('plain HTML is read as it is, and a sign that nothing stands for is told', () => {
  expect(withSharedMarkup('<!doctype html>')).toBe('<!doctype html>');
  const control = '<!doctype html>\u0002';
  expect(withSharedMarkup(withoutSharedMarkup(control))).toBe(control);
  expect(() => withSharedMarkup('\u0001text\u001f\u001f')).toThrow('damaged');
  expect(() => withSharedMarkup('\u0001text\u0001')).toThrow('damaged');
});
