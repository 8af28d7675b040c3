const EXIT_CODES = `Exit codes
  0   everything is valid (verify, personal, audit verify), or the command
      succeeded (inspect, sign, witness)
  1   a signature or file is invalid, the file has no signature, is not a PDF or
      exceeds the limits, or sign did not write a file
  2   no errors, but the result could not be confirmed: an authority that is not
      among the trust anchors, an unknown revocation status, an algorithm that
      has become too weak
  64  invalid command, option or argument
  66  a file does not exist or cannot be read, or an address cannot be reached
  69  the server cannot be reached, or it is overloaded
  70  a bug in this program
  75  the rate limit was reached, or waiting timed out: try again later
  77  you are not signed in, or the API key does not permit the command
  130 interrupted by Ctrl-C
`;

const TITLE = `countersign: sign, send and verify PDF documents on the command line
`;

const OVERVIEW = `Without a server

  countersign verify FILE [--trust ROOT]... [--eu-list LIST --eu-list-signer CERTIFICATE]...
                     [--crl LIST]... [--ocsp ANSWER]... [--at TIME] [--json]
                     [--trail ENTRIES] [--report etsi|json [--output FILE]]
  countersign inspect FILE [--json]
  countersign personal FILE --entries ENTRIES [--json]
  countersign audit verify FOLDER|FILE.pdf|URL [--pin FILE]... [--key KEY]...
                     [--receipt FILE]... [--entry SHA-256]... [--trust ROOT]...
                     [--token-env NAME] [--json]
  countersign witness STATE --name NAME --key KEY.pem [--create-key]
                      [--log KEY]... [--installation KEY]... [--listen HOST:PORT]
  countersign sign FILE --p12 KEY.p12 [--passphrase-env NAME] [--out FILE]
                   [--field NAME] [--visible PLACE [--image FILE] [--text TEXT]]
                   [--name TEXT] [--reason TEXT] [--location TEXT]
                   [--certify [1|2|3]] [--digest sha256|sha384|sha512]
                   [--tsa URL] [--level b-b|b-t|b-lt|b-lta] [--crl LIST]...
  countersign help COMMAND
  countersign --version

`;

const TOPICS: Readonly<Record<string, string>> = {
  verify: `countersign verify FILE: checks whether the signatures of a PDF are valid, who signed when, and later changes

  --trust ROOT   a root certificate that you trust, PEM or DER; can be given several times. Required to
                 confirm a signature.
  --eu-list LIST a trusted list of the European Union (ETSI TS 119 612, XML), or a folder of them; can be given several
                 times. A list is used only if it is signed with a --eu-list-signer certificate, or with a
                 certificate from a list of the lists (LOTL) that you also pass.
  --eu-list-signer CERTIFICATE
                 the signer of the LOTL, or of a single list; PEM or DER; can be given several times
  --crl LIST     a revocation list from an authority, PEM or DER; can be given several times. Required if the file
                 does not contain it.
  --ocsp ANSWER  an OCSP response from an authority, DER or PEM; can be given several times
  --at TIME      verifies as of this time (2026-11-20, or 2026-11-20T10:00:00Z) instead of now
  --trail ENTRIES
                 compares the document's audit trail with the file: audit/entries.jsonl of its bundle, or an
                 export of the audit log. Requires --trust.
  --json         the result as JSON (described in the package's README)
  --report KIND  a validation report instead: etsi (XML, ETSI TS 119 102-2) or json (the same facts)
  --output FILE  writes the report there instead of printing it

The network is not used.

`,
  inspect: `countersign inspect FILE: shows what a PDF contains: pages, form fields, signatures, active content, embedded files

  --json         the result as JSON (described in the package's README)

`,
  personal: `countersign personal FILE: checks names, addresses and other personal fields against the audit trail

  FILE              audit/personal.jsonl of a document's bundle: fields, and the
                    salts with which the entries commit to them
  --entries ENTRIES audit/entries.jsonl of the same bundle
  --json            the result as JSON (described in the package's README)

`,
  audit: `countersign audit verify FOLDER|FILE.pdf|URL: checks the audit log of an organization without its server

  FOLDER           an unpacked export of the log: every entry, checkpoint, proof
                   and time-stamp
  FILE.pdf         a certificate of completion: the proof that the log contains
                   the document's audit trail
  URL              the address of a served log, such as
                   https://sign.example.com/log/inst_7/ten_1: all hashes, without
                   entries. This is the only form that uses the network.
  --pin FILE       a checkpoint, proof or certificate of completion from another
                   source; can be given several times. The log must contain the
                   same entries up to its size. Only a pin reveals a log that was
                   rewritten or truncated.
  --key KEY        a verifier key of the log or of a witness, or a file with one
                   in each line; can be given several times. Replaces the keys in
                   the export, the file or the served log. With the key of a
                   witness, the newest checkpoint needs a cosignature.
  --receipt FILE   the receipt of a signature: the JSON response to signing. The log
                   must contain its entry from the promised time on; can be given
                   several times
  --entry SHA-256  the hash of an entry that the log must contain; can be given
                   several times
  --trust ROOT     a root certificate, PEM or DER, for time-stamps and for the
                   seal of the certificate; can be given several times
  --token-env NAME the environment variable with a bearer token for a URL
  --json           the result as JSON (described in the package's README)

The command reports the first problem in one sentence. For a certificate, the exit
code is 2 if its key is neither given nor covered by a trusted seal.

`,
  witness: `countersign witness STATE: cosigns checkpoints of audit logs for another organization (C2SP tlog-witness)

  STATE              the file with the newest cosigned checkpoint of each log. Never
                     replace it with an older copy.
  --name NAME        the name of the witness, such as witness.example.com/w1
  --key KEY.pem      its private key (Ed25519, PKCS #8)
  --create-key       creates the key if the file does not exist
  --log KEY          a verifier key of a log, or a file with one in each line; can be
                     given several times
  --installation KEY a verifier key for all logs of an installation; the name of the key is
                     the installation ID
  --listen HOST:PORT default 127.0.0.1:8640; port 0 selects a free port

The witness prints its verifier key. It cosigns a checkpoint only if the log
extends the previously cosigned checkpoint. It stores a checkpoint before it
responds. Put a reverse proxy with TLS in front of it.

`,
  sign: `countersign sign FILE: signs a PDF (PAdES) and keeps earlier signatures

The key
  --p12 KEY.p12          private key and certificates (PKCS#12, often named .pfx)
  --passphrase-env NAME  the environment variable with its passphrase;
                         without it, the empty passphrase
  --digest NAME          sha256, sha384, sha512; default: the digest that matches the key

Signature and appearance
  --out FILE             the signed file; default: FILE with "-signed" before its
                         extension, if it does not exist yet
  --field NAME           the signature field: an unsigned field of the file, or
                         the name of a new one; default: a new field
  --visible PLACE        shows a new field: PAGE,X,Y,WIDTH,HEIGHT, in points
                         from the top left corner of the page as displayed
  --image FILE           a PNG or JPEG image for the appearance
  --text TEXT            lines of text for the appearance, in Helvetica; default
                         without an image: name, reason, location and time
  --name TEXT            the signer's name; default: the name in the certificate
  --reason TEXT, --location TEXT
                         are stored in the signature
  --certify [1|2|3]      certifies the file; only the first signature can do this.
                         Permitted changes: 1 none, 2 filling in and signing
                         (the default), 3 also comments

Long-term verification
  --tsa URL              a time-stamping authority (RFC 3161 over http or https,
                         10-second limit)
  --level LEVEL          b-b: only the signature
                         b-t: with a time-stamp (the default with --tsa)
                         b-lt: also with certificates and revocation data
                         b-lta: also with a time-stamp over everything
  --crl LIST             for b-lt and b-lta: a revocation list, PEM or DER; can
                         be given several times. Missing data is fetched from
                         the addresses in the certificates.

If data for the level cannot be obtained, the file is not signed.

`,
};

export async function helpText(topic?: string): Promise<string> {
  const { helpOf, overview } = await import('./remote/run.ts');
  if (topic === undefined) return `${TITLE}\nWith a server\n\n${overview()}\n${OVERVIEW}${EXIT_CODES}`;
  const [local, remote] = [TOPICS[topic.replace(/ verify$/, '')], helpOf(topic)];
  if (local === undefined && remote !== undefined) return remote;
  return `${remote === undefined ? '' : `${remote}\n`}${local ?? OVERVIEW}${EXIT_CODES}`;
}
