import { Children, Fragment, type ReactNode } from 'react';
import { Text } from '../layout/Text.tsx';

/**
 * The line below the name of a card on a phone: its values with a point between them. Put a status
 * first, because its dot would look like a second point.
 */
export function CardLine({ children }: { readonly children: ReactNode }) {
  return (
    <Text as="span" tone="muted" size="table">
      {Children.toArray(children).map((value, at) => (
        <Fragment key={at}>
          {at > 0 && ' · '}
          {value}
        </Fragment>
      ))}
    </Text>
  );
}
