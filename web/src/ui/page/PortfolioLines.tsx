import type { ReactNode } from 'react';
import { Box } from '../layout/Box.tsx';
import { Stack } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';

type Portfolio = { readonly id: string; readonly name: string; readonly timeZone?: string };

type PortfolioLinesProps<P> = {
  readonly portfolios: readonly P[];
  readonly children: (portfolio: P) => ReactNode;
};

/**
 * A setting of each portfolio, below its name and time zone. The name of a single portfolio is for
 * screen readers only.
 */
export function PortfolioLines<P extends Portfolio>(props: PortfolioLinesProps<P>) {
  const { portfolios, children } = props;
  return (
    <Stack as="ul" gap={6}>
      {portfolios.map((portfolio) => (
        <Box flow="stack" as="li" gap={3} key={portfolio.id}>
          <span className={portfolios.length === 1 && !portfolio.timeZone ? 'unseen' : undefined}>
            <bdi className={portfolios.length === 1 ? 'unseen' : undefined}>{portfolio.name}</bdi>{' '}
            <Text as="span" tone="muted" size="table">
              {portfolio.timeZone}
            </Text>
          </span>
          {children(portfolio)}
        </Box>
      ))}
    </Stack>
  );
}
