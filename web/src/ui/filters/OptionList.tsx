import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TickBox } from '../form/TickBox.tsx';
import { Count } from '../format/Count.tsx';
import { Box } from '../layout/Box.tsx';
import type { FilterOption } from './filter-values.ts';
import { hasWords } from './search-words.ts';
import classes from './FilterBar.module.css';

type OptionListProps = {
  label: string;
  options: readonly FilterOption[];
  /** Whether one of the options can be set or any of them. */
  takes: 'one' | 'any';
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  onDone: () => void;
};

/** Options to tick, with a box to find one where there are many. The list behind follows each tick. */
export function OptionList(props: OptionListProps) {
  const { label, options, takes, chosen, onChange, onDone } = props;
  const { t } = useTranslation('ui');
  const name = useId();
  const [words, setWords] = useState('');
  const found = options.filter((option) => hasWords(option.label, words));
  const choose = (value: string) => {
    if (takes === 'one') return onChange([value]);
    // In the order of the options, so that the same choice has the same address.
    const toggled = (key: string) => chosen.includes(key) !== (key === value);
    return onChange(options.map((option) => option.value).filter(toggled));
  };
  return (
    <div className={classes.editor}>
      {options.length > 8 && (
        <input
          type="search"
          className={classes.find}
          aria-label={t('filters.find')}
          placeholder={t('filters.find')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      <fieldset className={classes.options}>
        <legend className={classes.legend}>{label}</legend>
        {found.map((option) => (
          <label key={option.value} className={classes.option}>
            <TickBox
              type={takes === 'one' ? 'radio' : 'checkbox'}
              name={name}
              checked={chosen.includes(option.value)}
              onChange={() => choose(option.value)}
              // Choosing one with the pointer is done; the arrow keys go on choosing until Enter.
              onClick={(event) => takes === 'one' && event.detail > 0 && onDone()}
              onKeyDown={(event) => event.key === 'Enter' && onDone()}
            />
            <span className={classes.optionLabel}>{option.label}</span>
            {option.count !== undefined && (
              <span className={classes.optionCount}>
                <Count value={option.count} />
              </span>
            )}
          </label>
        ))}
        {found.length === 0 && (
          <Box as="p" pad={2} className={classes.none}>
            {t('form.nothingFound')}
          </Box>
        )}
      </fieldset>
    </div>
  );
}
