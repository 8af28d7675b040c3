/**
 * Colors of e-mails. They are inline because several mail programs drop style sheets. The style sheet only adds dark
 * mode and narrow screens, which cannot be inline. There is no pure white or black, so that mail programs that invert
 * colors automatically keep some contrast.
 */
import { html, type SafeHtml } from './html.ts';

export const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Inter,Roboto,'Helvetica Neue',Arial,sans-serif";
export const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

export const COLOR = {
  desk: '#eceef1',
  paper: '#fcfcfa',
  ink: '#1b2230',
  muted: '#596273',
  line: '#d9dde5',
  panel: '#f3f5f8',
  accent: '#27439b',
  onAccent: '#fdfdff',
} as const;

/**
 * The colors of an e-mail, which depend on its purpose. Green is used only for completed documents, as in the app.
 * `attention` asks the reader to act.
 */
export const TONES = {
  request: { ink: '#27439b', paper: '#e8edf9' },
  done: { ink: '#14603a', paper: '#e2f2e8' },
  over: { ink: '#4b5363', paper: '#e9ebef' },
  attention: { ink: '#8a3b12', paper: '#fbeadf' },
  test: { ink: '#6b4e00', paper: '#fdf0c8' },
} as const;
export type Tone = keyof typeof TONES;

/** Classes contain only overrides. `[data-ogsc]` selects the dark mode of Outlook on the web and on phones. */
export const STYLE_SHEET: SafeHtml = html`<style>
  :root {
    color-scheme: light dark;
    supported-color-schemes: light dark;
  }
  a[x-apple-data-detectors] {
    color: inherit !important;
    text-decoration: none !important;
  }
  @media (max-width: 520px) {
    .edge {
      padding: 16px 8px 24px !important;
    }
    .body {
      padding: 24px 20px 28px !important;
    }
    .heading {
      font-size: 22px !important;
      line-height: 29px !important;
    }
    .button,
    .button a {
      display: block !important;
      width: auto !important;
      text-align: center !important;
    }
    .button-row {
      width: 100% !important;
    }
  }
  @media (prefers-color-scheme: dark) {
    .desk {
      background: #10131a !important;
    }
    .paper {
      background: #1a1f29 !important;
      border-color: #303846 !important;
    }
    .panel {
      background: #222935 !important;
      border-color: #303846 !important;
    }
    .rule {
      border-color: #303846 !important;
    }
    .ink {
      color: #e8ebf2 !important;
    }
    .muted {
      color: #a8b0c0 !important;
    }
    .link {
      color: #aabff8 !important;
    }
    .quote {
      border-color: #6f8ce0 !important;
    }
    .button {
      background: #3858b8 !important;
    }
    .button a {
      color: #fdfdff !important;
    }
    .tone-request {
      background: #232f52 !important;
      color: #b9caff !important;
    }
    .tone-done {
      background: #17352a !important;
      color: #8fdcb0 !important;
    }
    .tone-over {
      background: #2b323f !important;
      color: #bcc4d2 !important;
    }
    .tone-attention {
      background: #46291a !important;
      color: #ffc4a1 !important;
    }
    .tone-test {
      background: #433612 !important;
      color: #f5d98a !important;
    }
    .done {
      color: #8fdcb0 !important;
    }
  }
  [data-ogsc] .ink {
    color: #e8ebf2 !important;
  }
  [data-ogsc] .muted {
    color: #a8b0c0 !important;
  }
  [data-ogsc] .link {
    color: #aabff8 !important;
  }
</style>`;
