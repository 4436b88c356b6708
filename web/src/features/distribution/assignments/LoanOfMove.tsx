import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';

type LoanOfMoveProps = {
  /** Without an id if the user may not see the loan. */
  readonly loan: { readonly id: string | null; readonly reference: string };
};

/** The only loan of an assignment; a link for users who can open its page. */
export function LoanOfMove({ loan: { id, reference } }: LoanOfMoveProps) {
  const role = useSession()?.role;
  if (id === null || role === 'admin') return <bdi>{reference}</bdi>;
  return (
    <Link to={paths.loanDetails(id)}>
      <bdi>{reference}</bdi>
    </Link>
  );
}
