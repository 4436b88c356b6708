import type { ReactNode } from 'react';
import { Box } from '../layout/Box.tsx';
import { Text } from '../layout/Text.tsx';
import classes from './QuickPicks.module.css';
import { Money } from '../format/Money.tsx';

type QuickPicksProps = {
  /** The accessible name: "Usual amounts". */
  label: string;
  picks: readonly {
    id: string;
    label: string;
    /** The value that is filled in, if the label only names it. */
    figure?: ReactNode;
    onPick: () => void;
  }[];
};

/** Usual values shown under a field; one press fills one in. */
export function QuickPicks({ label, picks }: QuickPicksProps) {
  return (
    <Box as="ul" above={2} className={classes.picks} aria-label={label}>
      {picks.map(({ id, label: name, figure, onPick }) => (
        <li key={id}>
          <button type="button" className={classes.pick} onClick={onPick}>
            <span>{name}</span>
            {figure && (
              <Text as="span" tone="ink" weight="medium">
                {figure}
              </Text>
            )}
          </button>
        </li>
      ))}
    </Box>
  );
}

type AmountPicksProps = {
  /** The accessible name: "Usual amounts". */
  label: string;
  currency: string;
  amounts: readonly { label: string; amountMinor: number }[];
  onPick: (amountMinor: number) => void;
};

/** Usual amounts shown under a money field, each with its label. */
export function AmountPicks({ label, currency, amounts, onPick }: AmountPicksProps) {
  return (
    <QuickPicks
      label={label}
      picks={amounts.map(({ label: name, amountMinor }) => ({
        id: name,
        label: name,
        figure: <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />,
        onPick: () => onPick(amountMinor),
      }))}
    />
  );
}
