import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { Count } from '../format/Count.tsx';
import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import classes from './RoleMatrix.module.css';

type RoleMatrixProps = {
  /** The accessible name of the table. */
  readonly caption: string;
  /** The head of the column with the permissions. */
  readonly head: string;
  /** The head of the column with their meanings. */
  readonly meansHead: string;
  readonly roles: readonly string[];
  /** The reader's role, which is one of the roles, and the words that mark its column. */
  readonly own?: { readonly role: string; readonly mark: string } | undefined;
  /** `RoleGroup` or `tbody` with the rows: `RoleRow`. */
  readonly children: ReactNode;
};

/** A table with a row per permission and a column per role. */
export function RoleMatrix(props: RoleMatrixProps) {
  const { caption, head, meansHead, roles, own, children } = props;
  const measures: CSSProperties & Record<'--roles', number> = { '--roles': roles.length };
  return (
    <div className={classes.frame}>
      <table className={classes.matrix} style={measures}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">
              <div className={classes.name}>
                <span>{head}</span>
                {/* Without room for a column of their own, the meanings are below the names. */}
                <span className={classes.meansHead}>{meansHead}</span>
              </div>
            </th>
            {roles.map((role) => (
              <th key={role} scope="col" data-own={role === own?.role || undefined}>
                {role}
                {role === own?.role && <small>{own.mark}</small>}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

type RoleGroupProps = {
  /** The id of its head, to which links can jump. */
  readonly id: string;
  readonly title: string;
  /** The number of permissions. */
  readonly count: number;
  /** The number of roles. */
  readonly roles: number;
  readonly children: ReactNode;
};

/** Permissions below a title. */
export function RoleGroup({ id, title, count, roles, children }: RoleGroupProps) {
  return (
    <tbody>
      <tr className={classes.group}>
        <th id={id} scope="rowgroup" colSpan={roles + 1} tabIndex={-1}>
          {title}{' '}
          <Text as="span" tone="muted" size="table" weight="text">
            <Count value={count} />
          </Text>
        </th>
      </tr>
      {children}
    </tbody>
  );
}

type RoleRowProps = {
  readonly name: string;
  /** Shown next to the name or, without room there, below it. */
  readonly means: string;
  /** Shown below the meaning: why a change was refused. */
  readonly notes?: ReactNode;
  /** A cell per role: a switch or a `GrantMark`. */
  readonly cells: readonly { readonly id: string; readonly cell: ReactNode }[];
};

/** One permission with its meaning and a cell per role. */
export function RoleRow({ name, means, notes, cells }: RoleRowProps) {
  return (
    <tr>
      <th scope="row">
        <div className={classes.name}>
          <Text weight="medium" size="table">
            {name}
          </Text>
          <div>
            <Text tone="muted" size="table">
              {means}
            </Text>
            {notes}
          </div>
        </div>
      </th>
      {cells.map(({ id, cell }) => (
        <td key={id}>{cell}</td>
      ))}
    </tr>
  );
}

type GrantMarkProps = { readonly granted: boolean; readonly label: string };

/**
 * Shows whether a role has a permission. Used in place of a switch if the user may not change it.
 */
export function GrantMark({ granted, label }: GrantMarkProps) {
  const Icon = granted ? IconCheck : IconMinus;
  return (
    <Row as="span" role="img" aria-label={label} tone={granted ? 'ink' : 'muted'}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </Row>
  );
}
