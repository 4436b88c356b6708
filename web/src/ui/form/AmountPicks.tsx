import { Money } from '../format/Money.tsx';
import { QuickPicks } from './QuickPicks.tsx';

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
