import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { useMay } from '../../../lib/session-query.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { BorrowerCard } from './BorrowerCard.tsx';
import { BorrowerForm } from './BorrowerForm.tsx';
import { borrowerQuery } from './borrowers.queries.ts';

type BorrowerDrawerProps = {
  readonly loan: { readonly id: string; readonly borrower: { readonly id: string } };
  readonly opened: boolean;
  readonly onClose: () => void;
};

/**
 * The borrower of a loan in a drawer next to it: contacts, consents, other facts, other loans and
 * history.
 */
export function BorrowerDrawer({ loan, opened, onClose }: BorrowerDrawerProps) {
  const { t } = useTranslation('borrowers');
  const mayChange = useMay('manage-borrowers');
  const [isChanging, setChanging] = useState(false);
  const borrowerId = loan.borrower.id;
  const query = useQuery({ ...borrowerQuery(borrowerId), enabled: opened });
  const borrower = query.data;
  const close = () => {
    setChanging(false);
    onClose();
  };
  return (
    <SideDrawer
      opened={opened}
      onClose={close}
      size="record"
      title={<bdi>{borrower?.name ?? borrower?.externalId ?? t('title')}</bdi>}
      footer={
        borrower && !isChanging ? (
          <>
            <ButtonLink to={paths.borrower(borrowerId)}>{t('open')}</ButtonLink>
            {mayChange && <Button onClick={() => setChanging(true)}>{t('change')}</Button>}
          </>
        ) : undefined
      }
    >
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={10} />}>
        {(card) =>
          isChanging ? (
            <BorrowerForm borrower={card} onDone={() => setChanging(false)} />
          ) : (
            <BorrowerCard borrower={card} loan={loan} />
          )
        }
      </Loaded>
    </SideDrawer>
  );
}
