/** The position of a file's table, as a user chose it. */
export type TableChoice = {
  readonly sheet?: string | undefined;
  /** The row of the heading; without a heading, the first row that is read. */
  readonly row?: number | undefined;
  readonly hasNoHeading?: true | undefined;
};

type TableQuery = {
  readonly sheet?: string | undefined;
  readonly tableRow?: string | undefined;
  readonly heading?: 'none' | undefined;
};

/** Returns the table choice in an upload's parameters; undefined if there is none. */
export function tableChoiceOf({ sheet, tableRow, heading }: TableQuery): TableChoice | undefined {
  const choice = {
    ...(sheet !== undefined && { sheet }),
    ...(tableRow !== undefined && { row: Number(tableRow) }),
    ...(heading !== undefined && { hasNoHeading: true as const }),
  };
  return Object.keys(choice).length > 0 ? choice : undefined;
}

/** Returns the upload parameters for a table choice. */
export function tableQueryOf({ sheet, row, hasNoHeading }: TableChoice): TableQuery {
  return {
    ...(sheet !== undefined && { sheet }),
    ...(row !== undefined && { tableRow: String(row) }),
    ...(hasNoHeading && { heading: 'none' as const }),
  };
}
