import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TickBox } from '../form/TickBox.tsx';
import { Count } from '../format/Count.tsx';
import { Box } from '../layout/Box.tsx';
import { Text } from '../layout/Text.tsx';
import { ListRow } from '../list/ListRow.tsx';
import type { FilterOption } from './filter-values.ts';
import { matchesSearch } from './search-text.ts';
import classes from './FilterBar.module.css';

type OptionListProps = {
  label: string;
  options: readonly FilterOption[];
  /** Whether the user can choose one option or several. */
  takes: 'one' | 'any';
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  onDone: () => void;
};

/** Options to tick, with a search box if there are many. The list behind updates with each tick. */
export function OptionList(props: OptionListProps) {
  const { label, options, takes, chosen, onChange, onDone } = props;
  const { t } = useTranslation('ui');
  const name = useId();
  const [query, setQuery] = useState('');
  const found = options.filter((option) => matchesSearch(option.label, query));
  const choose = (value: string) => {
    if (takes === 'one') return onChange([value]);
    // In the order of the options, so that the same choice always has the same address.
    const toggled = (key: string) => chosen.includes(key) !== (key === value);
    return onChange(options.map((option) => option.value).filter(toggled));
  };
  return (
    <Box pad={2} size="table" className={classes.editor}>
      {options.length > 8 && (
        <input
          type="search"
          className={classes.find}
          aria-label={t('filters.find')}
          placeholder={t('filters.find')}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      <fieldset className={classes.options}>
        <legend className="unseen">{label}</legend>
        {found.map((option) => (
          <ListRow key={option.value} as="label" height="compact" gap={2}>
            <TickBox
              type={takes === 'one' ? 'radio' : 'checkbox'}
              name={name}
              checked={chosen.includes(option.value)}
              onChange={() => choose(option.value)}
              // A click on a single choice closes the list; with arrow keys the user goes on
              // choosing until Enter.
              onClick={(event) => takes === 'one' && event.detail > 0 && onDone()}
              onKeyDown={(event) => event.key === 'Enter' && onDone()}
            />
            <Box as="span" grow>
              {option.label}
            </Box>
            {option.count !== undefined && (
              <Text as="span" tone="muted">
                <Count value={option.count} />
              </Text>
            )}
          </ListRow>
        ))}
        {found.length === 0 && (
          <Box as="p" pad={2} tone="muted">
            {t('form.nothingFound')}
          </Box>
        )}
      </fieldset>
    </Box>
  );
}
