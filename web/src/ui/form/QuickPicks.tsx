import type { ReactNode } from 'react';
import { Box } from '../layout/Box.tsx';
import { Text } from '../layout/Text.tsx';
import classes from './QuickPicks.module.css';
import { Money } from '../format/Money.tsx';

type QuickPicksProps = {
  /** What they are, for readers: "Usual amounts". */
  label: string;
  picks: readonly {
    id: string;
    words: string;
    /** What is picked, where the words only name it. */
    figure?: ReactNode;
    onPick: () => void;
  }[];
};

/** Under a field: what is usually entered there, one press away. */
export function QuickPicks({ label, picks }: QuickPicksProps) {
  return (
    <Box flow="row" as="ul" gap={2} align="stretch" above={2} aria-label={label}>
      {picks.map(({ id, words, figure, onPick }) => (
        <li key={id}>
          <button type="button" className={classes.pick} onClick={onPick}>
            <span>{words}</span>
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
  /** What they are, for readers: "Usual amounts". */
  label: string;
  currency: string;
  amounts: readonly { words: string; amountMinor: number }[];
  onPick: (amountMinor: number) => void;
};

/** Under a field of money: the amounts that are usually entered there, each by its words. */
export function AmountPicks({ label, currency, amounts, onPick }: AmountPicksProps) {
  return (
    <QuickPicks
      label={label}
      picks={amounts.map(({ words, amountMinor }) => ({
        id: words,
        words,
        figure: <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />,
        onPick: () => onPick(amountMinor),
      }))}
    />
  );
}
