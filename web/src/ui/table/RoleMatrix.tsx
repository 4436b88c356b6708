import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { Row } from '../layout/Layout.tsx';
import classes from './RoleMatrix.module.css';

type RoleMatrixProps = {
  /** The accessible name of the table. */
  readonly caption: string;
  /** The head of the column with the permissions. */
  readonly head: string;
  readonly roles: readonly string[];
  /** The reader's role, which is one of the roles, and the words that mark its column. */
  readonly own?: { readonly role: string; readonly mark: string } | undefined;
  /** `RoleGroup` or `tbody` with the rows: `RoleRow`. */
  readonly children: ReactNode;
};

/** A table with a row per permission and a column per role. */
export function RoleMatrix({ caption, head, roles, own, children }: RoleMatrixProps) {
  const measures: CSSProperties & Record<'--roles', number> = { '--roles': roles.length };
  return (
    <table className={classes.matrix} style={measures}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
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
  );
}

type RoleGroupProps = {
  readonly title: string;
  /** The number of roles. */
  readonly roles: number;
  readonly children: ReactNode;
};

/** Permissions below a title. */
export function RoleGroup({ title, roles, children }: RoleGroupProps) {
  return (
    <tbody>
      <tr className={classes.group}>
        <th scope="rowgroup" colSpan={roles + 1}>
          {title}
        </th>
      </tr>
      {children}
    </tbody>
  );
}

type RoleRowProps = {
  readonly name: ReactNode;
  /** A cell per role: a switch or a `GrantMark`. */
  readonly cells: readonly { readonly id: string; readonly cell: ReactNode }[];
};

/** One permission with its meaning and a cell per role. */
export function RoleRow({ name, cells }: RoleRowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {cells.map(({ id, cell }) => (
        <td key={id}>{cell}</td>
      ))}
    </tr>
  );
}

type GrantMarkProps = { readonly granted: boolean; readonly label: string };

/** Shows whether a role has a permission to a user who may not change it. */
export function GrantMark({ granted, label }: GrantMarkProps) {
  const Icon = granted ? IconCheck : IconMinus;
  return (
    <Row as="span" role="img" aria-label={label} tone={granted ? 'ink' : 'muted'}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </Row>
  );
}
