import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { PhoneText } from '../../../ui/format/PhoneText.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { alikeBorrowersQuery } from './borrowers.queries.ts';

type AlikeBorrowersProps = {
  /** The typed name and contacts of the new borrower. */
  readonly name: string;
  readonly phone: string;
  readonly email: string;
};

/** Lists existing borrowers that match the typed data, so that no borrower is added twice. */
export function AlikeBorrowers(typed: AlikeBorrowersProps) {
  const { t } = useTranslation('borrowers');
  const [settled] = useDebouncedValue(typed, SETTLED_AFTER_MS);
  const { name, phone, email } = settled;
  const isAsked = [name, phone, email].some((text) => text.trim().length >= LEAST);
  const { data } = useQuery({
    ...alikeBorrowersQuery({ name: name.slice(0, 200), phone, email }),
    enabled: isAsked,
  });
  const alike = isAsked ? (data ?? []) : [];
  return (
    <div aria-live="polite">
      {alike.length > 0 && (
        <Stack gap={1}>
          <Text weight="medium">{t('alike.title')}</Text>
          <Stack as="ul" gap={1}>
            {alike.map((one) => (
              <li key={one.id}>
                <Link to={paths.borrower(one.id)} target="_blank">
                  <bdi>{one.name ?? one.externalId}</bdi>
                </Link>
                {one.phone && (
                  <Text as="span" tone="muted">
                    {' · '}
                    <PhoneText number={one.phone} />
                  </Text>
                )}
              </li>
            ))}
          </Stack>
        </Stack>
      )}
    </div>
  );
}

/** Pause in typing before the search starts, in milliseconds. */
const SETTLED_AFTER_MS = 300;

/** Minimum length of a search text: fewer characters would match almost every borrower. */
const LEAST = 4;
