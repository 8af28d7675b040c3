import { Loader, Text, Title } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BarePage } from '../../ui/BarePage.tsx';
import { SigningArt } from '../../ui/Panel.tsx';
import classes from './Account.module.css';

type Props = { title: string; lead?: ReactNode; children: ReactNode };

/** On the way to another page, whose files may take a while. What this one was about (the token of its link, the session) is gone by then. */
const useIsLeft = (): boolean =>
  useRouterState({
    select: ({ location, resolvedLocation }) =>
      resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname,
  });

/** A form on the desk, beside what the product stands for. */
export function AccountLayout({ title, lead, children }: Props) {
  const isLeft = useIsLeft();
  return (
    <BarePage>
      <main className={classes['main']}>
        <div className={classes['card']}>
          {isLeft ? (
            <Loader size="sm" aria-label="Loading" />
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
        </div>
        <aside className={classes['aside']}>
          <SigningArt width={150} />
          <p className={classes['claim']}>Signatures that anyone can verify without us.</p>
          <p className={classes['claimText']}>
            Each signature is sealed into the PDF with a certificate and a trusted time-stamp. Any change to the file
            shows.
          </p>
        </aside>
      </main>
    </BarePage>
  );
}
