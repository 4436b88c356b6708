import type { CallKind } from '@bursar/contracts/collections/call-centres';
import { useSearchParams } from 'react-router';
import { CallDesk } from '../../features/collections/call-centres/CallDesk.tsx';
import { PatientHistory } from '../../features/collections/call-centres/PatientHistory.tsx';
import { recordPaths } from '../../features/collections/call-centres/record-columns.tsx';
import { RecordList } from '../../features/collections/call-centres/RecordList.tsx';
import { CreateRecord, EditRecord } from '../../features/collections/call-centres/RecordPage.tsx';
import { BackTo } from './BackTo.tsx';

/** All call centres, or the call list of the one that the address names. */
export function CallCentresPage() {
  const [search] = useSearchParams();
  return search.has('id') ? <CallDesk back={backTo('centre')} /> : <RecordList kind="centre" />;
}

export const CallPresetsPage = () => <RecordList kind="preset" />;
export const CallMembersPage = () => <RecordList kind="member" />;
export const PatientsPage = () => <RecordList kind="patient" />;

export const CreateCallCentrePage = () => <CreateRecord kind="centre" back={backTo('centre')} />;
export const CreateCallPresetPage = () => <CreateRecord kind="preset" back={backTo('preset')} />;
export const CreateCallMemberPage = () => <CreateRecord kind="member" back={backTo('member')} />;
export const CreatePatientPage = () => <CreateRecord kind="patient" back={backTo('patient')} />;

export const EditCallCentrePage = () => <EditRecord kind="centre" back={backTo('centre')} />;
export const EditCallPresetPage = () => <EditRecord kind="preset" back={backTo('preset')} />;
export const EditCallMemberPage = () => <EditRecord kind="member" back={backTo('member')} />;
export const EditPatientPage = () => (
  <EditRecord kind="patient" back={backTo('patient')}>
    {(patient) => <PatientHistory patient={patient} />}
  </EditRecord>
);

const backTo = (kind: CallKind) => <BackTo lists={[recordPaths[kind].list]} />;
