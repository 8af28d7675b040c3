/**
 * What many mails have in common, so that it is kept once (packed.ts). Bytes that were deflated against one of these can be read with it
 * alone: none is ever changed or taken away, whatever mails look like by then. Another look gets a dictionary of its own beside it.
 */

/** The markup of mails: a request to sign, after what others have that it has not. What is behind is found at less cost. */
export const MAIL_MARKUP = Buffer.from(`</head>
        <div
  >
    The document you sent has all its signatures and is sealed. Everyone who signed receives a copy too.&#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847;
  </div>
        <table
          role="presentation"
          class="desk"
          dir="ltr"
          lang="en"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          bgcolor="#eceef2"
          style="background:#eceef2;padding:0"
        >
          <tr>
              <table
                role="presentation"
                dir="ltr"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:600px"
              >
                <tr>
    <tr>
      <td width="28" height="28">
      </td>
    </tr>
  </table></td>
                </tr>
                
                <tr>
                  <td
                    class="paper body"
                    bgcolor="#fcfcfa"
                  >
                    <table
                      role="presentation"
                      width="100%"
                      cellpadding="0"
                      cellspacing="0"
                      border="0"
                      style="table-layout:fixed"
                    >
                       <tr>
  </tr> <tr>
  </tr> <tr>
    <td style="padding:12px 0 0"><p class="ink" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:16px;line-height:25px;color:#1b2230;overflow-wrap:anywhere">The document you sent has all its signatures and is sealed. Everyone who signed receives a copy too.</p></td>
  </tr> <tr>
    <td style="padding:22px 0 0"><table
    role="presentation"
    class="panel"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
  >
     <tr>
        <td style="padding:16px 18px 16px">
        </td>
      </tr>
  </table></td>
  </tr> <tr>
    <tr>
    </tr>
  </table></td>
  </tr> <tr>
       <tr>
        <td
                class="done rule"
                width="30"
                valign="top"
                aria-hidden="true"
              >
                &#10003;
              </td>
        </td>
      </tr>
    </table></td>
  </tr> <tr>
  </tr> <tr>
  </tr> <tr>
  </p></td>
  </tr>
                    </table>
                  </td>
                </tr>
                <tr>
                  <td style="padding:20px 4px 0"><p class="muted" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:14px;line-height:21px;color:#596273;overflow-wrap:anywhere">You got this e-mail because you (<span dir="auto">@</span>) sent this document for signing.</p></td>
                </tr>
                <tr>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html></head>
        <div
  >
    The document you signed for  is complete. Your copy is ready: please keep it.&#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847;
  </div>
        <table
          role="presentation"
          class="desk"
          dir="ltr"
          lang="en"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          bgcolor="#eceef2"
          style="background:#eceef2;padding:0"
        >
          <tr>
              <table
                role="presentation"
                dir="ltr"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:600px"
              >
                <tr>
    <tr>
      <td width="28" height="28">
      </td>
    </tr>
  </table></td>
                </tr>
                
                <tr>
                  <td
                    class="paper body"
                    bgcolor="#fcfcfa"
                  >
                    <table
                      role="presentation"
                      width="100%"
                      cellpadding="0"
                      cellspacing="0"
                      border="0"
                      style="table-layout:fixed"
                    >
                       <tr>
    <td style="padding:0px 0 0"><span class="tone-done" style="display:inline-block;padding:4px 11px;border-radius:12px;background:#e2f2e8;color:#14603a;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:13px;line-height:18px;font-weight:600">Completed</span></td>
  </tr> <tr>
    <td style="padding:14px 0 0"><h1 class="ink heading" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:26px;line-height:33px;font-weight:700;letter-spacing:-0.2px;color:#1b2230;overflow-wrap:anywhere;text-wrap:balance;word-break:auto-phrase">Everyone has signed</h1></td>
  </tr> <tr>
    <td style="padding:12px 0 0"><p class="ink" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:16px;line-height:25px;color:#1b2230;overflow-wrap:anywhere">The document you signed for <span dir="auto"></span> is complete. Your copy is ready: please keep it.</p></td>
  </tr> <tr>
    <td style="padding:22px 0 0"><table
    role="presentation"
    class="panel"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
  >
     <tr>
        <td style="padding:16px 18px 16px">
        </td>
      </tr>
  </table></td>
  </tr> <tr>
    <tr>
      <td class="button" bgcolor="#1e3a8a" style="background:#1e3a8a;border-radius:8px;mso-padding-alt:14px 28px"><a href="https://" style="display:inline-block;padding:14px 28px;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:17px;line-height:22px;font-weight:600;color:#fdfdff;text-decoration:none">View and download</a></td>
    </tr>
  </table></td>
  </tr> <tr>
    <td style="padding:28px 0 0"><p class="muted" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:13px;line-height:18px;color:#596273;padding-bottom:6px">Signed by</p>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
       <tr>
        <td
                class="done rule"
                width="30"
                valign="top"
                aria-hidden="true"
                style="padding:11px 0;border-top:1px solid #d9dde5;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:17px;line-height:25px;font-weight:700;color:#14603a"
              >
                &#10003;
              </td>
        <td class="rule" valign="top" style="padding:11px 0;border-top:1px solid #d9dde5">
          <div class="ink" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:16px;line-height:25px;color:#1b2230;overflow-wrap:anywhere"><span dir="auto"></span></div>
          <div class="muted" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:14px;line-height:21px;color:#596273;overflow-wrap:anywhere"><span dir="ltr">@</span><br />23 November 2026 at 14:48 UTC</div>
        </td>
      </tr>
    </table></td>
  </tr> <tr>
    <td style="padding:22px 0 0"><h2 class="ink" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:17px;line-height:24px;font-weight:600;color:#1b2230">How to check it</h2><p class="muted" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:14px;line-height:21px;color:#596273;overflow-wrap:anywhere">Every signature is inside the PDF. Any PDF reader that shows signatures can check them, today or years from now. A single changed byte would show.<br /><a class="link" dir="ltr" href="https://" style="color:#1e3a8a;word-break:break-all">https://</a></p></td>
  </tr> <tr>
    <td style="padding:16px 0 0"><p class="muted" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:13px;line-height:18px;color:#596273;padding-bottom:4px">Fingerprint of the signed file (SHA-256)</p>
    <p class="ink" style="margin:0;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,&#39;Liberation Mono&#39;,monospace;font-size:13px;line-height:20px;color:#1b2230;word-break:break-all"><span dir="ltr">64fd0c45b8668baae5bacbefddccd73d09b286794f140ab9143a04159d63d112</span></p></td>
  </tr> <tr>
  </p></td>
  </tr>
                    </table>
                  </td>
                </tr>
                <tr>
                  <td style="padding:20px 4px 0"><p class="muted" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:14px;line-height:21px;color:#596273;overflow-wrap:anywhere">You got this e-mail because <span dir="auto"></span> (<span dir="auto">@</span>) asked you (<span dir="auto">@</span>) to sign this document.</p></td>
                </tr>
                <tr>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html><!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title> asks you to sign “”</title>
        <style>
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
</style>
      </head>
      <body class="desk" style="margin:0;padding:0;background:#eceef2;-webkit-text-size-adjust:100%">
        <div
    style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all;font-size:1px;line-height:1px"
  >
    Please read it and, if you agree, sign it online. It takes a few minutes and you need no account.&#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847; &#8199;&#847;
  </div>
        <table
          role="presentation"
          class="desk"
          dir="ltr"
          lang="en"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          bgcolor="#eceef2"
          style="background:#eceef2;padding:0"
        >
          <tr>
            <td class="edge" align="center" style="padding:32px 16px 40px">
              <table
                role="presentation"
                dir="ltr"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:600px"
              >
                <tr>
                  <td style="padding:0 4px 16px"><table role="presentation" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td width="28" height="28">
        <img src="cid:logo@countersign" width="28" height="28" alt="" style="display:block;border:0" />
      </td>
      <td class="ink" valign="middle" style="padding:0 10px;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:17px;line-height:28px;font-weight:700;letter-spacing:-0.1px;color:#1b2230">Countersign</td>
    </tr>
  </table></td>
                </tr>
                
                <tr>
                  <td
                    class="paper body"
                    bgcolor="#fcfcfa"
                    style="background:#fcfcfa;border:1px solid #d9dde5;border-radius:12px;padding:36px 40px 40px"
                  >
                    <table
                      role="presentation"
                      width="100%"
                      cellpadding="0"
                      cellspacing="0"
                      border="0"
                      style="table-layout:fixed"
                    >
                       <tr>
    <td style="padding:0px 0 0"><span class="tone-request" style="display:inline-block;padding:4px 11px;border-radius:12px;background:#e8edf9;color:#1e3a8a;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:13px;line-height:18px;font-weight:600">Signature requested</span></td>
  </tr> <tr>
    <td style="padding:14px 0 0"><h1 class="ink heading" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:26px;line-height:33px;font-weight:700;letter-spacing:-0.2px;color:#1b2230;overflow-wrap:anywhere;text-wrap:balance;word-break:auto-phrase"><span dir="auto"></span> asks you to sign a document</h1></td>
  </tr> <tr>
    <td style="padding:6px 0 0"><p class="muted" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:14px;line-height:21px;color:#596273;overflow-wrap:anywhere"><span dir="ltr">@</span></p></td>
  </tr> <tr>
    <td style="padding:18px 0 0"><p class="ink" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:16px;line-height:25px;color:#1b2230;overflow-wrap:anywhere">Hello <span dir="auto"></span>,</p></td>
  </tr> <tr>
    <td style="padding:12px 0 0"><p class="ink" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:16px;line-height:25px;color:#1b2230;overflow-wrap:anywhere">Please read it and, if you agree, sign it online. It takes a few minutes and you need no account.</p></td>
  </tr> <tr>
    <td style="padding:22px 0 0"><table
    role="presentation"
    class="panel"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="background:#f3f5f8;border:1px solid #d9dde5;border-radius:8px;border-collapse:separate"
  >
     <tr>
        <td style="padding:16px 18px 0px">
          <p class="muted" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:13px;line-height:18px;color:#596273">Document</p>
          <div class="ink" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:16px;line-height:25px;color:#1b2230;overflow-wrap:anywhere"><strong style="display:block;font-size:18px;line-height:26px;font-weight:600"><span dir="auto"></span></strong></div>
        </td>
      </tr> <tr>
        <td style="padding:12px 18px 16px">
          <p class="muted" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:13px;line-height:18px;color:#596273">Sign by</p>
          <div class="ink" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:16px;line-height:25px;color:#1b2230;overflow-wrap:anywhere"><span dir="auto">23 December 2026 at 14:48 UTC (in 30 days)</span></div>
        </td>
      </tr>
  </table></td>
  </tr> <tr>
    <td style="padding:24px 0 0"><table role="presentation" class="button-row" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td class="button" bgcolor="#1e3a8a" style="background:#1e3a8a;border-radius:8px;mso-padding-alt:14px 28px"><a href="https://" style="display:inline-block;padding:14px 28px;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:17px;line-height:22px;font-weight:600;color:#fdfdff;text-decoration:none">Review and sign</a></td>
    </tr>
  </table></td>
  </tr> <tr>
    <td style="padding:24px 0 0"><p class="muted" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:14px;line-height:21px;color:#596273;overflow-wrap:anywhere">This link is yours alone. Please do not forward this e-mail: whoever has the link can sign in your name.</p></td>
  </tr> <tr>
    <td style="padding:18px 0 0"><p class="muted" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:14px;line-height:21px;color:#596273">
    Button not working? Copy this address into your browser:<br />
    <a class="link" dir="ltr" href="https://" style="color:#1e3a8a;word-break:break-all">https://</a>
  </p></td>
  </tr>
                    </table>
                  </td>
                </tr>
                <tr>
                  <td style="padding:20px 4px 0"><p class="muted" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:14px;line-height:21px;color:#596273;overflow-wrap:anywhere">You got this e-mail because <span dir="auto"></span> (<span dir="auto">@</span>) entered your address, <span dir="auto">@</span>, to have this document signed. If you do not know the sender or did not expect this, do not sign; you can ignore this e-mail.</p></td>
                </tr>
                <tr>
                  <td style="padding:12px 4px 0"><p class="muted" style="margin:0;font-family:-apple-system,BlinkMacSystemFont,&#39;Segoe UI&#39;,Inter,Roboto,&#39;Helvetica Neue&#39;,Arial,sans-serif;font-size:14px;line-height:21px;color:#596273;overflow-wrap:anywhere">Sent by <span dir="auto">Countersign</span> for <span dir="auto"></span>.</p></td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`);

export const DICTIONARIES: readonly Buffer[] = [MAIL_MARKUP];
