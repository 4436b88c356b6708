import classes from './ChoiceGroup.module.css';

type ChoiceGroupProps<Value extends string> = {
  name: string;
  label: string;
  hint: string;
  look: 'row' | 'grid';
  choices: readonly { value: Value; label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** One of several, all in sight: radio buttons drawn as a row of keys. */
export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const { name, label, hint, look, choices, chosen, onChoose } = props;
  return (
    <fieldset className={classes.group} aria-describedby={`${name}-hint`}>
      <legend className={classes.label}>{label}</legend>
      <p id={`${name}-hint`} className={classes.hint}>
        {hint}
      </p>
      <div className={classes.choices} data-look={look}>
        {choices.map((choice) => (
          <label key={choice.value} className={classes.choice}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === chosen}
              onChange={() => onChoose(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
