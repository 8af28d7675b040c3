import { type RefObject, useEffect, useRef, useState } from 'react';

/** Returns whether an element is in view or close to it. Content that is far out of view is not mounted. */
export function useNear<E extends HTMLElement>(margin: string): [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: element.closest('[data-scroller]'),
      rootMargin: margin,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [margin]);
  return [ref, near];
}
