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
 * A setting of each portfolio, below its name and time zone. If there is only one portfolio, only
 * screen readers get its name, and its time zone is below the setting.
 */
export function PortfolioLines<P extends Portfolio>(props: PortfolioLinesProps<P>) {
  const { portfolios, children } = props;
  const isOnly = portfolios.length === 1;
  return (
    <Stack as="ul" gap={6}>
      {portfolios.map((portfolio) => (
        <Box flow="stack" as="li" gap={3} key={portfolio.id}>
          <span className={isOnly ? 'unseen' : undefined}>
            <bdi>{portfolio.name}</bdi>{' '}
            {!isOnly && (
              <Text as="span" tone="muted" size="table">
                {portfolio.timeZone}
              </Text>
            )}
          </span>
          {children(portfolio)}
          {isOnly && portfolio.timeZone && (
            <Text as="span" tone="muted" size="table">
              {portfolio.timeZone}
            </Text>
          )}
        </Box>
      ))}
    </Stack>
  );
}
