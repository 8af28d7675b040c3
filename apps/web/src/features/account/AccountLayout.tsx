import { Loader, Text, Title } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BarePage } from '../../ui/BarePage.tsx';
import { SigningArt } from '../../ui/Panel.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { m } from './texts.ts';
import { common } from '../../ui/common.ts';
import classes from './Account.module.css';

type Props = { title: string; lead?: ReactNode; children: ReactNode };

/**
 * True while another page is loading, which may take some time. Data of the current page, such as the link's token or
 * the session, may already have been removed.
 */
const useIsLeft = (): boolean =>
  useRouterState({
    select: ({ location, resolvedLocation }) =>
      resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname,
  });

/** Shows a form next to a description of the product. */
export function AccountLayout({ title, lead, children }: Props) {
  const isLeft = useIsLeft();
  return (
    <BarePage>
      <main className={classes['main']}>
        <div className={classes['card']}>
          {isLeft ? (
            <Loader size="sm" aria-label={common.loading} />
          ) : (
            <>
              <Title order={1} lts="-0.015em">
                {title}
              </Title>
              {lead !== undefined && (
                <Text c="dimmed" mt={4}>
                  {lead}
                </Text>
              )}
              <div className={classes['form']}>{children}</div>
            </>
          )}
          <LanguageChoice />
        </div>
        <aside className={classes['aside']}>
          <SigningArt width={150} />
          <p className={classes['claim']}>{m.accountLayout.signaturesAnyoneCanVerifyWithout}</p>
          <p className={classes['claimText']}>{m.accountLayout.eachSignatureSealedIntoPdf}</p>
        </aside>
      </main>
    </BarePage>
  );
}
