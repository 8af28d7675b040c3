/** The layout of every e-mail. */
import type { Speech } from '../language.ts';
import { LOGO } from '../logo.ts';
import { html, SafeHtml } from './html.ts';
import { block, heading, smallPrint, tonePill } from './parts.ts';
import { COLOR, FONT, STYLE_SHEET, type Tone, TONES } from './theme.ts';
import type { Brand } from './types.ts';

export type MailLayout = {
  readonly speech: Speech;
  readonly brand: Brand;
  readonly subject: string;
  /** Mail programs show this text after the subject. */
  readonly preheader: string;
  readonly tone: Tone;
  readonly label: string;
  readonly heading: SafeHtml;
  /** Table rows, each created by `block`. */
  readonly blocks: readonly SafeHtml[];
  readonly why: SafeHtml;
};

/** Renders an HTML page that works without images, without a style sheet and at a width of 320 px. */
export function renderMail(mail: MailLayout): string {
  const { brand, speech, subject } = mail;
  const { direction } = speech;
  return html`<!doctype html>
    <html lang="${speech.language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${subject}</title>
        ${STYLE_SHEET}
      </head>
      <body class="desk" style="margin:0;padding:0;background:${COLOR.desk};-webkit-text-size-adjust:100%">
        ${preheader(mail.preheader)}
        <table
          role="presentation"
          class="desk"
          dir="${direction}"
          lang="${speech.language}"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          bgcolor="${COLOR.desk}"
          style="background:${COLOR.desk};padding:0"
        >
          <tr>
            <td class="edge" align="center" style="padding:32px 16px 40px">
              <table
                role="presentation"
                dir="${direction}"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:600px"
              >
                <tr>
                  <td style="padding:0 4px 16px">${wordmark(brand.productName)}</td>
                </tr>
                ${testNotice(mail)}
                <tr>
                  <td
                    class="paper body"
                    bgcolor="${COLOR.paper}"
                    style="background:${COLOR.paper};border:1px solid ${COLOR.line};border-radius:12px;padding:36px 40px 40px"
                  >
                    <table
                      role="presentation"
                      width="100%"
                      cellpadding="0"
                      cellspacing="0"
                      border="0"
                      style="table-layout:fixed"
                    >
                      ${block(tonePill(mail.tone, mail.label), 0)}${block(heading(mail.heading), 14)}${mail.blocks}
                    </table>
                  </td>
                </tr>
                <tr>
                  <td style="padding:20px 4px 0">${smallPrint(mail.why)}</td>
                </tr>
                <tr>
                  <td style="padding:12px 4px 0">${smallPrint(sentBy(mail))}</td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.markup;
}

/** The joiners and spaces keep mail programs from filling the preview with the first words of the e-mail. */
function preheader(text: string): SafeHtml {
  const filler = new SafeHtml('&#8199;&#847; '.repeat(60).trimEnd());
  return html`<div
    style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all;font-size:1px;line-height:1px"
  >
    ${text}${filler}
  </div>`;
}

/** The logo is attached to the e-mail. If images are off, only the name next to it is shown. */
function wordmark(product: string): SafeHtml {
  const name = `padding:0 10px;font-family:${FONT};font-size:17px;line-height:28px;font-weight:700;letter-spacing:-0.1px;color:${COLOR.ink}`;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td width="28" height="28">
        <img src="cid:${LOGO.cid}" width="28" height="28" alt="" style="display:block;border:0" />
      </td>
      <td class="ink" valign="middle" style="${name}">${product}</td>
    </tr>
  </table>`;
}

function sentBy({ brand, speech }: MailLayout): SafeHtml {
  return speech.say('sentBy', { product: brand.productName, organization: brand.organization }).html;
}

function testNotice({ brand, speech }: MailLayout): readonly SafeHtml[] {
  if (brand.isTest !== true) return [];
  const { ink, paper } = TONES.test;
  const style = `padding:10px 14px;border-radius:8px;background:${paper};color:${ink};font-family:${FONT};font-size:14px;line-height:20px;font-weight:600`;
  return [
    html`<tr>
      <td style="padding:0 0 12px">
        <p class="tone-test" style="margin:0;${style}">${speech.word('testNotice')}</p>
      </td>
    </tr>`,
  ];
}
