const EXIT_CODES = `Exit codes
  0   everything is valid (verify), or done (inspect, sign)
  1   something is not valid: a signature, the file around it, no signature at all, a file that is no PDF
      or costs too much to read; with sign: nothing was signed and nothing written
  2   nothing is wrong, yet something could not be confirmed: an authority that is not among the trusted
      roots, an unknown revocation status, an algorithm that is too weak by now
  64  the command line is wrong
  66  a file does not exist or cannot be read
  70  a defect of this program
`;

const OVERVIEW = `countersign: signed PDF documents on the command line

  countersign verify FILE [--trust ROOT]... [--crl LIST]... [--at TIME] [--json]
  countersign inspect FILE [--json]
  countersign sign FILE --p12 KEY.p12 [--passphrase-env NAME] [--out FILE] [--field NAME]
                   [--reason TEXT] [--tsa URL]
  countersign help COMMAND
  countersign --version

`;

const TOPICS: Readonly<Record<string, string>> = {
  verify: `countersign verify FILE: says whether the signatures of a PDF hold, who signed when, and what was changed since

  --trust ROOT   a root certificate that you trust, PEM or DER; may be given several times. Without one no
                 signature can be confirmed, only refuted.
  --crl LIST     a revocation list of an authority, PEM or DER; may be given several times. Needed where the file
                 itself does not hold it.
  --at TIME      judge as of this time (2026-11-20, or 2026-11-20T10:00:00Z) instead of now
  --json         the result as JSON (described in the README of the package)

Nothing is fetched from the network.

`,
  inspect: `countersign inspect FILE: says what a PDF holds: pages, form fields, signatures, active content, embedded files

  --json         the result as JSON (described in the README of the package)

`,
  sign: `countersign sign FILE: signs a PDF (PAdES B-B, or B-T with a time-stamp); earlier signatures stay as they are

  --p12 KEY.p12          private key and certificates (PKCS#12, also named .pfx)
  --passphrase-env NAME  the environment variable that holds its passphrase; without it, the empty passphrase
  --out FILE             where to write; default: FILE with "-signed" before its ending, if there is none yet
  --field NAME           the signature field: an unsigned one of the file, or the name of a new one that shows nothing;
                         default: a new one
  --reason TEXT          why it is signed; stands in the signature
  --tsa URL              a time-stamping authority (RFC 3161 over http or https, 10 seconds). Without its answer
                         nothing is signed.

`,
};

/** The help for a command, or for all of them. */
export function helpText(topic?: string): string {
  return `${(topic === undefined ? undefined : TOPICS[topic]) ?? OVERVIEW}${EXIT_CODES}`;
}
