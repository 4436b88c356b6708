import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField, type SelectOption } from '../form/SelectField.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { Box } from '../layout/Box.tsx';
import { Row } from '../layout/Layout.tsx';
import classes from './FileColumn.module.css';

type FileColumnProps<Field extends string> = {
  readonly id: string;
  /** The column's heading; a column without a heading is named by its position. */
  readonly name: string;
  /** Counted from 1. */
  readonly position: number;
  /** The column's first values, by which the user recognises the column. */
  readonly values: readonly string[];
  readonly fields: readonly {
    readonly value: Field;
    readonly label: string;
    readonly isNeeded: boolean;
  }[];
  /** Null if the column is not used. */
  readonly chosen: Field | null;
  readonly onChoose: (field: Field | null) => void;
  /** True if another column has the same field. */
  readonly isTwice: boolean;
  /** Further information about the column. */
  readonly children?: ReactNode;
};

const unused = 'unused';

/** A column of a file in a list: its heading, its first values, and the field chosen for it. */
export function FileColumn<Field extends string>(props: FileColumnProps<Field>) {
  const { id, values, position, fields, chosen, onChoose, isTwice } = props;
  const { t } = useTranslation('ui');
  const { count } = useFormat();
  const name = props.name || t('fileColumns.nameless', { position: count(position) });
  const options: readonly SelectOption[] = fields.map(({ value, label, isNeeded }) => ({
    value,
    label,
    note: isNeeded ? t('fileColumns.needed') : undefined,
  }));
  return (
    <Box
      flow="grid"
      as="li"
      columns="minmax(0, 1fr) minmax(0, 20rem)"
      level="center"
      lines={1}
      gap={4}
      pad={[2, 4]}
      line="above"
      className={classes.column}
    >
      <div>
        <Box weight="medium" breaks {...(chosen === null && { tone: 'muted' })}>
          <bdi>{name}</bdi>
        </Box>
        <Row gap={4} lines={0} align="stretch" tone="muted" size="table">
          {values.map((value) => (
            <Box as="bdi" key={value} clip max="16rem">
              {value}
            </Box>
          ))}
        </Row>
        {props.children}
      </div>
      <SelectField
        id={id}
        label={t('fileColumns.readAs', { column: name })}
        isLabelHidden
        options={[{ value: unused, label: t('fileColumns.unused') }, ...options]}
        value={chosen ?? unused}
        onChange={(value) => onChoose(fields.find((one) => one.value === value)?.value ?? null)}
        error={isTwice ? t('fileColumns.twice') : undefined}
        required
      />
    </Box>
  );
}
