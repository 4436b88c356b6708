import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../../ui/format/CodeText.tsx';
import { Row, Stack } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { Keys } from '../../ui/shortcut/Keys.tsx';
import { FigureTable, type FigureColumn } from '../../ui/table/FigureTable.tsx';
import { GroupedTable } from '../../ui/table/GroupedTable.tsx';
import classes from './PartTables.module.css';
import type { Documented, Part, Property } from './part.ts';

/** The properties of a part's components in one table, and the methods of its functions. */
export function Properties({ part }: { part: Part }) {
  return (['properties', 'methods'] as const).map((kind) => {
    const listed = part.components.filter((one) => one.kind === kind);
    return listed.length > 0 && <Members key={kind} kind={kind} components={listed} />;
  });
}

type MembersProps = { kind: Documented['kind']; components: readonly Documented[] };

function Members({ kind, components }: MembersProps) {
  const { t } = useTranslation('gallery');
  const hasDefaults = components.some(({ properties }) => properties.some(hasDefault));
  const columns = useColumns(kind, hasDefaults);
  const [only] = components;
  const label =
    only && components.length === 1 ? t(`${kind}Of`, { name: only.name }) : t('properties');
  return (
    <Stack as="section" gap={3} className={classes.tables} data-wide>
      <Heading>{label}</Heading>
      {only && components.length === 1 ? (
        <FigureTable label={label} rows={only.properties} rowId={rowId} columns={columns} />
      ) : (
        <GroupedTable
          label={label}
          groups={components.map(({ name, properties }) => ({
            id: name,
            head: {
              name: (
                <Text as="span" weight="medium">
                  {name}
                </Text>
              ),
            },
            rows: properties,
          }))}
          rowId={rowId}
          columns={columns}
        />
      )}
    </Stack>
  );
}

const hasDefault = ({ standard = '–' }: Property): boolean => standard !== '–';

const rowId = ({ name }: Property) => name;

function useColumns(
  kind: Documented['kind'],
  hasDefaults: boolean,
): readonly FigureColumn<Property>[] {
  const { t } = useTranslation('gallery');
  const name = {
    id: 'name',
    header: t(kind === 'methods' ? 'method' : 'property'),
    wraps: true,
    cell: (row: Property) => <Name property={row} isMethod={kind === 'methods'} />,
  };
  const type = {
    id: 'type',
    header: t('type'),
    wraps: true,
    cell: (row: Property) => <Type type={row.type} />,
  };
  if (kind === 'methods' || !hasDefaults) return [name, type];
  const standard = {
    id: 'standard',
    header: t('standard'),
    wraps: true,
    cell: (row: Property) =>
      hasDefault(row) ? <CodeText>{row.standard}</CodeText> : <Text tone="muted">–</Text>,
  };
  return [name, type, standard];
}

function Name({ property, isMethod }: { property: Property; isMethod: boolean }) {
  const { t } = useTranslation('gallery');
  return (
    <Row as="span" gap={2} lines={0} align="baseline" className={classes.name}>
      <CodeText>{property.name}</CodeText>
      {property.standard === undefined && !isMethod && (
        <Text as="span" tone="muted" size="caption">
          {t('required')}
        </Text>
      )}
    </Row>
  );
}

function Type({ type }: { type: string }) {
  return (
    <CodeText>
      {type.split(/ (?=\| )/).map((value) => (
        <Fragment key={value}>
          <span className={classes.value}>{value}</span>{' '}
        </Fragment>
      ))}
    </CodeText>
  );
}

export function Keyboard({ part }: { part: Part }) {
  const { t } = useTranslation('gallery');
  if (part.keyboard.length === 0) return null;
  return (
    <Stack as="section" gap={3} className={classes.tables} data-wide>
      <Heading>{t('keyboard')}</Heading>
      <FigureTable
        label={t('keyboard')}
        rows={part.keyboard}
        rowId={({ does }) => does}
        columns={[
          { id: 'keys', header: t('key'), wraps: true, cell: ({ keys }) => <Keys keys={keys} /> },
          { id: 'does', header: t('does'), wraps: true, cell: ({ does }) => t(`keys.${does}`) },
        ]}
      />
    </Stack>
  );
}

export function Heading({ children }: { children: string }) {
  return (
    <Text as="h2" size="lead" weight="medium">
      {children}
    </Text>
  );
}
