import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isTyping } from '../../ui/typing.ts';

/** `n`: a new document, from anywhere. */
export function useGoKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'n' || isTyping(event)) return;
      event.preventDefault();
      void navigate({ to: '/documents/new' });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate]);
}
