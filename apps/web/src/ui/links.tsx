/** Mantine's buttons and anchors as typed router links. */
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'color'> & { ref?: Ref<HTMLAnchorElement> };

function AnchorElement({ children, ...rest }: Omit<AnchorProps, 'style'> & Native & { children?: ReactNode }) {
  return <Anchor {...rest}>{children}</Anchor>;
}
function ButtonElement({ children, ...rest }: Omit<ButtonProps, 'style'> & Native & { children?: ReactNode }) {
  return (
    <Button component="a" {...rest}>
      {children}
    </Button>
  );
}

export const TextLink = createLink(AnchorElement);
export const ButtonLink = createLink(ButtonElement);
