import { useSearchParams } from 'react-router';
import { BankFileList } from '../../features/intake/bank-files/BankFileList.tsx';
import { BankFilePage } from '../../features/intake/bank-files/BankFilePage.tsx';
import { BackTo } from './BackTo.tsx';

/** All bank files, or the one that the address names. */
export function BankFilesPage() {
  const [search] = useSearchParams();
  const id = search.get('id');
  return id === null ? (
    <BankFileList />
  ) : (
    <BankFilePage key={id} bankFileId={id} back={<BackTo lists={['/bank-files']} />} />
  );
}
