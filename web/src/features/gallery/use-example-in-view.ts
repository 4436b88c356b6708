import { useEffect, useState } from 'react';

/**
 * Returns the id of the first example in the upper half of the window; before any is there, the
 * first of all.
 */
export function useExampleInView(ids: readonly string[]): string | undefined {
  const [shown, setShown] = useState(ids[0]);
  const joined = ids.join(' ');
  useEffect(() => {
    const examples = joined.split(' ');
    const seen = new Set<string>();
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        }
        const first = examples.find((id) => seen.has(id));
        if (first !== undefined) setShown(first);
      },
      { rootMargin: '-80px 0px -50% 0px' },
    );
    for (const id of examples) {
      const example = document.getElementById(id);
      if (example) watch.observe(example);
    }
    return () => watch.disconnect();
  }, [joined]);
  return shown;
}
