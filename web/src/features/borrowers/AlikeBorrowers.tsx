import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { PhoneText } from '../../ui/format/PhoneText.tsx';
import { Stack } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { alikeBorrowersQuery } from './borrowers.queries.ts';

type AlikeBorrowersProps = {
  /** What is typed of the new one. */
  readonly name: string;
  readonly phone: string;
  readonly email: string;
};

/** Borrowers on record who may be the one that is being typed: nobody is written down twice. */
export function AlikeBorrowers(typed: AlikeBorrowersProps) {
  const { t } = useTranslation('borrowers');
  const words = wordsOf(typed).join('\n');
  const [settled] = useDebouncedValue(words, SETTLED_AFTER_MS);
  const asked = settled === '' ? [] : settled.split('\n');
  const { data } = useQuery({ ...alikeBorrowersQuery(asked), enabled: asked.length > 0 });
  const alike = asked.length > 0 ? (data ?? []) : [];
  return (
    <div aria-live="polite">
      {alike.length > 0 && (
        <Stack gap={1}>
          <Text weight="medium">{t('alike.title')}</Text>
          <Stack as="ul" gap={1}>
            {alike.map(({ id, name, externalId, phone }) => (
              <li key={id}>
                <Link to={paths.borrower(id)} target="_blank">
                  <bdi>{name ?? externalId}</bdi>
                </Link>
                {phone && (
                  <Text as="span" tone="muted">
                    {' · '}
                    <PhoneText number={phone} />
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

/** Nobody is looked for at every letter. */
const SETTLED_AFTER_MS = 300;

/** Too few letters would find everybody. */
const LEAST = 4;

function wordsOf({ name, phone, email }: AlikeBorrowersProps): readonly string[] {
  const digits = phone.replaceAll(/\D/g, '').slice(-8);
  return [name.trim(), digits, email.trim()].filter((words) => words.length >= LEAST);
}
