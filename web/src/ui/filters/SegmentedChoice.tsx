import { type ReactNode, useId, useRef, useState } from 'react';
import { DrawnChoice } from '../form/DrawnChoice.tsx';
import edges from '../scroll/ScrollEdges.module.css';
import { useChosenInSight, useScrollEdges } from '../scroll/use-scroll-edges.ts';
import classes from './SegmentedChoice.module.css';

type SegmentedChoiceProps<Value extends string> = {
  /** The accessible name: "Period". */
  label: string;
  choices: readonly { value: Value; label: ReactNode }[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** A choice among a few visible options that changes the page at once. */
export function SegmentedChoice<Value extends string>(props: SegmentedChoiceProps<Value>) {
  const { label, choices, chosen, onChoose } = props;
  const name = useId();
  // The page may take a moment to follow its address, so the picked option is shown at once.
  const [picked, setPicked] = useState({ value: chosen, over: chosen });
  if (picked.over !== chosen) setPicked({ value: chosen, over: chosen });
  const choose = (value: Value) => {
    setPicked({ value, over: chosen });
    onChoose(value);
  };
  const group = useRef<HTMLFieldSetElement>(null);
  // On a phone the options scroll out of view; the chosen one must stay visible.
  useChosenInSight(group, 'label:has(:checked)', picked.value);
  useScrollEdges(group);
  return (
    <fieldset ref={group} className={`${classes.group} ${edges.fades}`} aria-label={label}>
      {choices.map((choice) => (
        <DrawnChoice
          key={choice.value}
          name={name}
          value={choice.value}
          checked={choice.value === picked.value}
          onChange={() => choose(choice.value)}
          className={classes.choice}
        >
          <span>{choice.label}</span>
        </DrawnChoice>
      ))}
    </fieldset>
  );
}
