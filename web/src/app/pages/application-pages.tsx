import { useSearchParams } from 'react-router';
import { ApplicationList } from '../../features/intake/applications/ApplicationList.tsx';
import {
  ApplicationPage,
  CreateApplication,
} from '../../features/intake/applications/ApplicationPage.tsx';
import { AlikeBorrowers } from '../../features/records/borrowers/AlikeBorrowers.tsx';
import { BackTo } from './BackTo.tsx';

/** The pipeline, or the application that the address names. */
export function ApplicationsPage() {
  const [search] = useSearchParams();
  const id = search.get('id');
  if (id === null) return <ApplicationList />;
  return <ApplicationPage key={id} applicationId={id} back={back} />;
}

export const CreateApplicationPage = () => (
  <CreateApplication back={back} alikeOf={(typed) => <AlikeBorrowers {...typed} />} />
);

const back = <BackTo lists={['/applications']} />;
