import type { Product } from '@bursar/contracts/servicing/products';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { useMayOpen } from '../../../lib/use-may-open.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { applicationsOfProductQuery } from './products.queries.ts';

type MadeOfProps = { readonly product: Pick<Product, 'id' | 'loans'> };

/** The loans and applications of a product, as links. */
export function MadeOf({ product }: MadeOfProps) {
  return (
    <>
      <LoansOf product={product} />
      <ApplicationsOf productId={product.id} />
    </>
  );
}

function LoansOf({ product: { id, loans } }: MadeOfProps) {
  const { t } = useTranslation('products');
  const format = useFormat();
  const role = useSession()?.role;
  const mayOpen = useMayOpen('/loan-details', 'read-loans');
  const text = t('one.loans', { count: loans, figure: format.count(loans) });
  // An administrator has no list of loans.
  if (!mayOpen || !role || role === 'admin' || loans === 0) return text;
  return <Link to={paths.loansOfProduct(role, id)}>{text}</Link>;
}

function ApplicationsOf({ productId }: { readonly productId: string }) {
  const { t } = useTranslation('products');
  const format = useFormat();
  const enabled = useMayOpen('/applications', 'read-applications');
  const { data } = useQuery({ ...applicationsOfProductQuery(productId), enabled });
  const count = data?.counts.reduce((sum, counted) => sum + counted.count, 0) ?? 0;
  if (!enabled || count === 0) return null;
  return (
    <>
      {' · '}
      <Link to={paths.applicationsFor(productId)}>
        {t('one.applications', { count, figure: format.count(count) })}
      </Link>
    </>
  );
}
