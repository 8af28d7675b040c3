import { Accordion, Anchor, Button, Drawer, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconRefresh, IconShieldCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react';
import { findingIn, type FindingWords } from '@countersign/words/findings';
import { reasonIn } from '@countersign/words/reasons';
import { documentVerdictIn } from '@countersign/words/verdict';
import type { VerifyWords } from '@countersign/words/verify';
import { explain } from '../../api/errors.ts';
import { type Verification, verificationQuery } from './queries.ts';
import { exactTime } from '../../ui/time.ts';
import { type Reason, Reasons } from './Reasons.tsx';
import { SignatureItem } from './SignatureItem.tsx';
import { m } from './texts.ts';
import { phrase } from '../../ui/phrase.ts';
import classes from './Document.module.css';

/** `findingWords` is null in English, because the server's sentences are shown. */
type Shown = { verification: Verification; words: VerifyWords; findingWords: FindingWords | null };

/**
 * Returns a reason in the reader's language. The reason is either a finding about the audit trail or a reason for the
 * verdict.
 */
function said(reason: string, { verification, words, findingWords }: Shown): Reason {
  const finding = verification.auditTrail.findings.find(({ message }) => message === reason);
  const found = finding && findingWords && findingIn(finding, findingWords);
  return found ?? reasonIn(reason, verification.reasonFacts, words) ?? reason;
}

function Verdict(shown: Shown) {
  const { verification, words } = shown;
  const { isValid, summary } = verification;
  const verdict = documentVerdictIn(verification, words);
  // If a document has no signatures or its data contradicts its trail, the English verdict contains these reasons.
  const reasons = verification.reasons.filter((reason) => !verdict.includes(reason));
  const isBad = summary.outcome === 'invalid' || verification.reasons.length > 0;
  const tone = isValid ? 'done' : isBad ? 'no' : 'quiet';
  const Icon = { done: IconShieldCheck, quiet: IconShieldQuestion, no: IconShieldX }[tone];
  return (
    <div className={classes['verdict']} data-tone={tone} role="status">
      <Icon size={26} className={classes['verdictIcon']} aria-hidden="true" />
      <div>
        <p>{verdict}</p>
        <Reasons all={reasons.map((reason) => said(reason, shown))} className={classes['reasons']} />
      </div>
    </div>
  );
}

function Findings({ again, ...shown }: Shown & { again: () => void }) {
  const { verification, words } = shown;
  const { signatures, seal, auditTrail } = verification;
  return (
    <Stack gap="lg">
      <Verdict {...shown} />
      {signatures.length > 0 && (
        <section>
          <Title order={3} mb="xs">
            {m.verifyDrawer.signatures}
          </Title>
          <Accordion variant="contained" order={4}>
            {signatures.map((signature) => (
              <SignatureItem key={signature.field} signature={signature} verification={verification} words={words} />
            ))}
          </Accordion>
        </section>
      )}
      {seal !== null && seal.signatures.length > 0 && (
        <section>
          <Title order={3} mb="xs">
            {m.verifyDrawer.sealsAndTimeStamps}
          </Title>
          <Accordion variant="contained" order={4}>
            {seal.signatures.map((signature) => (
              <SignatureItem key={signature.field} signature={signature} verification={verification} words={words} />
            ))}
          </Accordion>
        </section>
      )}
      <section>
        <Title order={3} mb={4}>
          {m.verifyDrawer.auditTrail}
        </Title>
        <Text>
          {phrase(
            m.verifyDrawer.entries(
              auditTrail.entries,
              <span className={auditTrail.isValid ? classes['good'] : classes['bad']}>
                {auditTrail.isValid ? m.verifyDrawer.completeAndConsistent : trailFault(auditTrail.findings)}
              </span>,
            ),
          )}
        </Text>
        {auditTrail.headHash !== null && (
          <Text className={classes['hash']} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {m.verifyDrawer.hashOfNewestEntry(auditTrail.headHash)}
          </Text>
        )}
      </section>
      <Text fz="sm">
        {phrase(
          m.verifyDrawer.anyoneWithFileCanVerify(
            (text) => (
              <Anchor href="/verify" target="_blank" underline="always">
                {text}
              </Anchor>
            ),
            window.location.host,
          ),
        )}
      </Text>
      <Group justify="space-between">
        <Text fz="xs" c="dimmed">
          {m.verifyDrawer.checked(exactTime(verification.verifiedAt))}
        </Text>
        <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={again}>
          {m.verifyDrawer.checkAgain}
        </Button>
      </Group>
    </Stack>
  );
}

/** Only the number of contradictions is stated here, because the reasons above list them. */
function trailFault(findings: Verification['auditTrail']['findings']): string {
  if (findings.some(({ code }) => code === 'trail-broken')) return m.verifyDrawer.chainBroken;
  return m.verifyDrawer.contradictions(findings.length);
}

export function VerifyDrawer({ id, opened, close }: { id: string; opened: boolean; close: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(verificationQuery(id, opened));
  return (
    <Drawer opened={opened} onClose={close} position="right" size={520} title={m.verifyDrawer.verification}>
      {isFetching && (
        <Group gap="sm" role="status">
          <Loader size="xs" /> <Text>{m.verifyDrawer.checkingEverySignatureAndAudit}</Text>
        </Group>
      )}
      {!isFetching && error !== null && (
        <Stack align="flex-start">
          <Text role="alert">{explain(error).detail}</Text>
          <Button variant="default" onClick={() => void refetch()}>
            {m.verifyDrawer.tryAgain}
          </Button>
        </Stack>
      )}
      {!isFetching && data !== undefined && error === null && <Findings {...data} again={() => void refetch()} />}
    </Drawer>
  );
}
