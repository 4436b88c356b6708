import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type {
  ChangeTeam,
  CreateTeam,
  ExportTeamsCsv,
  ExportTeamsWorkbook,
  ListTeams,
  ReadTeam,
  TeamRow,
} from '@bursar/contracts/distribution/teams';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { downloadFile } from '../../../lib/download.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { queryRoots } from '../../../lib/query-roots.ts';
import { notify } from '../../../ui/overlay/notify.ts';
import type { ExportAsked } from '../../../ui/table/ExportMenu.tsx';

export type TeamListAnswer = AnswerOf<ListTeams>;
export type TeamFilter = InputOf<ListTeams>['query'];
export type NewTeam = InputOf<CreateTeam>['body'];
export type TeamChange = InputOf<ChangeTeam>['body'];

/** Teams in the user's scope that match the filter. */
export function teamsQuery(filter: TeamFilter = {}) {
  return queryOptions({
    queryKey: [...queryRoots.teams, 'list', filter],
    queryFn: ({ signal }) => callApi<ListTeams>('GET /api/teams', { query: filter, signal }),
    placeholderData: keepPreviousData,
  });
}

export function teamQuery(teamId: string) {
  return queryOptions({
    queryKey: [...queryRoots.teams, 'one', teamId],
    queryFn: ({ signal }) =>
      callApi<ReadTeam>('GET /api/teams/:teamId', { params: { teamId }, signal }),
  });
}

export function useExportTeams(query: TeamFilter) {
  return useMutation({
    mutationFn: ({ format, columns }: Pick<ExportAsked, 'format' | 'columns'>) => {
      const question = { query: { ...query, columns: columns.join(',') } };
      return format === 'csv'
        ? downloadFile<ExportTeamsCsv>('GET /api/teams/export.csv', question)
        : downloadFile<ExportTeamsWorkbook>('GET /api/teams/export.xlsx', question);
    },
    onError: (cause) => notify.error(failureSentence(cause)),
  });
}

export function useCreateTeam() {
  const teamsChanged = useTeamsChanged();
  return useMutation({
    mutationFn: (team: NewTeam) => callApi<CreateTeam>('POST /api/teams', { body: team }),
    onSettled: teamsChanged,
  });
}

export function useChangeTeam(teamId: string) {
  const queryClient = useQueryClient();
  const teamsChanged = useTeamsChanged();
  return useMutation({
    mutationFn: (change: TeamChange) =>
      callApi<ChangeTeam>('PUT /api/teams/:teamId', { params: { teamId }, body: change }),
    onSuccess: (team: TeamRow) => {
      queryClient.setQueryData(teamQuery(team.id).queryKey, team);
      teamsChanged();
    },
  });
}

/** Refetches the lists that show a team's name, which include accounts and loans. */
function useTeamsChanged(): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [
      queryRoots.teams,
      queryRoots.staff,
      queryRoots.assignmentTargets,
      queryRoots.loans,
    ]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
