/** The building blocks of the e-mails, in HTML. */
import { html, type HtmlValue, type SafeHtml, userLines, userText } from './html.ts';
import { COLOR, FONT, MONO, type Tone, TONES } from './theme.ts';

const TEXT = `margin:0;font-family:${FONT};font-size:16px;line-height:25px;color:${COLOR.ink}`;
const SMALL = `margin:0;font-family:${FONT};font-size:14px;line-height:21px;color:${COLOR.muted}`;
const LABEL = `margin:0;font-family:${FONT};font-size:13px;line-height:18px;color:${COLOR.muted}`;

/** Blocks are rows of one table, because cell padding is the only spacing that every mail program supports. */
export function block(content: SafeHtml, spaceAbove: number): SafeHtml {
  return html` <tr>
    <td style="padding:${spaceAbove}px 0 0">${content}</td>
  </tr>`;
}

export function tonePill(tone: Tone, text: string): SafeHtml {
  const { ink, paper } = TONES[tone];
  const style = `display:inline-block;padding:4px 11px;border-radius:12px;background:${paper};color:${ink};font-family:${FONT};font-size:13px;line-height:18px;font-weight:600`;
  return html`<span class="tone-${tone}" style="${style}">${text}</span>`;
}

export function heading(content: HtmlValue): SafeHtml {
  const style = `margin:0;font-family:${FONT};font-size:26px;line-height:33px;font-weight:700;letter-spacing:-0.2px;color:${COLOR.ink};overflow-wrap:anywhere;text-wrap:balance;word-break:auto-phrase`;
  return html`<h1 class="ink heading" style="${style}">${content}</h1>`;
}

export function paragraph(content: HtmlValue): SafeHtml {
  return html`<p class="ink" style="${TEXT};overflow-wrap:anywhere">${content}</p>`;
}

export function smallPrint(content: HtmlValue): SafeHtml {
  return html`<p class="muted" style="${SMALL};overflow-wrap:anywhere">${content}</p>`;
}

export type Fact = { readonly label: string; readonly value: SafeHtml };

/** The label is above the value, so that a long title has the full width on a phone. */
export function factsPanel(facts: readonly Fact[]): SafeHtml {
  const rows = facts.map(
    ({ label, value }, index) =>
      html` <tr>
        <td style="padding:${index === 0 ? 16 : 12}px 18px ${index === facts.length - 1 ? 16 : 0}px">
          <p class="muted" style="${LABEL}">${label}</p>
          <div class="ink" style="${TEXT};overflow-wrap:anywhere">${value}</div>
        </td>
      </tr>`,
  );
  const style = `background:${COLOR.panel};border:1px solid ${COLOR.line};border-radius:8px;border-collapse:separate`;
  return html`<table
    role="presentation"
    class="panel"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="${style}"
  >
    ${rows}
  </table>`;
}

/** The most important fact in the panel. */
export function titleValue(title: string): SafeHtml {
  const style = 'display:block;font-size:18px;line-height:26px;font-weight:600';
  return html`<strong style="${style}">${userText(title)}</strong>`;
}

/** Shown below a heading that names a person. Organization and address each have their own text direction. */
export function senderLine(organization: string, email: string): SafeHtml {
  const address = html`<span dir="ltr">${email}</span>`;
  return smallPrint(organization === '' ? address : html`${userText(organization)}<br />${address}`);
}

/** The bar is on the side where the reader's lines start. */
export function quote(label: SafeHtml, text: string, direction: 'ltr' | 'rtl'): SafeHtml {
  const bar =
    direction === 'ltr'
      ? `padding:2px 0 2px 16px;border-left:3px solid ${COLOR.accent}`
      : `padding:2px 16px 2px 0;border-right:3px solid ${COLOR.accent}`;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td class="quote" style="${bar}">
        <p class="muted" style="${LABEL};padding-bottom:4px">${label}</p>
        <p class="ink" dir="auto" style="${TEXT};overflow-wrap:anywhere">${userLines(text)}</p>
      </td>
    </tr>
  </table>`;
}

/**
 * The cell has the color and the link has the padding, so that the button works without images and is clickable
 * everywhere.
 */
export function button(text: string, link: string): SafeHtml {
  const cell = `background:${COLOR.accent};border-radius:8px;mso-padding-alt:14px 28px`;
  const anchor = `display:inline-block;padding:14px 28px;font-family:${FONT};font-size:17px;line-height:22px;font-weight:600;color:${COLOR.onAccent};text-decoration:none`;
  return html`<table role="presentation" class="button-row" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td class="button" bgcolor="${COLOR.accent}" style="${cell}"><a href="${link}" style="${anchor}">${text}</a></td>
    </tr>
  </table>`;
}

export function plainLink(label: string, link: string): SafeHtml {
  return html`<p class="muted" style="${SMALL}">
    ${label}<br />
    <a class="link" dir="ltr" href="${link}" style="color:${COLOR.accent};word-break:break-all">${link}</a>
  </p>`;
}

export function textLink(link: string): SafeHtml {
  return html`<a class="link" dir="ltr" href="${link}" style="color:${COLOR.accent};word-break:break-all">${link}</a>`;
}

export type SignedLine = { readonly name: string; readonly email: string; readonly time: string | null };

/**
 * A check mark or a circle precedes each signer. The symbol is decorative, because the label contains the information.
 */
export function signedList(label: string, lines: readonly SignedLine[]): SafeHtml {
  return markedList(
    label,
    lines.map(({ name, email, time }) => ({ isDone: time !== null, name, below: personDetails(name, email, time) })),
  );
}

export type DocumentLine = {
  readonly title: string;
  readonly state: string;
  readonly isDone: boolean;
  readonly link: string | null;
};

/** Only documents that are available have a link. */
export function documentList(label: string, action: string, lines: readonly DocumentLine[]): SafeHtml {
  const anchor = (link: string, title: string): SafeHtml =>
    html`<br /><a class="link" href="${link}" aria-label="${`${action}: ${title}`}" style="color:${COLOR.accent}"
        >${action}</a
      >`;
  return markedList(
    label,
    lines.map(({ title, state, isDone, link }) => ({
      isDone,
      name: title,
      below: html`${state}${link === null ? '' : anchor(link, title)}`,
    })),
  );
}

type MarkedLine = { readonly isDone: boolean; readonly name: string; readonly below: SafeHtml };

function markedList(label: string, lines: readonly MarkedLine[]): SafeHtml {
  const cell = `padding:11px 0;border-top:1px solid ${COLOR.line}`;
  const mark = `${cell};font-family:${FONT};font-size:17px;line-height:25px;font-weight:700`;
  const rows = lines.map(
    ({ isDone, name, below }) =>
      html` <tr>
        ${
          !isDone
            ? html`<td
                class="muted rule"
                width="30"
                valign="top"
                aria-hidden="true"
                style="${mark};color:${COLOR.muted}"
              >
                &#9675;
              </td>`
            : html`<td
                class="done rule"
                width="30"
                valign="top"
                aria-hidden="true"
                style="${mark};color:${TONES.done.ink}"
              >
                &#10003;
              </td>`
        }
        <td class="rule" valign="top" style="${cell}">
          <div class="ink" style="${TEXT};overflow-wrap:anywhere"><span dir="auto">${name}</span></div>
          <div class="muted" style="${SMALL};overflow-wrap:anywhere">${below}</div>
        </td>
      </tr>`,
  );
  return html`<p class="muted" style="${LABEL};padding-bottom:6px">${label}</p>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
      ${rows}
    </table>`;
}

function personDetails(name: string, email: string, time: string | null): SafeHtml {
  const address = name === email ? [] : [html`<span dir="ltr">${email}</span>`];
  const lines = [...address, ...(time === null ? [] : [html`${time}`])];
  return html`${lines.map((line, index) => (index === 0 ? line : html`<br />${line}`))}`;
}

export function fingerprint(label: string, hash: string): SafeHtml {
  const style = `margin:0;font-family:${MONO};font-size:13px;line-height:20px;color:${COLOR.ink};word-break:break-all`;
  return html`<p class="muted" style="${LABEL};padding-bottom:4px">${label}</p>
    <p class="ink" style="${style}"><span dir="ltr">${hash}</span></p>`;
}

/** Shows the lines of a signed note unchanged, because any change would invalidate its signatures. */
export function signedNote(label: string, note: string): SafeHtml {
  const style = `margin:0;font-family:${MONO};font-size:13px;line-height:20px;color:${COLOR.ink};white-space:pre-wrap;word-break:break-all`;
  return html`<p class="muted" style="${LABEL};padding-bottom:4px">${label}</p>
    <pre class="ink" dir="ltr" style="${style}">${note}</pre>`;
}

/** The code is large enough to read at a glance and to type on another device. */
export function code(label: string, digits: string): SafeHtml {
  const style = `margin:0;font-family:${MONO};font-size:32px;line-height:40px;font-weight:700;letter-spacing:4px;color:${COLOR.ink}`;
  return html`<p class="muted" style="${LABEL};padding-bottom:4px">${label}</p>
    <p class="ink" style="${style}"><span dir="ltr">${digits}</span></p>`;
}

export function subheading(text: string): SafeHtml {
  const style = `margin:0;font-family:${FONT};font-size:17px;line-height:24px;font-weight:600;color:${COLOR.ink}`;
  return html`<h2 class="ink" style="${style}">${text}</h2>`;
}
