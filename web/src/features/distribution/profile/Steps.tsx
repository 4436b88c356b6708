import { useEffect, useRef, useState, type ReactNode } from 'react';
import classes from './Profile.module.css';

type StepsProps<Step> = {
  readonly first: Step;
  readonly children: (step: Step, goOn: (next: Step) => void) => ReactNode;
};

/**
 * Shows one step at a time. The pressed button disappears with its step, so the focus moves to the
 * next step.
 */
export function Steps<Step extends { readonly at: string }>({ first, children }: StepsProps<Step>) {
  const [step, setStep] = useState(first);
  const [hasMoved, setMoved] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasMoved)
      place.current?.querySelector<HTMLElement>('input, [role=status], button')?.focus();
  }, [hasMoved, step.at]);
  const goOn = (next: Step) => {
    setMoved(true);
    setStep(next);
  };
  return (
    <div ref={place} className={classes.step}>
      {children(step, goOn)}
    </div>
  );
}
